package srq

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var receiveOrder = slices.Concat(
	EntryLists("srq.receive.scatters", calls.SRQReceive),
	[]Mutant{
		New("srq.receive.before-connecting/refused", "Receives are refused until a queue pair takes from the queue.",
			Refusing(calls.SRQReceive, nd2.ConnectionInvalid, func(c *calls.Call) bool {
				return !slices.ContainsFunc(calls.Living[*calls.QueuePair](c.Object), func(q *calls.QueuePair) bool {
					return q.SRQ == c.Self
				})
			})),
		DeferredList("srq.receive.list-is-copied", calls.SRQReceive),
		DeferredEntries("srq.receive.list-is-copied", calls.SRQReceive),
		New("srq.receive.nd-success/16-bits", "BytesTransferred of a shared Receive wraps around at 65,536.",
			ResultsThat((*calls.Outcome).FromSRQ, func(o *calls.Outcome) { o.BytesTransferred &= 0xffff })),
		New("srq.receive.nd-success/solicited-room",
			"A shared Receive that a Send with ND_OP_FLAG_SEND_AND_SOLICIT_EVENT takes tells its own length.",
			TellingRoom(nd2.SendAndSolicitEvent, (*calls.Outcome).FromSRQ)),
		New("srq.receive.nd-success/active-room",
			"A shared Receive that a silent Send to the connecting side takes tells its own length.",
			TellingRoom(nd2.SilentSuccess, func(o *calls.Outcome) bool {
				return o.FromSRQ() && o.On != nil && o.On.Connector().Active()
			})),
		New("srq.receive.no-entries/refused", "A request without entries is refused.",
			Refusing(calls.SRQReceive, nd2.InvalidParameter2, NoEntries)),
		New("srq.receive.order-across-queue-pairs/swapped",
			"Messages that arrive at different queue pairs take two Receives in the wrong order.",
			SwappingPairs(calls.SRQReceive)),
		New("srq.receive.order/swapped", "Two Receives are taken in the wrong order.", SwappingPairs(calls.SRQReceive)),
		New("srq.receive.queue-pair-context/first",
			"A Receive's result has the context of the queue's first queue pair.",
			KeepingResults(func(o *calls.Outcome, first *calls.Record[uintptr]) {
				if o.FromSRQ() && o.On != nil {
					o.QueuePairContext = first.Keep(o.Of.Object, o.On.Context)
				}
			})),
		New("srq.receive.queue-pair-context/stale-if-failed",
			"A failed Receive has the context of the queue pair that consumed the Receive before it.",
			KeepingResults(func(o *calls.Outcome, last *calls.Record[uintptr]) {
				if !o.FromSRQ() {
					return
				}
				if before := last.Set(nil, o.QueuePairContext); o.Status != nd2.Success && before != 0 {
					o.QueuePairContext = before
				}
			})),
	},
)

var receiveResults = []Mutant{
	New("srq.receive.receive-completion-queue/initiator",
		"A Receive's result goes to the initiator completion queue of the queue pair.",
		Before(calls.AdapterCreateQueuePairWithSrq, func(c *calls.Call) {
			c.ReceiveCQ, c.InitiatorCQ = c.InitiatorCQ, c.ReceiveCQ
		})),
	New("srq.receive.refused-posts-nothing/result", "A request that is refused has a result.",
		ReportingRefused(calls.SRQReceive)),
	New("srq.receive.refused-posts-nothing/takes-effect", "A request that is refused is carried out, with no data.",
		At(calls.SRQReceive, CarryingOutRefused)),
	New("srq.receive.request-context/truncated", "A Receive's context has lost its upper half.",
		ResultsThat((*calls.Outcome).FromSRQ, func(o *calls.Outcome) { o.RequestContext &= 0xffffffff })),
	New("srq.receive.scatters/beyond", "A message overwrites the byte behind the Receive's entries.",
		EachResult(func(o *calls.Outcome) {
			if o.FromSRQ() && o.Status == nd2.Success {
				OverwriteBehind(o.Of.SGE)
			}
		})),
	New("srq.receive.shared-among-queue-pairs/fifth-lost",
		"Every fifth Receive that a message takes from a shared receive queue has no result.", func() calls.Hooks {
			var taken calls.Record[int]
			return LosingResults(func(o *calls.Outcome) bool {
				return o.FromSRQ() && taken.Update(o.Of.Object, Increment)%5 == 0
			})()
		}),
	New("srq.receive.shared-among-queue-pairs/used-twice", "A Receive is reported by two messages' results.",
		EachBatch(func(fresh []calls.Outcome) (given []calls.Outcome) {
			for _, o := range fresh {
				given = append(given, o)
				if o.FromSRQ() && o.Status == nd2.Success {
					given = append(given, o)
				}
			}
			return given
		})),
}

func untakenReceives() []Mutant {
	flush := On(calls.QPFlush).Of(func(c *calls.Call) *calls.Object { return queueOf(c.OnQP()) })
	disconnect := On(calls.ConnectorDisconnect).Of(func(c *calls.Call) *calls.Object {
		return queueOf(c.OnConnector().QP())
	})
	return []Mutant{
		New("srq.receive.disconnect-spares-untaken/cancels",
			"Disconnecting a queue pair cancels a Receive that it has not taken.",
			NextResult(disconnect, taken, canceling)),
		New("srq.receive.failure-spares-others/ends-all",
			"A Receive that fails ends the connections of all queue pairs of the queue.", EachResult(func(o *calls.Outcome) {
				if !o.FromSRQ() || o.Status == nd2.Success || o.Status == nd2.Canceled {
					return
				}
				for _, q := range calls.Living[*calls.QueuePair](o.Of.Object) {
					if q.SRQ == o.Of.Self {
						q.Inner.Flush()
					}
				}
			})),
		New("srq.receive.flush-spares-untaken/cancels", "Flushing a queue pair cancels a Receive that it has not taken.",
			NextResult(flush, taken, canceling)),
		New("srq.receive.flush-spares-untaken/loses",
			"Flushing a queue pair loses a Receive that it has not taken.", NextResult(flush, taken, Lost)),
	}
}

var starvedReceives = []Mutant{
	New("srq.receive.no-starvation/half-filled-lost", "A shared receive queue's Receive that is canceled has no result.",
		LosingResults(func(o *calls.Outcome) bool { return o.FromSRQ() && o.Status == nd2.Canceled })),
	New("srq.receive.no-starvation/reported-twice",
		"Once a queue pair has ended, a Receive is reported twice.",
		NextResult(On(calls.Release, calls.QPFlush).If(onPair).Of(func(c *calls.Call) *calls.Object {
			return queueOf(c.OnQP())
		}), func(o *calls.Outcome) *calls.Object {
			if o.FromSRQ() {
				return o.Of.Object
			}
			return nil
		}, GivenTwice)),
	New("srq.receive.release-spares-untaken/loses", "Releasing a queue pair loses a Receive that it has not taken.",
		NextResult(released(func(*calls.QueuePair) bool { return true }), taken, Lost)),
	New("srq.receive.release-spares-untaken/loses-unconnected",
		"Releasing a queue pair that was never connected loses a Receive.",
		NextResult(released(func(q *calls.QueuePair) bool { return q.Connector() == nil }), taken, Lost)),
}

// released is the Release of such a queue pair, as one of its shared receive queue.
func released(such func(q *calls.QueuePair) bool) Event {
	return On(calls.Release).If(func(c *calls.Call) bool { return onPair(c) && such(c.OnQP()) }).
		Of(func(c *calls.Call) *calls.Object { return queueOf(c.OnQP()) })
}

func onPair(c *calls.Call) bool {
	_, ok := c.Self.(*calls.QueuePair)
	return ok
}

// queueOf is the shared receive queue of a queue pair, nil if it has none.
func queueOf(q *calls.QueuePair) *calls.Object {
	if q == nil || q.SRQ == nil {
		return nil
	}
	return &q.SRQ.Object
}

// taken is the queue of a Receive that a message has taken.
func taken(o *calls.Outcome) *calls.Object {
	if o.FromSRQ() && o.Status == nd2.Success {
		return o.Of.Object
	}
	return nil
}

func canceling(o calls.Outcome) []calls.Outcome {
	o.Status, o.BytesTransferred = nd2.Canceled, 0
	return []calls.Outcome{o}
}
