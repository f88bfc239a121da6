package verbs

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/async"
)

// notices is the account of a completion queue's notifications: which results are
// queued, which of them a trigger has announced, and which requests wait.
//
//	outstanding         a result   a failed or      the queue
//	                               solicited one    fails
//	NotifyErrors        –          –                all
//	NotifySolicited     –          all              all
//	NotifyAny           all        all              all
//
// "all" excludes requests for NotifyErrors: only the failure of the queue completes
// them. Source: IND2CompletionQueue::Notify, Remarks.
type notices struct {
	// Results are numbered in the order of fetching. Those from head to tail are
	// queued; announced is one past the last that a trigger has announced, solicited
	// one past the last that has failed or may be solicited. head <= tail, announced <=
	// tail, solicited <= tail.
	head, tail, announced, solicited uint64
	waiting                          []waiter
}

type waiter struct {
	*async.Request
	kind nd2.NotifyType
	// since is tail at the time of the request.
	since uint64
}

// fetched counts a result, and reports whether it triggers.
func (n *notices) fetched(failed bool) bool {
	n.tail++
	if failed {
		n.solicited = n.tail
	}
	return n.wants(nd2.NotifyAny) || failed && n.wants(nd2.NotifySolicited)
}

// wants reports whether a request of a kind is pending.
func (n *notices) wants(kind nd2.NotifyType) bool {
	return slices.ContainsFunc(n.waiting, func(w waiter) bool { return w.kind == kind })
}

// mayBeSolicited notes that the results fetched may include a solicited one, and
// reports whether that triggers. It does for a request that finds an unannounced
// result, or whose result has come since, even if the client has taken that already.
func (n *notices) mayBeSolicited() bool {
	n.solicited = n.tail
	unannounced := n.unannounced(nd2.NotifySolicited)
	return slices.ContainsFunc(n.waiting, func(w waiter) bool {
		return w.kind == nd2.NotifySolicited && (unannounced || w.since < n.tail)
	})
}

// unannounced reports whether a queued, unannounced result satisfies the kind.
func (n *notices) unannounced(kind nd2.NotifyType) bool {
	seen := max(n.head, n.announced)
	switch kind {
	case nd2.NotifyAny:
		return n.tail > seen
	case nd2.NotifySolicited:
		return n.solicited > seen
	}
	return false
}

// wait adds a request.
func (n *notices) wait(r *async.Request, kind nd2.NotifyType) {
	n.waiting = append(n.waiting, waiter{r, kind, n.tail})
}

// trigger announces all queued results, and returns the requests that complete.
func (n *notices) trigger() (released []*async.Request) {
	n.announced = n.tail
	n.waiting = slices.DeleteFunc(n.waiting, func(w waiter) bool {
		if w.kind == nd2.NotifyErrors {
			return false
		}
		released = append(released, w.Request)
		return true
	})
	return released
}
