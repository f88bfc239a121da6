package spec

import (
	"fmt"
	"slices"
	"time"
)

// No page says how long a provider may take. One that gives all that it owes, each time late, may use up
// the time of a spec that waits for much: then it has shown nothing.

const (
	// lateParts: what takes a lateParts-th of a spec's time or longer is late.
	lateParts = 60
	// lateLeast is how often something must have come late.
	lateLeast = 3
)

// tookLong notes how long a wait took that was not in vain.
func (f *footing) tookLong(took, limit time.Duration) {
	if took < limit/lateParts || limit == 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.late = append(f.late, took)
}

// comesLate says why a wait shows nothing that was cut off after this time by the end of the spec's: others
// took as long, and were not in vain. It is empty if that is not so.
func (f *footing) comesLate(after time.Duration) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.late) < lateLeast || after > 2*slices.Max(f.late) {
		return ""
	}
	slices.Sort(f.late)
	return fmt.Sprintf("what the provider owes takes %.2f s, %d times in one spec, which is longer than the spec has; --timeout-scale gives it more time",
		f.late[len(f.late)/2].Seconds(), len(f.late))
}
