package calls

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// A CompletionQueue wraps an IND2CompletionQueue.
type CompletionQueue struct {
	overlapping
	Inner nd2.CompletionQueue
	// Depth is the depth it was created with.
	Depth uint32

	results sync.Mutex
	// backlog holds results that have left the provider and not reached the client,
	// oldest first.
	backlog []Outcome
	// left says that the client has taken some of them, and not asked to be notified since.
	left bool
}

// notify carries out Notify. The provider tells only of results that it still has.
func (c *Call) notify() nd2.Status {
	q := c.Self.(*CompletionQueue)
	q.results.Lock()
	left := q.left && len(q.backlog) > 0 && c.Overlapped != nil && c.NotifyType != nd2.NotifyErrors
	q.left = q.left && !left
	q.results.Unlock()
	if left {
		return nd2.Success
	}
	return q.Inner.Notify(c.NotifyType, c.overlapped())
}

// takeResults carries out GetResults.
func (c *Call) takeResults() nd2.Status {
	q := c.Self.(*CompletionQueue)
	if c.layer.transparent {
		c.Count = q.Inner.GetResults(c.Results)
	} else {
		c.Count = q.take(c.Results)
	}
	return nd2.Success
}

// take gives results to the client.
func (q *CompletionQueue) take(results []nd2.Result) uint32 {
	q.results.Lock()
	defer q.results.Unlock()
	q.fetch(len(results) - len(q.backlog))
	n := min(len(results), len(q.backlog))
	for i := range n {
		results[i] = q.backlog[i].Result
	}
	q.backlog = q.backlog[n:]
	q.left = len(q.backlog) > 0 && (n > 0 || q.left)
	return uint32(n)
}

// fetch gets at most n results from the provider or, with a Results hook, all. The
// queue is locked.
func (q *CompletionQueue) fetch(n int) {
	if alter := q.layer.hooks.Results; alter != nil && !q.exempt {
		q.backlog = append(q.backlog, alter(q, q.fetchAll())...)
		return
	}
	if n > 0 {
		q.backlog = append(q.backlog, q.ask(n)...)
	}
}

func (q *CompletionQueue) fetchAll() (all []Outcome) {
	const batch = 64
	for {
		fresh := q.ask(batch)
		all = append(all, fresh...)
		if len(fresh) < batch {
			return all
		}
	}
}

func (q *CompletionQueue) ask(n int) []Outcome {
	results := make([]nd2.Result, n)
	results = results[:q.Inner.GetResults(results)]
	if len(results) == 0 {
		return nil
	}
	list := make([]Outcome, len(results))
	for i, r := range results {
		list[i] = q.layer.postedRequests.outcome(r)
		if t := list[i].Of; t != nil && t.ended != nil {
			t.ended(&list[i])
		}
	}
	return list
}

// Queued returns the results that the client has not taken, and calls change, if not
// nil, to change them. They leave the provider. The slice is the queue's.
func (q *CompletionQueue) Queued(change func([]Outcome) []Outcome) []Outcome {
	q.results.Lock()
	defer q.results.Unlock()
	fresh := q.fetchAll()
	if alter := q.layer.hooks.Results; alter != nil && !q.exempt {
		fresh = alter(q, fresh)
	}
	q.backlog = append(q.backlog, fresh...)
	if change != nil {
		q.backlog = change(q.backlog)
	}
	return q.backlog
}
