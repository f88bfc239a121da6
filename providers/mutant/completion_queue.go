package mutant

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

type completionQueue struct {
	overlapping
	inner nd2.CompletionQueue
	// depth is what it was created with.
	depth uint32

	results sync.Mutex
	// backlog are results that have left the engine and not arrived, oldest first.
	backlog []outcome
}

// GetNotifyAffinity implements [nd2.CompletionQueue].
func (q *completionQueue) GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status {
	c := &call{method: "IND2CompletionQueue::GetNotifyAffinity", foundGroup: group, foundAffinity: affinity}
	return q.do(c, func(c *call) nd2.Status { return q.inner.GetNotifyAffinity(c.foundGroup, c.foundAffinity) })
}

// Resize implements [nd2.CompletionQueue].
func (q *completionQueue) Resize(queueDepth uint32) nd2.Status {
	return q.do(&call{method: "IND2CompletionQueue::Resize", depth: queueDepth}, func(c *call) nd2.Status {
		return q.inner.Resize(c.depth)
	})
}

// Notify implements [nd2.CompletionQueue].
func (q *completionQueue) Notify(kind nd2.NotifyType, client *nd2.Overlapped) nd2.Status {
	c := &call{method: "IND2CompletionQueue::Notify", kind: kind}
	return q.doOverlapped(c, client, func(c *call, o *nd2.Overlapped) nd2.Status { return q.inner.Notify(c.kind, o) })
}

// GetResults implements [nd2.CompletionQueue].
func (q *completionQueue) GetResults(results []nd2.Result) uint32 {
	c := &call{method: "IND2CompletionQueue::GetResults", results: results}
	q.do(c, func(c *call) nd2.Status {
		c.count = q.take(c.results)
		return nd2.Success
	})
	return c.count
}

// take gives results to the client.
func (q *completionQueue) take(results []nd2.Result) uint32 {
	q.results.Lock()
	defer q.results.Unlock()
	q.fetch(len(results) - len(q.backlog))
	n := min(len(results), len(q.backlog))
	for i := range n {
		results[i] = q.backlog[i].Result
	}
	q.backlog = q.backlog[n:]
	return uint32(n)
}

// fetch gets at most n results out of the engine, or, for a defect of results, all
// there are. The queue is locked.
func (q *completionQueue) fetch(n int) {
	if alter := q.world.defect.results; alter != nil && !q.sound {
		q.backlog = append(q.backlog, alter(q, q.fetchAll())...)
		return
	}
	if n > 0 {
		q.backlog = append(q.backlog, q.ask(n)...)
	}
}

func (q *completionQueue) fetchAll() (all []outcome) {
	const batch = 64
	for {
		fresh := q.ask(batch)
		all = append(all, fresh...)
		if len(fresh) < batch {
			return all
		}
	}
}

func (q *completionQueue) ask(n int) []outcome {
	results := make([]nd2.Result, n)
	results = results[:q.inner.GetResults(results)]
	if len(results) == 0 {
		return nil
	}
	list := make([]outcome, len(results))
	for i, r := range results {
		list[i] = q.world.tickets.outcome(r)
		if t := list[i].of; t != nil && t.ended != nil {
			t.ended(&list[i])
		}
	}
	return list
}

// queued gives what the client has not taken, and calls change, if not nil, to
// change it.
func (q *completionQueue) queued(change func([]outcome) []outcome) []outcome {
	q.results.Lock()
	defer q.results.Unlock()
	fresh := q.fetchAll()
	if alter := q.world.defect.results; alter != nil && !q.sound {
		fresh = alter(q, fresh)
	}
	q.backlog = append(q.backlog, fresh...)
	if change != nil {
		q.backlog = change(q.backlog)
	}
	return q.backlog
}
