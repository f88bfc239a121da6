package bench

import (
	"fmt"
	"runtime"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// The ways to wait for results.
const (
	poll  = "poll"
	event = "event"
	port  = "port"
)

// A queue is a completion queue with its way to wait for results.
type queue struct {
	nd2.CompletionQueue
	// file is the queue's file, if it is bound to a port.
	file nd2.OverlappedFile
	// waiter is nil if the queue is polled.
	waiter *waiter
	clock  *clock
	armed  bool
	notify nd2.Status // what the last Notify returned
	// results are those taken last.
	results [64]nd2.Result
	// link is the queue's link.
	link *link
}

// patience is how many empty polls in a row pass before the processor is yielded.
const patience = 1 << 10

// arm asks for a notification of the next result, unless the queue is polled.
func (q *queue) arm() error {
	if q.waiter == nil {
		return nil
	}
	q.notify = ndclient.Insisted(func() nd2.Status { return q.Notify(nd2.NotifyAny, &q.waiter.overlapped) })
	if q.armed = q.notify == nd2.Pending || q.notify == nd2.Success; q.armed {
		return nil
	}
	return &ndclient.Failure{Method: "Notify", Status: q.notify}
}

// take takes n results, each with ND_SUCCESS. On an armed queue it waits for the notification first.
func (q *queue) take(n int) error {
	var limit *timeout.Timeout
	for idle := 0; n > 0; {
		if q.armed {
			if err := q.notified(); err != nil {
				return err
			}
		}
		got, err := q.some(n)
		if err != nil {
			return err
		}
		if n -= got; n == 0 {
			return q.drained(got)
		}
		if got > 0 {
			continue
		}
		if err := q.arm(); err != nil {
			return err
		}
		if idle++; idle%patience == 0 || q.waiter != nil {
			if err := q.link.idle(&limit); err != nil {
				return err
			}
		}
	}
	return nil
}

// notified waits for the armed notification.
func (q *queue) notified() error {
	q.armed = false
	switch s := q.waiter.wait(q, q.notify); s {
	case nd2.Success:
		return nil
	case nd2.Pending:
		return q.link.late("a Notify has not ended")
	default:
		return fmt.Errorf("a Notify has ended with %v", s)
	}
}

// drained polls again after a full array of results: the queue must be empty before a program arms it.
// Source: IND2CompletionQueue.md, IND2CompletionQueue::GetResults, Remarks.
func (q *queue) drained(last int) error {
	if q.waiter == nil || last < len(q.results) {
		return nil
	}
	_, err := q.some(0)
	return err
}

// some takes up to n available results. On a notifying queue it asks for one more, which must not be
// there.
func (q *queue) some(n int) (int, error) {
	asked := n
	if q.waiter != nil {
		asked = n + 1
	}
	room := q.results[:min(asked, len(q.results))]
	got := int(q.GetResults(room))
	if got > len(room) {
		return 0, fmt.Errorf("GetResults returned %d of at most %d results", got, len(room))
	}
	if got > n {
		return 0, fmt.Errorf("GetResults returned %d results where at most %d requests can have ended", got, n)
	}
	for i := range got {
		if room[i].Status != nd2.Success {
			return 0, failure(room[i])
		}
	}
	return got, nil
}

func failure(r nd2.Result) error {
	return fmt.Errorf("a %v has ended with %v", r.RequestType, r.Status)
}

func (q *queue) release() {
	if q == nil {
		return
	}
	if q.CompletionQueue != nil {
		q.Release()
	}
	if q.file != nil {
		q.file.Close()
	}
}

// idle yields the processor, and returns an error once the link has waited too long.
func (l *link) idle(limit **timeout.Timeout) error {
	runtime.Gosched()
	if *limit == nil {
		*limit = timeout.New(l.rig.clock.limit)
	}
	if !(*limit).Over() {
		return nil
	}
	return l.late("a request has not ended")
}

// late says what has not come in time, or else that another request of the link has failed.
func (l *link) late(what string) error {
	for _, e := range l.end {
		for _, q := range []*queue{e.received, e.initiated} {
			for i := range q.GetResults(q.results[:]) {
				if int(i) < len(q.results) && q.results[i].Status != nd2.Success {
					return failure(q.results[i])
				}
			}
		}
	}
	return fmt.Errorf("%s within %v", what, l.rig.clock.limit)
}
