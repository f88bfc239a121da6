package trace

import (
	"maps"
	"slices"
	"time"
)

// Guard makes guard run before each call of the provider from now on, with the name of the method, in the goroutine
// that calls. guard prevents the call by a panic. If it returns a function, that runs when the call has returned. Guard
// must be called before the first call.
func (r *Recorder) Guard(guard func(method string) (returned func())) { r.guard = guard }

// Stuck names the methods that were called so long ago and have not returned, but for
// calls that were asked to wait.
func (r *Recorder) Stuck(since time.Duration) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Since(r.began)
	stuck := map[string]bool{}
	for _, t := range r.threads {
		for _, c := range t.open {
			if !c.waits && now-c.at >= since {
				stuck[c.of] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(stuck))
}

// mayWait notes whether the call was asked not to return before something happens. It has
// no guard then.
func (c *call) mayWait(wait bool) {
	c.recorder.mu.Lock()
	defer c.recorder.mu.Unlock()
	c.waits = wait
	if wait && c.returned != nil {
		c.returned()
		c.returned = nil
	}
}

// noted is from how long a call on it is noted that it took so long.
const noted = time.Millisecond

// shownLong is from how long a call on that is shown.
const shownLong = 10 * time.Millisecond

// Took lists how long the longest call of each method took that has returned and took
// longer than least, which is at least a millisecond.
func (r *Recorder) Took(least time.Duration) map[string]time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := map[string]time.Duration{}
	for method, took := range r.took {
		if took > least {
			list[method] = took
		}
	}
	return list
}

// back notes that a call has returned. The recorder is locked.
func (c *call) back() {
	if c.returned != nil {
		c.returned()
	}
	took := time.Since(c.recorder.began) - c.at
	if took < noted || c.waits {
		return
	}
	if took >= shownLong {
		c.took = took
	}
	if c.recorder.took == nil {
		c.recorder.took = map[string]time.Duration{}
	}
	method := c.of
	c.recorder.took[method] = max(c.recorder.took[method], took)
}
