package qp

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var flushInitiator = []Mutant{
	New("qp.flush.before-disconnect/refused", "A queue pair that was flushed can't be disconnected.",
		Since(On(calls.QPFlush), On(calls.ConnectorDisconnect).Of(Connected), Say(nd2.ConnectionInvalid))),
	New("qp.flush.before-disconnect/result", "Disconnecting a queue pair that was flushed yields a result.",
		Before(calls.ConnectorDisconnect, func(c *calls.Call) {
			if q := c.OnConnector().QP(); q != nil {
				q.Report(calls.Outcome{Result: nd2.Result{Status: nd2.Canceled, RequestType: nd2.RequestReceive}})
			}
		})),
	New("qp.flush.canceled-last/last-succeeds",
		"The last of several canceled Receives is told of as a success.", func() calls.Hooks {
			return calls.Hooks{Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
				last := len(fresh) - 1
				if last > 0 && receives(&fresh[last]) &&
					fresh[last].Status == nd2.Canceled && fresh[last-1].Status == nd2.Canceled {
					fresh[last].Status = nd2.Success
				}
				return fresh
			}}
		}),
	New("qp.flush.cancels-initiator-requests/all-sends", "The results of flushed requests all say Send.",
		EachResult(func(o *calls.Outcome) {
			if o.Status == nd2.Canceled && initiated(o) {
				o.RequestType = nd2.RequestSend
			}
		})),
	New("qp.flush.cancels-initiator-requests/forgets-one", "Flush forgets an initiator request.",
		forgetting(calls.QPFlush, initiated)),
	New("qp.flush.cancels-initiator-requests/no-context",
		"The results of flushed initiator requests have no context.", EachResult(func(o *calls.Outcome) {
			if o.Status == nd2.Canceled && initiated(o) {
				o.RequestContext = 0
			}
		})),
}

var flushReceives = []Mutant{
	New("qp.flush.cancels-receives/forgets-one", "Flush forgets a Receive.", forgetting(calls.QPFlush, receives)),
	New("qp.flush.idle/result", "Flush of a queue pair without requests yields a result.",
		After(calls.QPFlush, func(c *calls.Call) {
			q := c.OnQP()
			q.Report(calls.Outcome{Result: nd2.Result{Status: nd2.Canceled, RequestType: nd2.RequestSend}})
		})),
	New("qp.flush.in-order/from-the-seventeenth",
		"When more than 16 Receives are canceled together, those from the 17th on come newest first.",
		EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
			canceled := func(o calls.Outcome) bool { return o.RequestType == nd2.RequestReceive && o.Status == nd2.Canceled }
			if len(fresh) > 16 && !slices.ContainsFunc(fresh, func(o calls.Outcome) bool { return !canceled(o) }) {
				slices.Reverse(fresh[16:])
			}
			return fresh
		})),
	New("qp.flush.in-order/initiator-reversed", "Flushed initiator requests complete last first.",
		reversedCanceled(initiated)),
	New("qp.flush.in-order/receives-reversed", "Flushed Receives complete last first.", reversedCanceled(receives)),
	New("qp.flush.keeps-results/dropped", "Flush drops results that are queued.",
		Before(calls.QPFlush, func(c *calls.Call) {
			for _, q := range []*calls.CompletionQueue{c.OnQP().ReceiveCQ, c.OnQP().InitiatorCQ} {
				q.Queued(func([]calls.Outcome) []calls.Outcome { return nil })
			}
		})),
	New("qp.flush.not-connected/ignored", "Flush of a queue pair that is not connected does nothing.",
		Refusing(calls.QPFlush, nd2.Success, func(c *calls.Call) bool { return c.OnQP().Connector() == nil })),
}

// afterFlush breaks that a connected queue pair which was flushed cancels what is posted later by method.
func afterFlush(method string) Defect {
	flushed := On(calls.QPFlush).If(func(c *calls.Call) bool { return c.OnQP().Connector() != nil })
	return Since(flushed, On(method), Nothing)
}

var flushOthers = []Mutant{
	New("qp.flush.later-requests/forgets-receive",
		"A Receive that is posted to a connected queue pair after a Flush has no result.", afterFlush(calls.QPReceive)),
	New("qp.flush.later-requests/forgets-send",
		"A Send that is posted to a connected queue pair after a Flush has no result.", afterFlush(calls.QPSend)),
	New("qp.flush.one-result-each/success-and-canceled",
		"Flush cancels the request that completed last, too.", func() calls.Hooks {
			var last calls.Record[*calls.Outcome]
			return calls.Hooks{
				Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
					for i := range fresh {
						if o := fresh[i]; o.On != nil && o.Status == nd2.Success {
							last.Set(&o.On.Object, &o)
						}
					}
					return fresh
				},
				Call: calls.After(calls.QPFlush, func(c *calls.Call) {
					q := c.OnQP()
					q.ReceiveCQ.Queued(nil)
					q.InitiatorCQ.Queued(nil)
					if o := last.Set(c.Object, nil); o != nil {
						again := *o
						again.Status = nd2.Canceled
						q.Report(again)
					}
				}),
			}
		}),
	New("qp.flush.own-requests-only/all",
		"Flush cancels the requests of the other queue pairs of the completion queue, too.",
		After(calls.QPFlush, func(c *calls.Call) { flushOthersOf(c.OnQP(), anyPair) })),
	New("qp.flush.own-requests-only/by-disconnect",
		"Disconnect cancels the requests of the other queue pairs of the completion queue, too.",
		Before(calls.ConnectorDisconnect, func(c *calls.Call) { flushOthersOf(c.OnConnector().QP(), anyPair) })),
	New("qp.flush.own-requests-only/unconnected",
		"Flush cancels the Receives of the queue pairs of the completion queue that are not connected, too.",
		After(calls.QPFlush, func(c *calls.Call) { flushOthersOf(c.OnQP(), unconnected) })),
}

// flushOthersOf flushes those of the other queue pairs that share a completion queue with q.
func flushOthersOf(q *calls.QueuePair, such func(*calls.QueuePair) bool) {
	if q == nil {
		return
	}
	for _, other := range calls.Others[*calls.QueuePair](&q.Object) {
		if such(other) && (other.InitiatorCQ == q.InitiatorCQ || other.ReceiveCQ == q.ReceiveCQ) {
			other.Inner.Flush()
		}
	}
}

// disconnected reports whether a call has disconnected a queue pair.
func disconnected(c *calls.Call) bool { return c.Method == calls.ConnectorDisconnect }

func anyPair(*calls.QueuePair) bool { return true }

func unconnected(q *calls.QueuePair) bool { return q.Connector() == nil }

func receives(o *calls.Outcome) bool { return o.RequestType == nd2.RequestReceive }

func initiated(o *calls.Outcome) bool { return o.RequestType != nd2.RequestReceive }
