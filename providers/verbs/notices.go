package verbs

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/async"
)

// notices are the account of a completion queue's notifications: what is queued,
// what of it a trigger has announced, and who waits for what.
//
//	outstanding         a result   a failed or      the queue
//	                               solicited one    fails
//	NotifyErrors        –          –                all
//	NotifySolicited     –          all              all
//	NotifyAny           all        all              all
//
// "All" but those for NotifyErrors, which only the failure of the queue completes.
// Source: IND2CompletionQueue::Notify, Remarks.
type notices struct {
	// Results are numbered in the order in which they were fetched. Those from head
	// to tail are queued; announced is one past the last that a trigger has
	// announced, solicited one past the last that has failed or may have been
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

// fetched counts a result in, and reports whether it triggers.
func (n *notices) fetched(failed bool) bool {
	n.tail++
	if failed {
		n.solicited = n.tail
	}
	return n.wants(nd2.NotifyAny) || failed && n.wants(nd2.NotifySolicited)
}

// wants reports whether somebody waits for a kind.
func (n *notices) wants(kind nd2.NotifyType) bool {
	return slices.ContainsFunc(n.waiting, func(w waiter) bool { return w.kind == kind })
}

// mayBeSolicited says that what has been fetched may hold a solicited result, and
// reports whether that triggers: who finds one that is not announced, or for whom
// one has come since, if it has been taken already.
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

// wait takes in a request.
func (n *notices) wait(r *async.Request, kind nd2.NotifyType) {
	n.waiting = append(n.waiting, waiter{r, kind, n.tail})
}

// trigger announces what is queued, and gives the requests that it completes.
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
