package trace

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/nd2"
)

// requestsMost is how many requests are remembered that have no result, and how many that have
// one, the latest; requestsShown how many are named.
const requestsMost, requestsShown = 1024, 6

// requests are those of v2 that were posted.
type requests struct {
	// owed have no result yet, and answered have theirs; twice have had more than that.
	owed, answered, twice []*call
	// astray are results of no request that is owed.
	astray []stray
	// taken is when a result came in a queue last, by its first name, since the spec began.
	taken map[string]time.Duration
	// forgot says that some that are owed are too old to be remembered: of a result it is not
	// known any more whether it is another one.
	forgot bool
	// pairs are the queue pairs that connectors connect.
	pairs map[string]string
	// shared are the shared receive queues of queue pairs, by the first names of both.
	shared map[string]string
	routes
}

// posting are the methods of v2 that post a request, and names of its type.
var posting = []string{"Send", "Receive", "Bind", "Invalidate", "Read", "Write"}

// Owed names the requests of v2 that were posted and have no result yet. Receives come last: one
// completes only if a message arrives. It is empty if there are none.
func (r *Recorder) Owed() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return requestsOf(r.due(), func(c *call) string {
		s, where := r.strayOf(c)
		return r.request(c) + s.words(where)
	})
}

// due lists the requests that have no result, Receives last: they may wait for others.
func (q *requests) due() []*call {
	list := slices.DeleteFunc(slices.Clone(q.owed), isSilent)
	slices.SortStableFunc(list, func(a, b *call) int {
		return strings.Index(a.method, "Receive") - strings.Index(b.method, "Receive")
	})
	return list
}

// Twice names requests of v2 that have had more than one result, as far as that is known: of those
// before more were owed than are remembered. It is empty if there are none.
func (r *Recorder) Twice() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return requestsOf(r.twice, r.request)
}

func requestsOf(list []*call, words func(*call) string) string {
	return joined(list[:min(len(list), requestsShown)], len(list), words)
}

func (r *Recorder) request(c *call) string {
	return fmt.Sprintf("%s.%s of context %s", c.object, c.method, r.show("context", c.args[0]))
}

// isSilent reports whether a request has no result if it succeeds.
func isSilent(c *call) bool {
	flags, ok := c.args[len(c.args)-1].(nd2.OpFlags)
	return ok && flags&nd2.SilentSuccess != 0
}

// posted notes that a request is posted: its result may be there before the call returns.
func (q *requests) posted(c *call) {
	q.connects(c)
	queue := strings.HasPrefix(c.object, "qp") || strings.HasPrefix(c.object, "srq")
	if queue && len(c.args) > 0 && slices.Contains(posting, c.method) {
		q.forgot = q.forgot || len(q.owed) == requestsMost
		q.owed = latest(append(q.owed, c))
	}
}

// settled takes what a call has returned: a request that was refused has no result, and one whose
// result came has no other.
func (q *requests) settled(c *call) {
	q.ends(c)
	switch returned := c.result.(type) {
	case nd2.Status:
		if returned != nd2.Success {
			q.owed = slices.DeleteFunc(q.owed, func(o *call) bool { return o == c })
		}
	case []nd2.Result:
		for _, e := range returned {
			q.answer(e, c.object, time.Since(c.recorder.began))
		}
	}
}

// answer takes a result that a queue has returned.
func (q *requests) answer(e nd2.Result, queue string, at time.Duration) {
	if q.taken == nil {
		q.taken = map[string]time.Duration{}
	}
	q.taken[queue] = at
	of := func(c *call) bool {
		return c.args[0] == any(e.RequestContext) && c.method == e.RequestType.String() && q.leads(c, queue)
	}
	if i := firstOf(q.owed, of); i >= 0 {
		request := q.owed[i]
		q.answered = latest(append(q.answered, request))
		q.owed = slices.Delete(q.owed, i, i+1)
		if e.Status != nd2.Success && e.Status != nd2.Canceled {
			q.cancels(request.object, Failure)
		}
		return
	}
	q.astray = append(q.astray, stray{e, queue})
	q.astray = q.astray[max(0, len(q.astray)-requestsMost):]
	if q.forgot {
		return
	}
	if i := slices.IndexFunc(q.answered, of); i >= 0 && !slices.Contains(q.twice, q.answered[i]) {
		q.twice = latest(append(q.twice, q.answered[i]))
	}
}

// firstOf returns the place of the first request that a result can be of; a request that always has a result goes
// before a silent one. It is -1 if there is no such request.
func firstOf(list []*call, of func(*call) bool) int {
	if i := slices.IndexFunc(list, func(c *call) bool { return of(c) && !isSilent(c) }); i >= 0 {
		return i
	}
	return slices.IndexFunc(list, of)
}

// latest is the list without what is too old to be remembered.
func latest(list []*call) []*call { return list[max(0, len(list)-requestsMost):] }
