package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// cancels break what becomes of requests when a queue pair is flushed, fails, is
// disconnected or released.
func cancels() []Mutant {
	return slices.Concat(flushes(), failures(), queuePairDisconnects(), overruns())
}

func flushes() []Mutant {
	receives := func(o *interpose.Outcome) bool { return o.RequestType == nd2.RequestReceive }
	initiated := func(o *interpose.Outcome) bool { return o.RequestType != nd2.RequestReceive }
	return []Mutant{
		by("qp.flush.cancels-receives", "forgets-one", "Flush forgets a Receive.", forgetting(interpose.QPFlush, receives)),
		by("qp.flush.cancels-initiator-requests", "forgets-one", "Flush forgets an initiator request.", forgetting(interpose.QPFlush, initiated)),
		by("qp.flush.cancels-initiator-requests", "all-sends", "The results of flushed requests all say Send.",
			each(func(o *interpose.Outcome) {
				if o.Status == nd2.Canceled && initiated(o) {
					o.RequestType = nd2.RequestSend
				}
			})),
		by("qp.flush.cancels-initiator-requests", "no-context", "The results of flushed initiator requests have no context.",
			each(func(o *interpose.Outcome) {
				if o.Status == nd2.Canceled && initiated(o) {
					o.RequestContext = 0
				}
			})),
		by("qp.flush.in-order", "receives-reversed", "Flushed Receives complete last first.", reversedCanceled(receives)),
		by("qp.flush.in-order", "initiator-reversed", "Flushed initiator requests complete last first.", reversedCanceled(initiated)),
		by("qp.flush.one-result-each", "success-and-canceled", "Flush cancels the request that completed last, too.",
			func() interpose.Hooks {
				var last interpose.Record[*interpose.Outcome]
				return interpose.Hooks{
					Results: func(_ *interpose.CompletionQueue, fresh []interpose.Outcome) []interpose.Outcome {
						for i := range fresh {
							if o := fresh[i]; o.On != nil && o.Status == nd2.Success {
								last.Set(&o.On.Object, &o)
							}
						}
						return fresh
					},
					Call: interpose.After(interpose.QPFlush, func(c *interpose.Call) {
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
		by("qp.flush.own-requests-only", "all", "Flush cancels the requests of the other queue pairs of the completion queue, too.",
			after(interpose.QPFlush, func(c *interpose.Call) {
				for _, q := range interpose.Others[*interpose.QueuePair](c.Object) {
					if q.InitiatorCQ == c.OnQP().InitiatorCQ || q.ReceiveCQ == c.OnQP().ReceiveCQ {
						q.Inner.Flush()
					}
				}
			})),
		by("qp.flush.keeps-results", "canceled", "Flush turns results that are queued into canceled ones.",
			before(interpose.QPFlush, func(c *interpose.Call) {
				for _, q := range []*interpose.CompletionQueue{c.OnQP().ReceiveCQ, c.OnQP().InitiatorCQ} {
					q.Queued(func(list []interpose.Outcome) []interpose.Outcome {
						for i := range list {
							list[i].Status = nd2.Canceled
						}
						return list
					})
				}
			})),
		by("qp.flush.keeps-results", "dropped", "Flush drops results that are queued.",
			before(interpose.QPFlush, func(c *interpose.Call) {
				for _, q := range []*interpose.CompletionQueue{c.OnQP().ReceiveCQ, c.OnQP().InitiatorCQ} {
					q.Queued(func([]interpose.Outcome) []interpose.Outcome { return nil })
				}
			})),
		by("qp.flush.not-connected", "ignored", "Flush of a queue pair that is not connected does nothing.",
			at(interpose.QPFlush, func(c *interpose.Call) nd2.Status {
				if c.OnQP().Connector() == nil {
					return nd2.Success
				}
				return c.Proceed()
			})),
		by("qp.flush.idle", "result", "Flush of a queue pair without requests yields a result.",
			after(interpose.QPFlush, func(c *interpose.Call) {
				q := c.OnQP()
				q.Report(interpose.Outcome{Result: nd2.Result{Status: nd2.Canceled, RequestType: nd2.RequestSend}})
			})),
		by("qp.flush.before-disconnect", "refused", "A queue pair that was flushed can't be disconnected.",
			func() interpose.Hooks {
				var flushed interpose.Record[bool]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					switch c.Method {
					case interpose.QPFlush:
						flushed.Set(c.Object, true)
					case interpose.ConnectorDisconnect:
						if q := c.OnConnector().QP(); q != nil && flushed.Get(&q.Object) {
							return nd2.ConnectionInvalid
						}
					}
					return c.Proceed()
				}}
			}),
		by("qp.flush.before-disconnect", "result", "Disconnecting a queue pair that was flushed yields a result.",
			before(interpose.ConnectorDisconnect, func(c *interpose.Call) {
				if q := c.OnConnector().QP(); q != nil {
					q.Report(interpose.Outcome{Result: nd2.Result{Status: nd2.Canceled, RequestType: nd2.RequestReceive}})
				}
			})),
	}
}

func failures() []Mutant {
	return []Mutant{
		by("qp.error.cancels-posted", "forgets-one", "One of the requests behind one that failed has no result.", forgettingAfter(initiatedFailure)),
		by("qp.error.cancels-posted", "same-status", "Requests behind one that failed end with its status.",
			func() interpose.Hooks {
				var failure interpose.Record[nd2.Status]
				return each(func(o *interpose.Outcome) {
					if o.On == nil || o.Status == nd2.Success {
						return
					}
					if o.Status != nd2.Canceled {
						failure.Set(&o.On.Object, o.Status)
					} else if s := failure.Get(&o.On.Object); s != 0 {
						o.Status = s
					}
				})()
			}),
		by("qp.error.cancels-later", "carried-out", "Requests posted after a failure are reported as done.",
			func() interpose.Hooks {
				var failed interpose.Record[bool]
				return interpose.Hooks{
					Results: func(_ *interpose.CompletionQueue, fresh []interpose.Outcome) []interpose.Outcome {
						for i := range fresh {
							o := &fresh[i]
							if o.On != nil && o.Status != nd2.Success && o.Status != nd2.Canceled {
								failed.Set(&o.On.Object, true)
							}
						}
						return fresh
					},
					Call: func(c *interpose.Call) nd2.Status {
						if failed.Get(c.Object) {
							c.OnResult(func(o *interpose.Outcome) { o.Status = nd2.Success })
						}
						return c.Proceed()
					},
				}
			}),
		by("qp.error.cancels-later", "refused", "Requests are refused after a failure.",
			func() interpose.Hooks {
				var failed interpose.Record[bool]
				return interpose.Hooks{
					Results: func(_ *interpose.CompletionQueue, fresh []interpose.Outcome) []interpose.Outcome {
						for i := range fresh {
							if o := &fresh[i]; o.On != nil && o.Status != nd2.Success && o.Status != nd2.Canceled {
								failed.Set(&o.On.Object, true)
							}
						}
						return fresh
					},
					Call: func(c *interpose.Call) nd2.Status {
						if (c.Method == interpose.QPSend || c.Method == interpose.QPReceive) && failed.Get(c.Object) {
							return nd2.ConnectionInvalid
						}
						return c.Proceed()
					},
				}
			}),
		by("qp.error.spares-others", "ends-others", "A failure ends the other queue pairs of the completion queue, too.",
			each(func(o *interpose.Outcome) {
				if o.On == nil || o.Status == nd2.Success || o.Status == nd2.Canceled {
					return
				}
				for _, q := range interpose.Others[*interpose.QueuePair](&o.On.Object) {
					if q.InitiatorCQ == o.On.InitiatorCQ {
						q.Inner.Flush()
					}
				}
			})),
		by("qp.error.cancels-target-of-write", "left-posted", "A Write that the target's memory does not allow leaves its Receives posted.", unflushed()),
		by("qp.error.cancels-target-of-read", "left-posted", "A Read that the target's memory does not allow leaves its Receives posted.", unflushed()),
	}
}

func queuePairDisconnects() []Mutant {
	all := func(*interpose.Outcome) bool { return true }
	keepAlive := after(interpose.AdapterCreateQueuePair, func(c *interpose.Call) { (*c.Out).(*interpose.QueuePair).Inner.AddRef() })
	return []Mutant{
		by("qp.disconnect.cancels-requests", "forgets-one", "Disconnect forgets a request.", forgetting(interpose.ConnectorDisconnect, all)),
		by("qp.disconnect.cancels-requests", "reversed", "Requests canceled by Disconnect complete last first.", reversedCanceled(all)),
		by("qp.disconnect.not-usable-again", "goes-on", "Requests on a queue pair that was disconnected are reported as done.",
			func() interpose.Hooks {
				var gone interpose.Record[bool]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					if c.Method == interpose.ConnectorDisconnect {
						if q := c.OnConnector().QP(); q != nil {
							gone.Set(&q.Object, true)
						}
					}
					s := c.Proceed()
					if q, ok := c.Self.(*interpose.QueuePair); ok && s == nd2.ConnectionInvalid && gone.Get(c.Object) {
						q.Report(interpose.Outcome{Of: &interpose.Ticket{Call: *c}, Result: nd2.Result{RequestType: c.Request, RequestContext: c.Context}})
						return nd2.Success
					}
					return s
				}}
			}),
		by("qp.release.disconnects", "stays", "Releasing the last reference to a queue pair leaves it connected.", keepAlive),
		by("qp.release.cancels-requests", "stays", "Releasing the last reference to a queue pair leaves its requests posted.", keepAlive),
		by("qp.release.cancels-requests", "forgets-one", "Releasing the last reference to a queue pair forgets a request.", forgetting(interpose.Release, all)),
		by("qp.peer-disconnect.canceled-locally", "forgets-one", "Of the requests canceled after the peer has disconnected, one has no result.", forgettingAfter(anyCanceled)),
		by("qp.peer-disconnect.canceled-locally", "twice", "Of the requests canceled after the peer has disconnected, one has two results.",
			batches(func(fresh []interpose.Outcome) []interpose.Outcome {
				if n := len(fresh); n > 0 && fresh[n-1].Status == nd2.Canceled {
					return append(fresh, fresh[n-1])
				}
				return fresh
			})),
	}
}

// overruns break what a failed completion queue does to its queue pairs: they go on.
func overruns() []Mutant {
	goesOn := func(of string, with nd2.Status) defect {
		return func() interpose.Hooks {
			var failed interpose.Record[bool]
			return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
				if c.Notifies(of, with) {
					failed.Set(c.Object, true)
				}
				q, ok := c.Self.(*interpose.QueuePair)
				if !ok || c.Request != nd2.RequestSend || !failed.Get(&q.ReceiveCQ.Object) && (q.SRQ == nil || !failed.Get(&q.SRQ.Object)) {
					return c.Proceed()
				}
				q.Report(interpose.Outcome{Of: &interpose.Ticket{Call: *c}, Result: nd2.Result{RequestType: c.Request, RequestContext: c.Context}})
				return nd2.Success
			}}
		}
	}
	return []Mutant{
		by("cq.notify.overrun-ends-queue-pairs", "go-on", "Queue pairs of a queue that was overrun go on.", goesOn(interpose.CQNotify, nd2.BufferOverflow)),
		by("cq.notify.failure-ends-queue-pairs", "go-on", "Queue pairs of a queue that has failed go on.", goesOn(interpose.CQNotify, nd2.InternalError)),
		by("cq.notify.overrun-ends-results", "go-on", "A queue that was overrun reports canceled requests of its queue pairs.", stillReports(nd2.BufferOverflow)),
		by("cq.notify.failure-ends-results", "go-on", "A queue that has failed reports canceled requests of its queue pairs.", stillReports(nd2.InternalError)),
		by("srq.notify.failure-ends-queue-pairs", "go-on", "Queue pairs of a shared receive queue that has failed go on.", goesOn(interpose.SRQNotify, nd2.InternalError)),
	}
}

// stillReports makes a defect by which a flush has a result in a queue that has
// failed.
func stillReports(with nd2.Status) defect {
	return func() interpose.Hooks {
		var failed interpose.Record[bool]
		return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
			if c.Notifies(interpose.CQNotify, with) {
				failed.Set(c.Object, true)
			}
			if c.Method == interpose.QPFlush && failed.Get(&c.OnQP().ReceiveCQ.Object) {
				c.OnQP().Report(interpose.Outcome{Result: nd2.Result{Status: nd2.Canceled, RequestType: nd2.RequestReceive}})
			}
			return c.Proceed()
		}}
	}
}

func initiatedFailure(o *interpose.Outcome) bool {
	return o.Status != nd2.Success && o.Status != nd2.Canceled
}

func anyCanceled(o *interpose.Outcome) bool { return o.Status == nd2.Canceled }

// forgetting makes a defect by which a call that cancels requests loses the result
// of one.
func forgetting(method string, which func(*interpose.Outcome) bool) defect {
	return func() interpose.Hooks {
		var due interpose.Record[bool]
		return interpose.Hooks{
			Call: interpose.At(method, func(c *interpose.Call) nd2.Status {
				q, ok := c.Self.(*interpose.QueuePair)
				if k, is := c.Self.(*interpose.Connector); is {
					q = k.QP()
					ok = q != nil
				}
				if ok {
					due.Set(&q.Object, true)
				}
				return c.Proceed()
			}),
			Results: func(_ *interpose.CompletionQueue, fresh []interpose.Outcome) []interpose.Outcome {
				return slices.DeleteFunc(fresh, func(o interpose.Outcome) bool {
					return o.On != nil && o.Status == nd2.Canceled && which(&o) && due.Set(&o.On.Object, false)
				})
			},
		}
	}
}

// forgettingAfter makes a defect that loses the first canceled request of a queue
// pair after a result of some kind, or that result itself.
func forgettingAfter(which func(*interpose.Outcome) bool) defect {
	return func() interpose.Hooks {
		var after, lost interpose.Record[bool]
		return interpose.Hooks{Results: func(_ *interpose.CompletionQueue, fresh []interpose.Outcome) []interpose.Outcome {
			return slices.DeleteFunc(fresh, func(o interpose.Outcome) bool {
				if o.On == nil {
					return false
				}
				if which(&o) {
					after.Set(&o.On.Object, true)
				}
				return o.Status == nd2.Canceled && after.Get(&o.On.Object) && !lost.Set(&o.On.Object, true)
			})
		}}
	}
}

// reversedCanceled makes a defect by which canceled requests that come at once do so
// last first.
func reversedCanceled(which func(*interpose.Outcome) bool) defect {
	return batches(func(fresh []interpose.Outcome) []interpose.Outcome {
		var places []int
		for i := range fresh {
			if fresh[i].Status == nd2.Canceled && which(&fresh[i]) {
				places = append(places, i)
			}
		}
		for a, b := 0, len(places)-1; a < b; a, b = a+1, b-1 {
			fresh[places[a]], fresh[places[b]] = fresh[places[b]], fresh[places[a]]
		}
		return fresh
	})
}

// unflushed makes a defect by which Receives are canceled by a call of the client
// only.
func unflushed() defect {
	return func() interpose.Hooks {
		var ended interpose.Record[bool]
		return interpose.Hooks{
			Call: func(c *interpose.Call) nd2.Status {
				switch self := c.Self.(type) {
				case *interpose.QueuePair:
					if c.Method == interpose.QPFlush || c.Method == interpose.Release {
						ended.Set(c.Object, true)
					}
				case *interpose.Connector:
					if q := self.QP(); q != nil && c.Method == interpose.ConnectorDisconnect {
						ended.Set(&q.Object, true)
					}
				}
				return c.Proceed()
			},
			Results: func(_ *interpose.CompletionQueue, fresh []interpose.Outcome) []interpose.Outcome {
				return slices.DeleteFunc(fresh, func(o interpose.Outcome) bool {
					return o.RequestType == nd2.RequestReceive && o.Status == nd2.Canceled && o.On != nil && !ended.Get(&o.On.Object)
				})
			},
		}
	}
}
