package mutant

import (
	"slices"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// shared break shared receive queues: their notifications, their depth, and who
// gets what of them.
func shared() []Mutant {
	return slices.Concat(sharedNotifications(), sharedDepths(), sharedReceives())
}

func sharedNotifications() []Mutant {
	return []Mutant{
		by("srq.modify.already-below", "waits", "Raising the threshold above the count completes no request.",
			func() defect {
				var modifying record[bool]
				return defect{call: func(c *call) nd2.Status {
					if c.method == modify {
						modifying.set(c.object, true)
						defer modifying.set(c.object, false)
					}
					if c.notifies(notifyShared, nd2.Success) && modifying.get(c.object) {
						c.shadow.mute()
					}
					return c.proceed()
				}}
			}),
		by("srq.modify.enables-notification", "ignored", "A queue created without a threshold ignores the one of Modify.",
			before(modify, func(c *call) {
				if c.sharedQueue().threshold == 0 {
					c.threshold = 0
				}
			})),
		by("srq.modify.threshold-holds-for-outstanding-requests", "later", "A new threshold holds from the next Notify on.",
			func() defect {
				var later record[uint32]
				return defect{call: func(c *call) nd2.Status {
					switch {
					case c.method == modify && c.threshold != 0 && len(c.outstanding()) > 0:
						later.set(c.object, c.threshold)
						c.threshold = 0
					case c.method == notifyShared:
						if threshold := later.set(c.object, 0); threshold != 0 {
							c.sharedQueue().inner.Modify(0, threshold)
						}
					}
					return c.proceed()
				}}
			}),
		by("srq.modify.zero-threshold-keeps-threshold", "disables", "A threshold of 0 in Modify disables notifications.",
			func() defect {
				var disabled record[bool]
				return defect{call: func(c *call) nd2.Status {
					s := c.proceed()
					if c.method == modify && s == nd2.Success {
						disabled.set(c.object, c.threshold == 0)
					}
					if c.method == notifyShared && disabled.get(c.object) && c.shadow != nil {
						c.shadow.mute()
						return nd2.Pending
					}
					return s
				}}
			}),
		by("srq.modify.zero-threshold-keeps-threshold", "refused", "A threshold of 0 in Modify is refused.",
			refusing(modify, nd2.InvalidParameter, func(c *call) bool { return c.threshold == 0 })),
		by("srq.notify.already-below", "waits", "A request made when the count is below the threshold is not completed.",
			at(notifyShared, func(c *call) nd2.Status {
				s := c.proceed()
				if s == nd2.Success {
					c.shadow.mute()
					return nd2.Pending
				}
				return s
			})),
		by("srq.notify.arms-once", "stays-armed", "A request is notified of the fall after the one that completed it, too.", rearming(notifyShared)),
		by("srq.notify.counts-for-all-queue-pairs", "one", "Receives that a second queue pair takes do not count.", countsOneQueuePair),
		by("srq.notify.counts-posted-receives", "taken-only", "Receives that are posted after a Notify do not put the notification off.",
			func() defect {
				var extra record[uint32]
				return defect{call: func(c *call) nd2.Status {
					s := c.proceed()
					if c.method == sharedReceive && s == nd2.Success && len(c.outstanding()) > 0 {
						q := c.sharedQueue()
						q.inner.Modify(0, q.threshold+extra.update(c.object, func(n uint32) uint32 { return n + 1 }))
					}
					return s
				}}
			}),
		by("srq.notify.ends-on-release", "never", "Releasing the queue leaves its requests pending.", forgottenOnRelease("IND2SharedReceiveQueue")),
		by("srq.notify.ends-on-removal", "never", "A request outstanding when the adapter is removed never ends.", neverEnding(notifyShared, nd2.DeviceRemoved)),
		by("srq.notify.failure-despite-no-threshold", "forgotten", "A failure of a queue without a threshold completes no request.",
			calls(func(c *call) nd2.Status {
				if c.notifies(notifyShared, nd2.InternalError) && c.sharedQueue().threshold == 0 {
					c.shadow.mute()
				}
				return c.proceed()
			})),
		by("srq.notify.fires-below-threshold", "at", "The notification comes when the count reaches the threshold.", offThreshold(+1)),
		by("srq.notify.fires-below-threshold", "late", "The notification comes one Receive late.", offThreshold(-1)),
		by("srq.notify.releases-every-request", "first-only", "A fall below the threshold completes the oldest request only.",
			calls(func(c *call) nd2.Status {
				if c.notifies(notifyShared, nd2.Success) {
					c.muteOthers(notifyShared, func(*shadow) bool { return true })
				}
				return c.proceed()
			})),
		by("srq.notify.unarmed-at-creation", "armed", "The first request on a queue is completed at once.",
			func() defect {
				var asked record[bool]
				return defect{call: only(notifyShared, func(c *call) nd2.Status {
					if !asked.set(c.object, true) {
						return nd2.Success
					}
					return c.proceed()
				})}
			}),
		by("adapter.createsharedreceivequeue.zero-threshold-disables", "one", "A threshold of 0 at creation notifies when no Receive is left.",
			before(createSharedReceiveQueue, func(c *call) { c.threshold = max(1, c.threshold) })),
	}
}

func sharedDepths() []Mutant {
	return []Mutant{
		by("srq.modify.growth-takes-more-receives", "ignored", "A larger depth is accepted and not had.",
			before(modify, func(c *call) {
				if made := c.sharedQueue().depth; c.depth > made && c.depth <= c.parent.limits().MaxSharedReceiveQueueDepth {
					c.depth = made
				}
			})),
		by("srq.modify.keeps-receives", "loses-one", "A Modify of the depth loses a Receive.",
			spoilingNext(modify, func(c *call) *sharedReceiveQueue { return c.sharedQueue() }, nil)),
		by("srq.modify.keeps-receives", "reorders", "After a Modify of the depth, the first two Receives to be taken are mixed up.",
			func() defect {
				var modified record[bool]
				swap := swapping(func(o *outcome) bool { return o.taken() && modified.get(o.of.object) })()
				return defect{results: swap.results, call: func(c *call) nd2.Status {
					s := c.proceed()
					if c.method == modify && s == nd2.Success {
						modified.set(c.object, true)
					}
					return s
				}}
			}),
		by("srq.modify.unchanged-on-failure", "threshold", "A refused Modify sets the threshold.",
			at(modify, func(c *call) nd2.Status {
				s := c.proceed()
				if s != nd2.Success {
					c.sharedQueue().inner.Modify(0, c.threshold)
				}
				return s
			})),
		by("srq.modify.unchanged-on-failure", "depth", "A Modify below what is posted is refused, but cuts the queue down to it.",
			at(modify, func(c *call) nd2.Status {
				s := c.proceed()
				if s == nd2.BufferOverflow {
					for depth := c.depth; c.sharedQueue().inner.Modify(depth, 0) == nd2.BufferOverflow; depth++ {
					}
				}
				return s
			})),
		by("srq.modify.zero-depth-keeps-depth", "shrinks", "A depth of 0 in Modify cuts the queue down to what is posted.",
			after(modify, func(c *call) {
				if c.depth == 0 {
					for depth := uint32(1); c.sharedQueue().inner.Modify(depth, 0) == nd2.BufferOverflow; depth++ {
					}
				}
			})),
		by("srq.modify.zero-depth-keeps-depth", "refused", "A depth of 0 in Modify is refused.",
			refusing(modify, nd2.InvalidParameter, func(c *call) bool { return c.depth == 0 })),
	}
}

func sharedReceives() []Mutant {
	ofPair := func(c *call) *sharedReceiveQueue { return c.pair().shared }
	ofConnector := func(c *call) *sharedReceiveQueue {
		if q := c.self.(*connector).pair(); q != nil {
			return q.shared
		}
		return nil
	}
	return []Mutant{
		by("srq.receive.before-connecting", "refused", "Receives are refused until a queue pair takes from the queue.",
			refusing(sharedReceive, nd2.ConnectionInvalid, func(c *call) bool {
				return !slices.ContainsFunc(others[*queuePair](c.world, nil), func(q *queuePair) bool { return q.shared == c.self })
			})),
		by("srq.receive.flush-spares-untaken", "cancels", "Flushing a queue pair cancels a Receive that it has not taken.", spoilingNext(flush, ofPair, canceling)),
		by("srq.receive.flush-spares-untaken", "loses", "Flushing a queue pair loses a Receive that it has not taken.", spoilingNext(flush, ofPair, nil)),
		by("srq.receive.disconnect-spares-untaken", "cancels", "Disconnecting a queue pair cancels a Receive that it has not taken.", spoilingNext(disconnect, ofConnector, canceling)),
		by("srq.receive.release-spares-untaken", "loses", "Releasing a queue pair loses a Receive that it has not taken.",
			spoilingNext(release, func(c *call) *sharedReceiveQueue {
				if q, ok := c.self.(*queuePair); ok {
					return q.shared
				}
				return nil
			}, nil)),
		by("srq.receive.no-starvation", "reported-twice", "Once a queue pair has ended, a Receive is reported twice.",
			func() defect {
				var ended record[bool]
				return defect{
					call: func(c *call) nd2.Status {
						if q, ok := c.self.(*queuePair); ok && q.shared != nil && (c.method == release || c.method == flush) {
							ended.set(q.shared.base(), true)
						}
						return c.proceed()
					},
					results: func(_ *completionQueue, fresh []outcome) (given []outcome) {
						for _, o := range fresh {
							given = append(given, o)
							if o.taken() && ended.set(o.of.object, false) {
								given = append(given, o)
							}
						}
						return given
					},
				}
			}),
		by("srq.receive.failure-spares-others", "ends-all", "A Receive that fails ends the connections of all queue pairs of the queue.",
			each(func(o *outcome) {
				if !o.taken() || o.Status == nd2.Success || o.Status == nd2.Canceled {
					return
				}
				for _, q := range others[*queuePair](o.of.world, nil) {
					if q.shared == o.of.self {
						q.inner.Flush()
					}
				}
			})),
		by("srq.receive.order", "swapped", "Two Receives are taken in the wrong order.", pairwise(sharedReceive)),
		by("srq.receive.order-across-queue-pairs", "swapped", "Messages that arrive at different queue pairs take two Receives in the wrong order.", pairwise(sharedReceive)),
		by("srq.receive.shared-among-queue-pairs", "used-twice", "A Receive is reported by two messages' results.",
			batches(func(fresh []outcome) (given []outcome) {
				for _, o := range fresh {
					given = append(given, o)
					if o.taken() && o.Status == nd2.Success {
						given = append(given, o)
					}
				}
				return given
			})),
		by("srq.receive.receive-completion-queue", "initiator", "A Receive's result goes to the initiator completion queue of the queue pair.",
			before(createQueuePairWithSrq, func(c *call) { c.receives, c.initiated = c.initiated, c.receives })),
		by("srq.receive.queue-pair-context", "first", "A Receive's result has the context of the queue's first queue pair.", firstPairsContext),
		by("srq.receive.queue-pair-context", "none", "A Receive's result has no queue pair's context.",
			each(func(o *outcome) {
				if o.taken() {
					o.QueuePairContext = 0
				}
			})),
		by("srq.receive.request-context", "truncated", "A Receive's context has lost its upper half.",
			each(func(o *outcome) {
				if o.taken() {
					o.RequestContext &= 0xffffffff
				}
			})),
	}
}

func (c *call) sharedQueue() *sharedReceiveQueue { return c.self.(*sharedReceiveQueue) }

func (c *call) pair() *queuePair { return c.self.(*queuePair) }

// taken reports whether the result is that of a Receive from a shared receive queue.
func (o *outcome) taken() bool { return o.of != nil && o.of.method == sharedReceive }

func canceling(o *outcome) { o.Status, o.BytesTransferred = nd2.Canceled, 0 }

// spoilingNext makes a defect by which a call spoils the next Receive that is taken
// from a queue: spoil changes its result; nil loses it.
func spoilingNext(method string, of func(*call) *sharedReceiveQueue, spoil func(*outcome)) func() defect {
	return func() defect {
		var due record[bool]
		return defect{
			call: only(method, func(c *call) nd2.Status {
				s := c.proceed()
				if q := of(c); q != nil {
					due.set(q.base(), true)
				}
				return s
			}),
			results: func(_ *completionQueue, fresh []outcome) (given []outcome) {
				for _, o := range fresh {
					if o.taken() && o.Status == nd2.Success && due.set(o.of.object, false) {
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
func offThreshold(by int) func() defect {
	change := func(c *call) {
		if c.threshold > 0 {
			c.threshold = uint32(int(c.threshold) + by)
		}
	}
	return calls(func(c *call) nd2.Status {
		if c.method == modify || c.method == createSharedReceiveQueue {
			change(c)
		}
		return c.proceed()
	})
}

// pairwise makes a defect by which of two requests that are posted in a row the
// second is posted first.
func pairwise(method string) func() defect {
	return func() defect {
		var mu sync.Mutex
		waiting := map[*object]func(){}
		post := func(o *object) bool {
			mu.Lock()
			first := waiting[o]
			delete(waiting, o)
			mu.Unlock()
			if first != nil {
				first()
			}
			return first != nil
		}
		return defect{call: func(c *call) nd2.Status {
			if betweenRequests(c) {
				return c.proceed()
			}
			if c.method != method {
				mu.Lock()
				objects := make([]*object, 0, len(waiting))
				for o := range waiting {
					objects = append(objects, o)
				}
				mu.Unlock()
				for _, o := range objects {
					post(o)
				}
				return c.proceed()
			}
			mu.Lock()
			_, second := waiting[c.object]
			if !second {
				late := *c
				late.sge = slices.Clone(c.sge)
				waiting[c.object] = func() { late.proceed() }
			}
			mu.Unlock()
			if !second {
				return nd2.Success
			}
			s := c.proceed()
			post(c.object)
			return s
		}}
	}
}

// betweenRequests reports whether a call is one that clients make to put a request
// together.
func betweenRequests(c *call) bool { return strings.HasSuffix(c.method, "Token") }

// countsOneQueuePair makes a defect by which a shared receive queue does not notify
// once several queue pairs have taken from it.
func countsOneQueuePair() defect {
	var takers record[map[*queuePair]bool]
	return defect{
		results: func(_ *completionQueue, fresh []outcome) []outcome {
			for _, o := range fresh {
				if o.taken() {
					takers.update(o.of.object, func(set map[*queuePair]bool) map[*queuePair]bool {
						if set == nil {
							set = map[*queuePair]bool{}
						}
						set[o.on] = true
						return set
					})
				}
			}
			return fresh
		},
		call: func(c *call) nd2.Status {
			if c.notifies(notifyShared, nd2.Success) {
				for _, q := range others[*queuePair](c.world, nil) {
					if q.shared == c.self {
						q.receives.queued(nil)
					}
				}
				if len(takers.get(c.object)) > 1 {
					c.shadow.mute()
				}
			}
			return c.proceed()
		},
	}
}

// firstPairsContext makes a defect by which results of a shared receive queue have
// the context of the queue pair that took from it first.
func firstPairsContext() defect {
	var first record[*queuePair]
	return defect{results: func(_ *completionQueue, fresh []outcome) []outcome {
		for i := range fresh {
			if o := &fresh[i]; o.taken() && o.on != nil {
				q := first.update(o.of.object, func(q *queuePair) *queuePair {
					if q == nil {
						return o.on
					}
					return q
				})
				o.QueuePairContext = q.context
			}
		}
		return fresh
	}}
}
