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

// wake marks a request for a notification as due, whenever it was made, if the result that is taken
// came to the queue after it had been empty, and no request has ended since: nothing can have announced that
// result before. Of the requests that it satisfies the first has waited the longest, and is completed at once if
// the result came before it was made. tick is a moment before the result came.
func (q *queue) wake(tick uint64, solicited bool, s nd2.Status) {
	if q.any || tick <= q.clear {
		return
	}
	for _, a := range q.pending {
		switch {
		case a.Kind == nd2.NotifyAny, a.Kind == nd2.NotifySolicited && (solicited || s != nd2.Success):
			a.due = true
			return
		case s != nd2.Success, a.tick >= tick: // it may have been announced to this one
			return
		}
	}
}
