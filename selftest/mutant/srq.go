package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// srq break shared receive queues: their notifications, their depth, and who
// gets what of them.
func srq() []Mutant {
	return slices.Concat(srqNotifications(), srqDepths(), srqReceives())
}

func srqReceives() []Mutant {
	return slices.Concat(srqSpared(), srqTaken())
}

// srqSpared break which Receives survive the end of a queue pair.
func srqSpared() []Mutant {
	ofPair := func(c *calls.Call) *calls.SharedReceiveQueue { return c.OnQP().SRQ }
	ofConnector := func(c *calls.Call) *calls.SharedReceiveQueue {
		if q := c.OnConnector().QP(); q != nil {
			return q.SRQ
		}
		return nil
	}
	ofReleased := func(which func(q *calls.QueuePair) bool) func(c *calls.Call) *calls.SharedReceiveQueue {
		return func(c *calls.Call) *calls.SharedReceiveQueue {
			if q, ok := c.Self.(*calls.QueuePair); ok && which(q) {
				return q.SRQ
			}
			return nil
		}
	}
	return []Mutant{
		by("srq.receive.flush-spares-untaken", "cancels", "Flushing a queue pair cancels a Receive that it has not taken.", spoilingNext(calls.QPFlush, ofPair, canceling)),
		by("srq.receive.flush-spares-untaken", "loses", "Flushing a queue pair loses a Receive that it has not taken.", spoilingNext(calls.QPFlush, ofPair, nil)),
		by("srq.receive.disconnect-spares-untaken", "cancels", "Disconnecting a queue pair cancels a Receive that it has not taken.", spoilingNext(calls.ConnectorDisconnect, ofConnector, canceling)),
		by("srq.receive.release-spares-untaken", "loses", "Releasing a queue pair loses a Receive that it has not taken.",
			spoilingNext(calls.Release, ofReleased(func(*calls.QueuePair) bool { return true }), nil)),
		by("srq.receive.release-spares-untaken", "loses-unconnected", "Releasing a queue pair that was never connected loses a Receive.",
			spoilingNext(calls.Release, ofReleased(func(q *calls.QueuePair) bool { return q.Connector() == nil }), nil)),
		by("srq.receive.no-starvation", "reported-twice", "Once a queue pair has ended, a Receive is reported twice.",
			func() calls.Hooks {
				var ended calls.Record[bool]
				return calls.Hooks{
					Call: func(c *calls.Call) nd2.Status {
						if q, ok := c.Self.(*calls.QueuePair); ok && q.SRQ != nil && (c.Method == calls.Release || c.Method == calls.QPFlush) {
							ended.Set(&q.SRQ.Object, true)
						}
						return c.Proceed()
					},
					Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) (given []calls.Outcome) {
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
			each(func(o *calls.Outcome) {
				if !o.FromSRQ() || o.Status == nd2.Success || o.Status == nd2.Canceled {
					return
				}
				for _, q := range calls.Living[*calls.QueuePair](o.Of.Object) {
					if q.SRQ == o.Of.Self {
						q.Inner.Flush()
					}
				}
			})),
	}
}

// srqTaken break which Receive a message takes, and what its result says.
func srqTaken() []Mutant {
	return []Mutant{
		by("srq.receive.before-connecting", "refused", "Receives are refused until a queue pair takes from the queue.",
			refusing(calls.SRQReceive, nd2.ConnectionInvalid, func(c *calls.Call) bool {
				return !slices.ContainsFunc(calls.Living[*calls.QueuePair](c.Object), func(q *calls.QueuePair) bool { return q.SRQ == c.Self })
			})),
		by("srq.receive.order", "swapped", "Two Receives are taken in the wrong order.", pairwise(calls.SRQReceive)),
		by("srq.receive.order-across-queue-pairs", "swapped", "Messages that arrive at different queue pairs take two Receives in the wrong order.", pairwise(calls.SRQReceive)),
		by("srq.receive.shared-among-queue-pairs", "used-twice", "A Receive is reported by two messages' results.",
			batches(func(fresh []calls.Outcome) (given []calls.Outcome) {
				for _, o := range fresh {
					given = append(given, o)
					if o.FromSRQ() && o.Status == nd2.Success {
						given = append(given, o)
					}
				}
				return given
			})),
		by("srq.receive.receive-completion-queue", "initiator", "A Receive's result goes to the initiator completion queue of the queue pair.",
			before(calls.AdapterCreateQueuePairWithSrq, func(c *calls.Call) { c.ReceiveCQ, c.InitiatorCQ = c.InitiatorCQ, c.ReceiveCQ })),
		by("srq.receive.queue-pair-context", "first", "A Receive's result has the context of the queue's first queue pair.", firstPairsContext),
		by("srq.receive.queue-pair-context", "none", "A Receive's result has no queue pair's context.",
			each(func(o *calls.Outcome) {
				if o.FromSRQ() {
					o.QueuePairContext = 0
				}
			})),
		by("srq.receive.request-context", "truncated", "A Receive's context has lost its upper half.",
			each(func(o *calls.Outcome) {
				if o.FromSRQ() {
					o.RequestContext &= 0xffffffff
				}
			})),
	}
}

func canceling(o *calls.Outcome) { o.Status, o.BytesTransferred = nd2.Canceled, 0 }

// spoilingNext makes a defect by which a call spoils the next Receive that is taken
// from a queue: spoil changes its result; nil loses it.
func spoilingNext(method string, of func(*calls.Call) *calls.SharedReceiveQueue, spoil func(*calls.Outcome)) defect {
	return func() calls.Hooks {
		var due calls.Record[bool]
		return calls.Hooks{
			Call: calls.At(method, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if q := of(c); q != nil {
					due.Set(&q.Object, true)
				}
				return s
			}),
			Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) (given []calls.Outcome) {
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

// firstPairsContext makes a defect by which results of a shared receive queue have
// the context of the queue pair that took from it first.
func firstPairsContext() calls.Hooks {
	var first calls.Record[*calls.QueuePair]
	return calls.Hooks{Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
		for i := range fresh {
			if o := &fresh[i]; o.FromSRQ() && o.On != nil {
				q := first.Keep(o.Of.Object, o.On)
				o.QueuePairContext = q.Context
			}
		}
		return fresh
	}}
}
