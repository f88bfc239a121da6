package srq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func untakenReceives() []Mutant {
	ofPair := func(c *calls.Call) *calls.SharedReceiveQueue { return c.OnQP().SRQ }
	ofConnector := func(c *calls.Call) *calls.SharedReceiveQueue {
		if q := c.OnConnector().QP(); q != nil {
			return q.SRQ
		}
		return nil
	}
	return []Mutant{
		New("srq.receive.disconnect-spares-untaken/cancels",
			"Disconnecting a queue pair cancels a Receive that it has not taken.",
			spoilingNext(calls.ConnectorDisconnect, ofConnector, canceling)),
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
			spoilingNext(calls.QPFlush, ofPair, canceling)),
		New("srq.receive.flush-spares-untaken/loses",
			"Flushing a queue pair loses a Receive that it has not taken.", spoilingNext(calls.QPFlush, ofPair, nil)),
	}
}

var starvedReceives = []Mutant{
	New("srq.receive.no-starvation/half-filled-lost", "A shared receive queue's Receive that is canceled has no result.",
		LosingResults(func(o *calls.Outcome) bool { return o.FromSRQ() && o.Status == nd2.Canceled })),
	New("srq.receive.no-starvation/reported-twice",
		"Once a queue pair has ended, a Receive is reported twice.", func() calls.Hooks {
			var ended calls.Record[bool]
			return calls.Hooks{
				Call: func(c *calls.Call) nd2.Status {
					q, ok := c.Self.(*calls.QueuePair)
					if ok && q.SRQ != nil && (c.Method == calls.Release || c.Method == calls.QPFlush) {
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
	New("srq.receive.release-spares-untaken/loses", "Releasing a queue pair loses a Receive that it has not taken.",
		spoilingNext(calls.Release, ofReleased(func(*calls.QueuePair) bool { return true }), nil)),
	New("srq.receive.release-spares-untaken/loses-unconnected",
		"Releasing a queue pair that was never connected loses a Receive.",
		spoilingNext(calls.Release, ofReleased(func(q *calls.QueuePair) bool { return q.Connector() == nil }), nil)),
}

func ofReleased(which func(q *calls.QueuePair) bool) func(c *calls.Call) *calls.SharedReceiveQueue {
	return func(c *calls.Call) *calls.SharedReceiveQueue {
		if q, ok := c.Self.(*calls.QueuePair); ok && which(q) {
			return q.SRQ
		}
		return nil
	}
}

func canceling(o *calls.Outcome) { o.Status, o.BytesTransferred = nd2.Canceled, 0 }
