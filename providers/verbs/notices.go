package verbs

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/async"
)

// notices keeps account of a completion queue's notifications: what is queued, what
// of it a trigger has announced, and which requests wait for what.
//
//	outstanding         a result   a failed or      the queue
//	                               solicited one    fails
//	NotifyErrors        –          –                all
//	NotifySolicited     –          all              all
//	NotifyAny           all        all              all
//
// "all" excludes requests for NotifyErrors, which only the failure of the queue
// completes. Source: IND2CompletionQueue::Notify, Remarks.
type notices struct {
	// Results are numbered in the order in which they were fetched. Those from head
	// to tail are queued; announced is one past the last that a trigger has
	// announced, and solicited one past the last that has failed or may have been
	// solicited.
	head, tail, announced, solicited uint64
	waiting                          []waiter
}

type waiter struct {
	*async.Request
	kind nd2.NotifyType
	// since is the tail when the request was made.
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
// reports whether that triggers: it does for a request that finds one not yet
// announced, or for which one has come since, even if that has been taken already.
func (n *notices) mayBeSolicited() bool {
	n.solicited = n.tail
	unannounced := n.unannounced(nd2.NotifySolicited)
	return slices.ContainsFunc(n.waiting, func(w waiter) bool {
		return w.kind == nd2.NotifySolicited && (unannounced || w.since < n.tail)
	})
}

// unannounced reports whether a result is queued that satisfies the kind and that
// no trigger has announced.
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

// trigger announces what is queued, and returns the requests that it completes.
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
