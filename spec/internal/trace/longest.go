package trace

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// longest is how much data requests may carry.
type longest struct {
	limit, posted uint64
	// refused is called when a request of more is refused.
	refused func(length uint64)
}

// Limit has refused called, in the call, when a request of more bytes than the limit is refused.
func (r *Recorder) Limit(limit uint64, refused func(length uint64)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.longest = longest{limit: limit, refused: refused}
}

// Exceeds returns how long the longest request is that was posted, if it is beyond the limit; 0
// if none is.
func (r *Recorder) Exceeds() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.longest.posted > r.longest.limit {
		return r.longest.posted
	}
	return 0
}

// exceeded notes how long a request is that a call has posted.
func (r *Recorder) exceeded(c *call) {
	if c.method != "SrqReceive" && !slices.Contains(posting, c.method) {
		return
	}
	var length uint64
	for _, a := range c.args {
		if l, ok := a.(sgeList); ok {
			length = l.length
		}
	}
	r.mu.Lock()
	r.longest.posted = max(r.longest.posted, length)
	s, _ := statusOf(c)
	beyond, refused := length > r.longest.limit && s != nd2.Success, r.longest.refused
	r.mu.Unlock()
	if beyond && refused != nil {
		refused(length)
	}
}
