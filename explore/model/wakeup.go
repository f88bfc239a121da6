package model

import (
	"math"

	"github.com/ndconform/ndconform/nd2"
)

// never is after every moment.
const never = math.MaxUint64

// Polled notes that results were taken from a completion queue; short says that there were fewer than
// there was room for, so that the queue was empty.
func (w *World) Polled(end, number int, short bool) {
	q := w.ends[end].queues[number]
	q.clear = never
	if short {
		q.clear = w.tick
	}
}

// wake marks a request for a notification as due if the result that is taken came to the queue after it had been empty
// and the last request had ended: the first request that it satisfies, if that was outstanding when the result came.
// One that was made later is due only if no other is outstanding: another result may have completed a request, which
// the model has not been told yet, and announced this one, too. tick is a moment before the result came.
func (q *queue) wake(tick uint64, solicited bool, s nd2.Status) {
	if q.any || tick <= q.clear {
		return
	}
	var waiting []*PendingNotify
	for _, a := range q.pending {
		if a.Kind != nd2.NotifyErrors {
			waiting = append(waiting, a)
		}
	}
	for _, a := range waiting {
		if a.tick >= tick && len(waiting) > 1 {
			return
		}
		if a.Kind == nd2.NotifyAny || solicited || s != nd2.Success {
			a.due = true
			return
		}
	}
}
