package mutant

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// notifyRequests break how overlapped requests end and are notified of: those of
// Notify, of both kinds of queue.
func notifyRequests() []Mutant {
	return slices.Concat(
		notified("cq.notify.notified-once", calls.CQNotify), notified("srq.notify.notified-once", calls.SRQNotify),
		[]Mutant{
			inline("cq.notify.inline-not-notified", calls.CQNotify), inline("srq.notify.inline-not-notified", calls.SRQNotify),
			by("cq.notify.cancel-disarms", "stays-armed", "A queue whose request for ND_CQ_NOTIFY_ANY was canceled takes the next one to be such, too.",
				keeping(func(c *calls.Call, canceled *calls.Record[bool]) nd2.Status {
					switch {
					case c.Method == calls.CancelOverlappedRequests && len(c.Outstanding()) > 0:
						canceled.Set(c.Object, true)
					case c.Method == calls.CQNotify && canceled.Set(c.Object, false) && c.NotifyType == nd2.NotifySolicited:
						c.NotifyType = nd2.NotifyAny
					}
					return c.Proceed()
				})),
			by("cq.notify.cancel-ends-all", "first-only", "CancelOverlappedRequests ends the oldest request only.",
				before(calls.CancelOverlappedRequests, func(c *calls.Call) {
					for i, s := range c.Outstanding() {
						if i > 0 {
							s.Mute()
						}
					}
				})),
			by("cq.notify.cancel-ends-all", "not-errors", "CancelOverlappedRequests leaves requests for ND_CQ_NOTIFY_ERRORS pending.",
				before(calls.CancelOverlappedRequests, func(c *calls.Call) {
					for _, s := range c.Outstanding() {
						if s.Method == calls.CQNotify && s.NotifyType == nd2.NotifyErrors {
							s.Mute()
						}
					}
				})),
			by("cq.notify.cancel-in-order", "reversed", "Canceled requests are delivered newest first.", reversedCancel),
			by("cq.notify.cancel-in-order", "late", "Canceled requests are delivered with the next call on the queue.", lateCancel),
			by("cq.notify.cancel-by-queue", "all-queues", "CancelOverlappedRequests cancels the requests of every completion queue.",
				after(calls.CancelOverlappedRequests, func(c *calls.Call) {
					for _, q := range calls.Others[*calls.CompletionQueue](c.Object) {
						q.Inner.CancelOverlappedRequests()
					}
				})),
			by("srq.notify.cancels-own-requests", "all-queues", "CancelOverlappedRequests cancels the requests of every shared receive queue.",
				after(calls.CancelOverlappedRequests, func(c *calls.Call) {
					for _, q := range calls.Others[*calls.SharedReceiveQueue](c.Object) {
						q.Inner.CancelOverlappedRequests()
					}
				})),
			by("cq.notify.cancel-race", "forgets", "After CancelOverlappedRequests, Notify ignores the results that are queued.",
				keeping(func(c *calls.Call, canceled *calls.Record[bool]) nd2.Status {
					s := c.Proceed()
					switch {
					case c.Method == calls.CancelOverlappedRequests:
						canceled.Set(c.Object, true)
					case c.Method == calls.CQNotify && canceled.Set(c.Object, false) && s == nd2.Success:
						return c.Proceed()
					}
					return s
				})),
			by("srq.notify.ends-once", "notified-again", "CancelOverlappedRequests notifies once more of requests that have ended.",
				before(calls.CancelOverlappedRequests, func(c *calls.Call) {
					for _, s := range c.Notified() {
						s.SetEvent()
						s.PostPacket()
					}
				})),
		},
	)
}

// notified makes the mutants of the notification of requests of a method.
func notified(entry, method string) []Mutant {
	mine := func(c *calls.Call, what string) bool { return c.Method == what && c.Shadow.Method == method }
	twice := func(what string) defect {
		return onCall(func(c *calls.Call) nd2.Status {
			if mine(c, what) {
				c.Proceed()
			}
			return c.Proceed()
		})
	}
	never := func(what string) defect {
		return onCall(func(c *calls.Call) nd2.Status {
			if mine(c, what) {
				return nd2.Success
			}
			return c.Proceed()
		})
	}
	return []Mutant{
		by(entry, "event-twice", "The event of a request is set twice.", twice(calls.EventSet)),
		by(entry, "packet-twice", "A request has two packets posted.", twice(calls.PortPost)),
		by(entry, "no-event", "The event of a request is not set.", never(calls.EventSet)),
		by(entry, "no-packet", "A request has no packet posted.", never(calls.PortPost)),
	}
}

// inline makes the mutant of requests of a method that end inline.
func inline(entry, method string) Mutant {
	also := func(do func(s *calls.Shadow)) defect {
		return after(method, func(c *calls.Call) {
			if c.Shadow != nil {
				do(c.Shadow)
			}
		})
	}
	return by(entry, "packet", "A request that ends inline has a packet posted.", also(func(s *calls.Shadow) { s.PostPacket() }))
}

// A stash keeps notifications back.
type stash struct {
	mu      sync.Mutex
	keeping *calls.Object
	kept    []*calls.Shadow
}

// keeps takes in the notifications of the object that it is keeping.
func (k *stash) keeps(c *calls.Call) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if c.Shadow == nil || k.keeping != c.Shadow.Object {
		return false
	}
	switch c.Method {
	case calls.EventSet:
		k.kept = append(k.kept, c.Shadow)
		return true
	case calls.PortPost:
		return true
	}
	return false
}

// keep has the stash keep the notifications of o, nil for none.
func (k *stash) keep(o *calls.Object) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keeping = o
}

func (k *stash) empty() []*calls.Shadow {
	k.mu.Lock()
	defer k.mu.Unlock()
	kept := k.kept
	k.kept = nil
	return kept
}

func deliver(list []*calls.Shadow) {
	for _, s := range list {
		s.SetEvent()
		s.PostPacket()
	}
}

func reversedCancel() calls.Hooks {
	k := new(stash)
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if k.keeps(c) {
			return nd2.Success
		}
		if c.Method != calls.CancelOverlappedRequests {
			return c.Proceed()
		}
		k.keep(c.Object)
		s := c.Proceed()
		k.keep(nil)
		list := k.empty()
		slices.Reverse(list)
		deliver(list)
		return s
	}}
}

func lateCancel() calls.Hooks {
	k := new(stash)
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if k.keeps(c) {
			return nd2.Success
		}
		deliver(k.empty())
		if c.Method != calls.CancelOverlappedRequests {
			return c.Proceed()
		}
		k.keep(c.Object)
		defer k.keep(nil)
		return c.Proceed()
	}}
}
