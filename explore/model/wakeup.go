package model

import (
	"math"
	"slices"

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
// came to the queue after it had been empty: nothing can have announced that result to anybody else, if
// no other request may have been outstanding since. tick is a moment before the result came.
func (q *queue) wake(tick uint64, solicited bool, s nd2.Status) {
	waiting := slices.DeleteFunc(slices.Clone(q.pending), func(a *PendingNotify) bool {
		return a.Kind == nd2.NotifyErrors
	})
	if len(waiting) != 1 || q.any || tick <= q.clear {
		return
	}
	if a := waiting[0]; a.Kind == nd2.NotifyAny || solicited || s != nd2.Success {
		a.due = true
	}
}
