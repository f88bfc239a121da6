package mutant

import (
	"slices"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// srq break shared receive queues: their notifications, their depth, and who
// gets what of them.
func srq() []Mutant {
	return slices.Concat(srqNotifications(), srqDepths(), srqReceives())
}

func srqNotifications() []Mutant {
	return []Mutant{
		by("srq.modify.already-below", "waits", "Raising the threshold above the count completes no request.",
			func() interpose.Hooks {
				var modifying interpose.Record[bool]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					if c.Method == interpose.SRQModify {
						modifying.Set(c.Object, true)
						defer modifying.Set(c.Object, false)
					}
					if c.Notifies(interpose.SRQNotify, nd2.Success) && modifying.Get(c.Object) {
						c.Shadow.Mute()
					}
					return c.Proceed()
				}}
			}),
		by("srq.modify.enables-notification", "ignored", "A queue created without a threshold ignores the one of Modify.",
			before(interpose.SRQModify, func(c *interpose.Call) {
				if c.OnSRQ().Threshold == 0 {
					c.Threshold = 0
				}
			})),
		by("srq.modify.threshold-holds-for-outstanding-requests", "later", "A new threshold holds from the next Notify on.",
			func() interpose.Hooks {
				var later interpose.Record[uint32]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					switch {
					case c.Method == interpose.SRQModify && c.Threshold != 0 && len(c.Outstanding()) > 0:
						later.Set(c.Object, c.Threshold)
						c.Threshold = 0
					case c.Method == interpose.SRQNotify:
						if threshold := later.Set(c.Object, 0); threshold != 0 {
							c.OnSRQ().Inner.Modify(0, threshold)
						}
					}
					return c.Proceed()
				}}
			}),
		by("srq.modify.zero-threshold-keeps-threshold", "disables", "A threshold of 0 in Modify disables notifications.",
			func() interpose.Hooks {
				var disabled interpose.Record[bool]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					s := c.Proceed()
					if c.Method == interpose.SRQModify && s == nd2.Success {
						disabled.Set(c.Object, c.Threshold == 0)
					}
					if c.Method == interpose.SRQNotify && disabled.Get(c.Object) && c.Shadow != nil {
						c.Shadow.Mute()
						return nd2.Pending
					}
					return s
				}}
			}),
		by("srq.modify.zero-threshold-keeps-threshold", "refused", "A threshold of 0 in Modify is refused.",
			refusing(interpose.SRQModify, nd2.InvalidParameter, func(c *interpose.Call) bool { return c.Threshold == 0 })),
		by("srq.notify.already-below", "waits", "A request made when the count is below the threshold is not completed.",
			at(interpose.SRQNotify, func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.Success {
					c.Shadow.Mute()
					return nd2.Pending
				}
				return s
			})),
		by("srq.notify.arms-once", "stays-armed", "A request is notified of the fall after the one that completed it, too.", rearming(interpose.SRQNotify)),
		by("srq.notify.counts-for-all-queue-pairs", "one", "Receives that a second queue pair takes do not count.", countsOneQueuePair),
		by("srq.notify.counts-posted-receives", "taken-only", "Receives that are posted after a Notify do not put the notification off.",
			func() interpose.Hooks {
				var extra interpose.Record[uint32]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					s := c.Proceed()
					if c.Method == interpose.SRQReceive && s == nd2.Success && len(c.Outstanding()) > 0 {
						q := c.OnSRQ()
						q.Inner.Modify(0, q.Threshold+extra.Update(c.Object, func(n uint32) uint32 { return n + 1 }))
					}
					return s
				}}
			}),
		by("srq.notify.ends-on-release", "never", "Releasing the queue leaves its requests pending.", forgottenOnRelease("IND2SharedReceiveQueue")),
		by("srq.notify.ends-on-removal", "never", "A request outstanding when the adapter is removed never ends.", neverEnding(interpose.SRQNotify, nd2.DeviceRemoved)),
		by("srq.notify.failure-despite-no-threshold", "forgotten", "A failure of a queue without a threshold completes no request.",
			calls(func(c *interpose.Call) nd2.Status {
				if c.Notifies(interpose.SRQNotify, nd2.InternalError) && c.OnSRQ().Threshold == 0 {
					c.Shadow.Mute()
				}
				return c.Proceed()
			})),
		by("srq.notify.fires-below-threshold", "at", "The notification comes when the count reaches the threshold.", offThreshold(+1)),
		by("srq.notify.fires-below-threshold", "late", "The notification comes one Receive late.", offThreshold(-1)),
		by("srq.notify.releases-every-request", "first-only", "A fall below the threshold completes the oldest request only.",
			calls(func(c *interpose.Call) nd2.Status {
				if c.Notifies(interpose.SRQNotify, nd2.Success) {
					muteOthers(c, interpose.SRQNotify, func(*interpose.Shadow) bool { return true })
				}
				return c.Proceed()
			})),
		by("srq.notify.unarmed-at-creation", "armed", "The first request on a queue is completed at once.",
			func() interpose.Hooks {
				var asked interpose.Record[bool]
				return interpose.Hooks{Call: interpose.At(interpose.SRQNotify, func(c *interpose.Call) nd2.Status {
					if !asked.Set(c.Object, true) {
						return nd2.Success
					}
					return c.Proceed()
				})}
			}),
		by("adapter.createsharedreceivequeue.zero-threshold-disables", "one", "A threshold of 0 at creation notifies when no Receive is left.",
			before(interpose.AdapterCreateSharedReceiveQueue, func(c *interpose.Call) { c.Threshold = max(1, c.Threshold) })),
	}
}

func srqDepths() []Mutant {
	return []Mutant{
		by("srq.modify.growth-takes-more-receives", "ignored", "A larger depth is accepted and not had.",
			before(interpose.SRQModify, func(c *interpose.Call) {
				if made := c.OnSRQ().Depth; c.Depth > made && c.Depth <= c.Parent.Limits().MaxSharedReceiveQueueDepth {
					c.Depth = made
				}
			})),
		by("srq.modify.keeps-receives", "loses-one", "A Modify of the depth loses a Receive.",
			spoilingNext(interpose.SRQModify, func(c *interpose.Call) *interpose.SharedReceiveQueue { return c.OnSRQ() }, nil)),
		by("srq.modify.keeps-receives", "reorders", "After a Modify of the depth, the first two Receives to be taken are mixed up.",
			func() interpose.Hooks {
				var modified interpose.Record[bool]
				swap := swapping(func(o *interpose.Outcome) bool { return o.FromSRQ() && modified.Get(o.Of.Object) })()
				return interpose.Hooks{Results: swap.Results, Call: func(c *interpose.Call) nd2.Status {
					s := c.Proceed()
					if c.Method == interpose.SRQModify && s == nd2.Success {
						modified.Set(c.Object, true)
					}
					return s
				}}
			}),
		by("srq.modify.unchanged-on-failure", "threshold", "A refused Modify sets the threshold.",
			at(interpose.SRQModify, func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if s != nd2.Success {
					c.OnSRQ().Inner.Modify(0, c.Threshold)
				}
				return s
			})),
		by("srq.modify.unchanged-on-failure", "depth", "A Modify below what is posted is refused, but cuts the queue down to it.",
			at(interpose.SRQModify, func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.BufferOverflow {
					for depth := c.Depth; c.OnSRQ().Inner.Modify(depth, 0) == nd2.BufferOverflow; depth++ {
					}
				}
				return s
			})),
		by("srq.modify.zero-depth-keeps-depth", "shrinks", "A depth of 0 in Modify cuts the queue down to what is posted.",
			after(interpose.SRQModify, func(c *interpose.Call) {
				if c.Depth == 0 {
					for depth := uint32(1); c.OnSRQ().Inner.Modify(depth, 0) == nd2.BufferOverflow; depth++ {
					}
				}
			})),
		by("srq.modify.zero-depth-keeps-depth", "refused", "A depth of 0 in Modify is refused.",
			refusing(interpose.SRQModify, nd2.InvalidParameter, func(c *interpose.Call) bool { return c.Depth == 0 })),
	}
}

func srqReceives() []Mutant {
	ofPair := func(c *interpose.Call) *interpose.SharedReceiveQueue { return c.OnQP().SRQ }
	ofConnector := func(c *interpose.Call) *interpose.SharedReceiveQueue {
		if q := c.OnConnector().QP(); q != nil {
			return q.SRQ
		}
		return nil
	}
	return []Mutant{
		by("srq.receive.before-connecting", "refused", "Receives are refused until a queue pair takes from the queue.",
			refusing(interpose.SRQReceive, nd2.ConnectionInvalid, func(c *interpose.Call) bool {
				return !slices.ContainsFunc(interpose.Living[*interpose.QueuePair](c.Object), func(q *interpose.QueuePair) bool { return q.SRQ == c.Self })
			})),
		by("srq.receive.flush-spares-untaken", "cancels", "Flushing a queue pair cancels a Receive that it has not taken.", spoilingNext(interpose.QPFlush, ofPair, canceling)),
		by("srq.receive.flush-spares-untaken", "loses", "Flushing a queue pair loses a Receive that it has not taken.", spoilingNext(interpose.QPFlush, ofPair, nil)),
		by("srq.receive.disconnect-spares-untaken", "cancels", "Disconnecting a queue pair cancels a Receive that it has not taken.", spoilingNext(interpose.ConnectorDisconnect, ofConnector, canceling)),
		by("srq.receive.release-spares-untaken", "loses", "Releasing a queue pair loses a Receive that it has not taken.",
			spoilingNext(interpose.Release, func(c *interpose.Call) *interpose.SharedReceiveQueue {
				if q, ok := c.Self.(*interpose.QueuePair); ok {
					return q.SRQ
				}
				return nil
			}, nil)),
		by("srq.receive.no-starvation", "reported-twice", "Once a queue pair has ended, a Receive is reported twice.",
			func() interpose.Hooks {
				var ended interpose.Record[bool]
				return interpose.Hooks{
					Call: func(c *interpose.Call) nd2.Status {
						if q, ok := c.Self.(*interpose.QueuePair); ok && q.SRQ != nil && (c.Method == interpose.Release || c.Method == interpose.QPFlush) {
							ended.Set(&q.SRQ.Object, true)
						}
						return c.Proceed()
					},
					Results: func(_ *interpose.CompletionQueue, fresh []interpose.Outcome) (given []interpose.Outcome) {
						for _, o := range fresh {
							given = append(given, o)
							if o.FromSRQ() && ended.Set(o.Of.Object, false) {
								given = append(given, o)
							}
						}
						return given
					},
				}
			}),
		by("srq.receive.failure-spares-others", "ends-all", "A Receive that fails ends the connections of all queue pairs of the queue.",
			each(func(o *interpose.Outcome) {
				if !o.FromSRQ() || o.Status == nd2.Success || o.Status == nd2.Canceled {
					return
				}
				for _, q := range interpose.Living[*interpose.QueuePair](o.Of.Object) {
					if q.SRQ == o.Of.Self {
						q.Inner.Flush()
					}
				}
			})),
		by("srq.receive.order", "swapped", "Two Receives are taken in the wrong order.", pairwise(interpose.SRQReceive)),
		by("srq.receive.order-across-queue-pairs", "swapped", "Messages that arrive at different queue pairs take two Receives in the wrong order.", pairwise(interpose.SRQReceive)),
		by("srq.receive.shared-among-queue-pairs", "used-twice", "A Receive is reported by two messages' results.",
			batches(func(fresh []interpose.Outcome) (given []interpose.Outcome) {
				for _, o := range fresh {
					given = append(given, o)
					if o.FromSRQ() && o.Status == nd2.Success {
						given = append(given, o)
					}
				}
				return given
			})),
		by("srq.receive.receive-completion-queue", "initiator", "A Receive's result goes to the initiator completion queue of the queue pair.",
			before(interpose.AdapterCreateQueuePairWithSrq, func(c *interpose.Call) { c.ReceiveCQ, c.InitiatorCQ = c.InitiatorCQ, c.ReceiveCQ })),
		by("srq.receive.queue-pair-context", "first", "A Receive's result has the context of the queue's first queue pair.", firstPairsContext),
		by("srq.receive.queue-pair-context", "none", "A Receive's result has no queue pair's context.",
			each(func(o *interpose.Outcome) {
				if o.FromSRQ() {
					o.QueuePairContext = 0
				}
			})),
		by("srq.receive.request-context", "truncated", "A Receive's context has lost its upper half.",
			each(func(o *interpose.Outcome) {
				if o.FromSRQ() {
					o.RequestContext &= 0xffffffff
				}
			})),
	}
}

func canceling(o *interpose.Outcome) { o.Status, o.BytesTransferred = nd2.Canceled, 0 }

// spoilingNext makes a defect by which a call spoils the next Receive that is taken
// from a queue: spoil changes its result; nil loses it.
func spoilingNext(method string, of func(*interpose.Call) *interpose.SharedReceiveQueue, spoil func(*interpose.Outcome)) defect {
	return func() interpose.Hooks {
		var due interpose.Record[bool]
		return interpose.Hooks{
			Call: interpose.At(method, func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if q := of(c); q != nil {
					due.Set(&q.Object, true)
				}
				return s
			}),
			Results: func(_ *interpose.CompletionQueue, fresh []interpose.Outcome) (given []interpose.Outcome) {
				for _, o := range fresh {
					if o.FromSRQ() && o.Status == nd2.Success && due.Set(o.Of.Object, false) {
						if spoil == nil {
							continue
						}
						spoil(&o)
					}
					given = append(given, o)
				}
				return given
			},
		}
	}
}

// offThreshold makes a defect by which every threshold is higher or lower.
func offThreshold(by int) defect {
	change := func(c *interpose.Call) {
		if c.Threshold > 0 {
			c.Threshold = uint32(int(c.Threshold) + by)
		}
	}
	return calls(func(c *interpose.Call) nd2.Status {
		if c.Method == interpose.SRQModify || c.Method == interpose.AdapterCreateSharedReceiveQueue {
			change(c)
		}
		return c.Proceed()
	})
}

// pairwise makes a defect by which of two requests that are posted in a row the
// second is posted first.
func pairwise(method string) defect {
	return func() interpose.Hooks {
		var mu sync.Mutex
		waiting := map[*interpose.Object]func(){}
		post := func(o *interpose.Object) bool {
			mu.Lock()
			first := waiting[o]
			delete(waiting, o)
			mu.Unlock()
			if first != nil {
				first()
			}
			return first != nil
		}
		return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
			if betweenRequests(c) {
				return c.Proceed()
			}
			if c.Method != method {
				mu.Lock()
				objects := make([]*interpose.Object, 0, len(waiting))
				for o := range waiting {
					objects = append(objects, o)
				}
				mu.Unlock()
				for _, o := range objects {
					post(o)
				}
				return c.Proceed()
			}
			mu.Lock()
			_, second := waiting[c.Object]
			if !second {
				late := *c
				late.SGE = slices.Clone(c.SGE)
				waiting[c.Object] = func() { late.Proceed() }
			}
			mu.Unlock()
			if !second {
				return nd2.Success
			}
			s := c.Proceed()
			post(c.Object)
			return s
		}}
	}
}

// betweenRequests reports whether a call is one that clients make to put a request
// together.
func betweenRequests(c *interpose.Call) bool { return strings.HasSuffix(c.Method, "Token") }

// countsOneQueuePair makes a defect by which a shared receive queue does not notify
// once several queue pairs have taken from it.
func countsOneQueuePair() interpose.Hooks {
	var takers interpose.Record[map[*interpose.QueuePair]bool]
	return interpose.Hooks{
		Results: func(_ *interpose.CompletionQueue, fresh []interpose.Outcome) []interpose.Outcome {
			for _, o := range fresh {
				if o.FromSRQ() {
					takers.Update(o.Of.Object, func(set map[*interpose.QueuePair]bool) map[*interpose.QueuePair]bool {
						if set == nil {
							set = map[*interpose.QueuePair]bool{}
						}
						set[o.On] = true
						return set
					})
				}
			}
			return fresh
		},
		Call: func(c *interpose.Call) nd2.Status {
			if c.Notifies(interpose.SRQNotify, nd2.Success) {
				for _, q := range interpose.Living[*interpose.QueuePair](c.Object) {
					if q.SRQ == c.Self {
						q.ReceiveCQ.Queued(nil)
					}
				}
				if len(takers.Get(c.Object)) > 1 {
					c.Shadow.Mute()
				}
			}
			return c.Proceed()
		},
	}
}

// firstPairsContext makes a defect by which results of a shared receive queue have
// the context of the queue pair that took from it first.
func firstPairsContext() interpose.Hooks {
	var first interpose.Record[*interpose.QueuePair]
	return interpose.Hooks{Results: func(_ *interpose.CompletionQueue, fresh []interpose.Outcome) []interpose.Outcome {
		for i := range fresh {
			if o := &fresh[i]; o.FromSRQ() && o.On != nil {
				q := first.Update(o.Of.Object, func(q *interpose.QueuePair) *interpose.QueuePair {
					if q == nil {
						return o.On
					}
					return q
				})
				o.QueuePairContext = q.Context
			}
		}
		return fresh
	}}
}
