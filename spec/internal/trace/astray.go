package trace

import (
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
)

// A stray is a result of no request that is owed, and the first name of the queue that it came in.
type stray struct {
	nd2.Result
	queue string
}

// A place is where the result of a request that is owed has gone.
type place int

const (
	nowhere place = iota
	otherQueue
	otherContext
)

// strayOf finds the stray that seems to be the result of a request: one in another queue, or one in its own queue with
// another context.
func (q *requests) strayOf(c *call) (s stray, where place) {
	for _, s := range q.astray {
		own, same := q.leads(c, s.queue), c.args[0] == any(s.RequestContext)
		switch {
		case c.method != s.RequestType.String():
		case own && !same:
			return s, otherContext
		case !own && same:
			return s, otherQueue
		}
	}
	return stray{}, nowhere
}

// IsAstray reports whether a result is of no request that was owed one.
func (r *Recorder) IsAstray(e nd2.Result) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.ContainsFunc(r.astray, func(s stray) bool {
		return s.RequestType == e.RequestType && s.RequestContext == e.RequestContext
	})
}

func (s stray) words(where place) string {
	switch where {
	case otherQueue:
		return fmt.Sprintf(" (it came in %s instead)", s.queue)
	case otherContext:
		return fmt.Sprintf(" (%s has one of context %d, which no request waits for)", s.queue, s.RequestContext)
	case nowhere:
	}
	return ""
}

// Astray blames the method of the first request that is owed and whose result has gone astray; both are empty if none
// has.
func (r *Recorder) Astray() (method, does string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.due() {
		switch _, where := r.strayOf(c); where {
		case otherQueue:
			return c.of, finding.OtherQueue
		case otherContext:
			return "IND2CompletionQueue::GetResults", finding.OtherContext
		case nowhere:
		}
	}
	return "", ""
}
