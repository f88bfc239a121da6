package mutant

import (
	"cmp"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

const getResult = "IND2Overlapped::GetOverlappedResult"

// overlapped break how overlapped requests end and are notified of: those of
// Notify, of both kinds of queue.
func overlapped() []Mutant {
	return slices.Concat(
		notified("cq.notify.notified-once", notifyQueue), notified("srq.notify.notified-once", notifyShared),
		inline("cq.notify.inline-not-notified", notifyQueue), inline("srq.notify.inline-not-notified", notifyShared),
		[]Mutant{
			by("cq.notify.cancel-ends-all", "first-only", "CancelOverlappedRequests ends the oldest request only.",
				before(cancel, func(c *call) {
					for i, s := range c.inOrder() {
						if i > 0 {
							s.mute()
						}
					}
				})),
			by("cq.notify.cancel-ends-all", "not-errors", "CancelOverlappedRequests leaves requests for ND_CQ_NOTIFY_ERRORS pending.",
				before(cancel, func(c *call) {
					for _, s := range c.outstanding() {
						if s.method == notifyQueue && s.kind == nd2.NotifyErrors {
							s.mute()
						}
					}
				})),
			by("cq.notify.cancel-in-order", "reversed", "Canceled requests are delivered newest first.", reversedCancel),
			by("cq.notify.cancel-in-order", "late", "Canceled requests are delivered with the next call on the queue.", lateCancel),
			by("cq.notify.cancel-by-queue", "all-queues", "CancelOverlappedRequests cancels the requests of every completion queue.",
				after(cancel, func(c *call) {
					for _, q := range others[*completionQueue](c.world, c.object) {
						q.inner.CancelOverlappedRequests()
					}
				})),
			by("srq.notify.cancels-own-requests", "all-queues", "CancelOverlappedRequests cancels the requests of every shared receive queue.",
				after(cancel, func(c *call) {
					for _, q := range others[*sharedReceiveQueue](c.world, c.object) {
						q.inner.CancelOverlappedRequests()
					}
				})),
			by("cq.notify.cancel-race", "forgets", "After CancelOverlappedRequests, Notify ignores the results that are queued.",
				func() defect {
					var canceled record[bool]
					return defect{call: func(c *call) nd2.Status {
						s := c.proceed()
						switch {
						case c.method == cancel:
							canceled.set(c.object, true)
						case c.method == notifyQueue && canceled.set(c.object, false) && s == nd2.Success:
							return c.proceed()
						}
						return s
					}}
				}),
			by("srq.notify.ends-once", "notified-again", "CancelOverlappedRequests notifies once more of requests that have ended.",
				before(cancel, func(c *call) {
					for _, s := range c.over() {
						s.set()
						s.post()
					}
				})),
		},
	)
}

// notified makes the mutants of the notification of requests of a method.
func notified(entry, method string) []Mutant {
	mine := func(c *call, what string) bool { return c.method == what && c.shadow.method == method }
	twice := func(what string) func() defect {
		return calls(func(c *call) nd2.Status {
			if mine(c, what) {
				c.proceed()
			}
			return c.proceed()
		})
	}
	never := func(what string) func() defect {
		return calls(func(c *call) nd2.Status {
			if mine(c, what) {
				return nd2.Success
			}
			return c.proceed()
		})
	}
	return []Mutant{
		by(entry, "event-twice", "The event of a request is set twice.", twice(setEvent)),
		by(entry, "packet-twice", "A request has two packets posted.", twice(postPacket)),
		by(entry, "no-event", "The event of a request is not set.", never(setEvent)),
		by(entry, "no-packet", "A request has no packet posted.", never(postPacket)),
	}
}

// inline makes the mutants of requests of a method that end inline.
func inline(entry, method string) []Mutant {
	also := func(do func(s *shadow)) func() defect {
		return after(method, func(c *call) {
			if c.shadow != nil {
				do(c.shadow)
			}
		})
	}
	return []Mutant{
		by(entry, "packet", "A request that ends inline has a packet posted.", also(func(s *shadow) { s.post() })),
		by(entry, "event", "A request that ends inline has its event set.", also(func(s *shadow) {
			if s.client.Event != nil {
				s.client.Event.Set()
			}
		})),
		by(entry, "overlapped", "A request that ends inline writes to its OVERLAPPED.", also(func(s *shadow) { s.client.Internal = uintptr(nd2.Pending) })),
	}
}

// inOrder lists the outstanding requests, oldest first.
func (o *object) inOrder() []*shadow {
	list := o.outstanding()
	slices.SortFunc(list, func(a, b *shadow) int { return cmp.Compare(a.number, b.number) })
	return list
}

// over lists the requests that the client has been notified of.
func (o *object) over() (list []*shadow) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, s := range o.requests {
		if s.notified() {
			list = append(list, s)
		}
	}
	return list
}

// A stash keeps notifications back.
type stash struct {
	mu      sync.Mutex
	keeping *object
	kept    []*shadow
}

// keeps takes in the notifications of the object that it is keeping.
func (k *stash) keeps(c *call) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if c.shadow == nil || k.keeping != c.shadow.object {
		return false
	}
	switch c.method {
	case setEvent:
		k.kept = append(k.kept, c.shadow)
		return true
	case postPacket:
		return true
	}
	return false
}

// keep has the stash keep the notifications of o, nil for none.
func (k *stash) keep(o *object) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keeping = o
}

func (k *stash) empty() []*shadow {
	k.mu.Lock()
	defer k.mu.Unlock()
	kept := k.kept
	k.kept = nil
	return kept
}

func deliver(list []*shadow) {
	for _, s := range list {
		s.set()
		s.post()
	}
}

func reversedCancel() defect {
	k := new(stash)
	return defect{call: func(c *call) nd2.Status {
		if k.keeps(c) {
			return nd2.Success
		}
		if c.method != cancel {
			return c.proceed()
		}
		k.keep(c.object)
		s := c.proceed()
		k.keep(nil)
		list := k.empty()
		slices.Reverse(list)
		deliver(list)
		return s
	}}
}

func lateCancel() defect {
	k := new(stash)
	return defect{call: func(c *call) nd2.Status {
		if k.keeps(c) {
			return nd2.Success
		}
		deliver(k.empty())
		if c.method != cancel {
			return c.proceed()
		}
		k.keep(c.object)
		defer k.keep(nil)
		return c.proceed()
	}}
}
