package nic

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// An arm is the Notify requests of a completion queue.
//
//	outstanding         a result   a solicited or      the queue
//	                               failed result       fails
//	NotifyErrors        –          –                   all
//	NotifySolicited     –          all                 all
//	NotifyAny           all        all                 all
//
// "all" includes requests of the other kinds, except NotifyErrors, which only the failure of the queue
// completes: with NotifyAny beside NotifySolicited, both wait for any result. Source:
// IND2CompletionQueue::Notify, Remarks.
type arm struct {
	waiting []armed
	quirks  *Quirks
	// stays says that a Notify for any result was canceled but still arms the queue, a quirk.
	stays bool
}

type armed struct {
	*Request
	kind nd2.NotifyType
}

// add adds a request.
func (a *arm) add(r *Request, kind nd2.NotifyType) {
	a.waiting = append(a.waiting, armed{r, kind})
}

// forget drops completed requests.
func (a *arm) forget() {
	if a.quirks.StaysArmed {
		a.stays = a.stays || slices.ContainsFunc(a.waiting, func(w armed) bool {
			return w.Done() && w.kind == nd2.NotifyAny && w.status == nd2.Canceled
		})
	}
	a.waiting = slices.DeleteFunc(a.waiting, func(w armed) bool { return w.Done() })
}

// triggers reports whether a result satisfies an outstanding request. solicited says that the result has
// solicited an event or failed; failed, that it has failed.
func (a *arm) triggers(solicited, failed bool) bool {
	a.forget()
	stays := a.stays
	a.stays = false
	return slices.ContainsFunc(a.waiting, func(w armed) bool {
		if w.kind == nd2.NotifyErrors {
			return failed && a.quirks.ErrorsByResults
		}
		return w.kind == nd2.NotifyAny || stays || solicited
	})
}

// fire completes the requests that wait for results; failed says that the triggering result has failed.
func (a *arm) fire(failed bool) {
	for _, w := range a.waiting {
		if w.kind != nd2.NotifyErrors || a.quirks.ErrorsWithAny || failed && a.quirks.ErrorsByResults {
			w.Complete(nd2.Success)
		}
	}
	a.forget()
}

// fail completes all requests.
func (a *arm) fail(s nd2.Status) {
	for _, w := range a.waiting {
		w.Complete(s)
	}
	a.waiting = nil
}
