package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

func flushes() []Mutant {
	return slices.Concat(flushedRequests(), flushScopes())
}

// flushedRequests break what Flush does to the requests of its queue pair.
func flushedRequests() []Mutant {
	receives := func(o *calls.Outcome) bool { return o.RequestType == nd2.RequestReceive }
	initiated := func(o *calls.Outcome) bool { return o.RequestType != nd2.RequestReceive }
	return []Mutant{
		by("qp.flush.cancels-receives", "forgets-one", "Flush forgets a Receive.", forgetting(calls.QPFlush, receives)),
		by("qp.flush.cancels-initiator-requests", "forgets-one", "Flush forgets an initiator request.", forgetting(calls.QPFlush, initiated)),
		by("qp.flush.cancels-initiator-requests", "all-sends", "The results of flushed requests all say Send.",
			each(func(o *calls.Outcome) {
				if o.Status == nd2.Canceled && initiated(o) {
					o.RequestType = nd2.RequestSend
				}
			})),
		by("qp.flush.cancels-initiator-requests", "no-context", "The results of flushed initiator requests have no context.",
			each(func(o *calls.Outcome) {
				if o.Status == nd2.Canceled && initiated(o) {
					o.RequestContext = 0
				}
			})),
		by("qp.flush.in-order", "receives-reversed", "Flushed Receives complete last first.", reversedCanceled(receives)),
		by("qp.flush.in-order", "initiator-reversed", "Flushed initiator requests complete last first.", reversedCanceled(initiated)),
		by("qp.flush.canceled-last", "last-succeeds", "The last of several canceled Receives is told of as a success.",
			func() calls.Hooks {
				return calls.Hooks{Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
					last := len(fresh) - 1
					if last > 0 && receives(&fresh[last]) && fresh[last].Status == nd2.Canceled && fresh[last-1].Status == nd2.Canceled {
						fresh[last].Status = nd2.Success
					}
					return fresh
				}}
			}),
		by("qp.flush.one-result-each", "success-and-canceled", "Flush cancels the request that completed last, too.",
			func() calls.Hooks {
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
	}
}

// flushScopes break what Flush leaves alone, and when it can be called.
func flushScopes() []Mutant {
	return []Mutant{
		by("qp.flush.own-requests-only", "all", "Flush cancels the requests of the other queue pairs of the completion queue, too.",
			after(calls.QPFlush, func(c *calls.Call) {
				for _, q := range calls.Others[*calls.QueuePair](c.Object) {
					if q.InitiatorCQ == c.OnQP().InitiatorCQ || q.ReceiveCQ == c.OnQP().ReceiveCQ {
						q.Inner.Flush()
					}
				}
			})),
		by("qp.flush.keeps-results", "canceled", "Flush turns results that are queued into canceled ones.",
			before(calls.QPFlush, func(c *calls.Call) {
				for _, q := range []*calls.CompletionQueue{c.OnQP().ReceiveCQ, c.OnQP().InitiatorCQ} {
					q.Queued(func(list []calls.Outcome) []calls.Outcome {
						for i := range list {
							list[i].Status = nd2.Canceled
						}
						return list
					})
				}
			})),
		by("qp.flush.keeps-results", "dropped", "Flush drops results that are queued.",
			before(calls.QPFlush, func(c *calls.Call) {
				for _, q := range []*calls.CompletionQueue{c.OnQP().ReceiveCQ, c.OnQP().InitiatorCQ} {
					q.Queued(func([]calls.Outcome) []calls.Outcome { return nil })
				}
			})),
		by("qp.flush.not-connected", "ignored", "Flush of a queue pair that is not connected does nothing.",
			at(calls.QPFlush, func(c *calls.Call) nd2.Status {
				if c.OnQP().Connector() == nil {
					return nd2.Success
				}
				return c.Proceed()
			})),
		by("qp.flush.idle", "result", "Flush of a queue pair without requests yields a result.",
			after(calls.QPFlush, func(c *calls.Call) {
				q := c.OnQP()
				q.Report(calls.Outcome{Result: nd2.Result{Status: nd2.Canceled, RequestType: nd2.RequestSend}})
			})),
		by("qp.flush.before-disconnect", "refused", "A queue pair that was flushed can't be disconnected.",
			keeping(func(c *calls.Call, flushed *calls.Record[bool]) nd2.Status {
				switch c.Method {
				case calls.QPFlush:
					flushed.Set(c.Object, true)
				case calls.ConnectorDisconnect:
					if q := c.OnConnector().QP(); q != nil && flushed.Get(&q.Object) {
						return nd2.ConnectionInvalid
					}
				}
				return c.Proceed()
			})),
		by("qp.flush.before-disconnect", "result", "Disconnecting a queue pair that was flushed yields a result.",
			before(calls.ConnectorDisconnect, func(c *calls.Call) {
				if q := c.OnConnector().QP(); q != nil {
					q.Report(calls.Outcome{Result: nd2.Result{Status: nd2.Canceled, RequestType: nd2.RequestReceive}})
				}
			})),
	}
}
