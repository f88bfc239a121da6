package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

func failures() []Mutant {
	return slices.Concat(failedRequests(), failuresByKind(), failedPeers())
}

// failedRequests break what a request that fails does to the others of its queue pair.
func failedRequests() []Mutant {
	return []Mutant{
		by("qp.error.cancels-posted", "forgets-one", "One of the requests behind one that failed has no result.", forgettingAfter(initiatedFailure)),
		by("qp.error.cancels-posted", "same-status", "Requests behind one that failed end with its status.",
			func() calls.Hooks {
				var failure calls.Record[nd2.Status]
				return each(func(o *calls.Outcome) {
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
		by("qp.error.cancels-later", "carried-out", "Requests posted after a failure are reported as done.", carriedOutAfter(anyFailure)),
		by("qp.error.cancels-later", "gives-way", "Once three initiator requests were canceled, the others are reported as done.",
			keeping(func(c *calls.Call, canceled *calls.Record[int]) nd2.Status {
				if initiates(c) {
					on := c.Object
					c.OnResult(func(o *calls.Outcome) {
						if o.Status == nd2.Canceled && canceled.Update(on, increment) > 3 {
							o.Status = nd2.Success
						}
					})
				}
				return c.Proceed()
			})),
		by("qp.error.cancels-later", "refused", "Requests after a failure are refused as if the adapter had been removed.",
			func() calls.Hooks {
				var failed calls.Record[bool]
				return calls.Hooks{
					Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
						for i := range fresh {
							if o := &fresh[i]; o.On != nil && o.Status != nd2.Success && o.Status != nd2.Canceled {
								failed.Set(&o.On.Object, true)
							}
						}
						return fresh
					},
					Call: func(c *calls.Call) nd2.Status {
						if (c.Method == calls.QPSend || c.Method == calls.QPReceive) && failed.Get(c.Object) {
							return nd2.DeviceRemoved
						}
						return c.Proceed()
					},
				}
			}),
	}
}

// failuresByKind break what a request that fails does to the others if it is of one kind.
func failuresByKind() []Mutant {
	failed := func(kind nd2.RequestType) func(o *calls.Outcome) bool {
		return func(o *calls.Outcome) bool { return o.RequestType == kind && !o.FromSRQ() && anyFailure(o) }
	}
	initiated := func(o *calls.Outcome) bool { return o.RequestType != nd2.RequestReceive }
	denied := func(o *calls.Outcome) bool {
		return failed(nd2.RequestReceive)(o) && o.Status != nd2.BufferOverflow
	}
	return []Mutant{
		by("qp.error.cancels-posted", "behind-bind", "One of the requests behind a Bind that failed has no result.", forgettingAfter(failed(nd2.RequestBind))),
		by("qp.error.cancels-posted", "behind-invalidate", "One of the requests behind an Invalidate that failed has no result.", forgettingAfter(failed(nd2.RequestInvalidate))),
		by("qp.error.cancels-posted", "beside-receive", "When a Receive fails, one of the initiator requests in progress has no result.", forgettingAmong(initiated, failed(nd2.RequestReceive))),
		by("qp.error.cancels-later", "after-bind", "Requests posted after a Bind that failed are reported as done.", carriedOutAfter(failed(nd2.RequestBind))),
		by("qp.error.cancels-later", "after-invalidate", "Requests posted after an Invalidate that failed are reported as done.", carriedOutAfter(failed(nd2.RequestInvalidate))),
		by("qp.error.cancels-later", "after-receive", "Requests posted after a Receive that failed are reported as done.", carriedOutAfter(failed(nd2.RequestReceive))),
		by("qp.error.cancels-later", "after-denied-receive", "Requests posted after a Receive that was denied its memory are reported as done.", carriedOutAfter(denied)),
	}
}

// anyFailure reports whether a result is of a request that failed by itself.
func anyFailure(o *calls.Outcome) bool {
	return o.On != nil && o.Status != nd2.Success && o.Status != nd2.Canceled
}

// carriedOutAfter makes a defect by which Sends and Receives of a queue pair that are posted
// after such a result are reported as done.
func carriedOutAfter(such func(o *calls.Outcome) bool) defect {
	return func() calls.Hooks {
		var failed calls.Record[bool]
		return calls.Hooks{
			Results: calls.Each(func(o *calls.Outcome) {
				if such(o) {
					failed.Set(&o.On.Object, true)
				}
			}),
			Call: func(c *calls.Call) nd2.Status {
				if (c.Method == calls.QPSend || c.Method == calls.QPReceive) && failed.Get(c.Object) {
					c.OnResult(func(o *calls.Outcome) { o.Status = nd2.Success })
				}
				return c.Proceed()
			},
		}
	}
}

// failedPeers break what it does to others.
func failedPeers() []Mutant {
	return []Mutant{
		by("qp.error.spares-others", "ends-others", "A failure ends the other queue pairs of the completion queue, too.",
			each(func(o *calls.Outcome) {
				if o.On == nil || o.Status == nd2.Success || o.Status == nd2.Canceled {
					return
				}
				for _, q := range calls.Others[*calls.QueuePair](&o.On.Object) {
					if q.InitiatorCQ == o.On.InitiatorCQ {
						q.Inner.Flush()
					}
				}
			})),
		by("qp.release.spares-others", "ends-others", "The end of a queue pair ends the others of its completion queue, too.",
			lastRelease(func(q *calls.QueuePair) {
				for _, other := range calls.Others[*calls.QueuePair](&q.Object) {
					if other.InitiatorCQ == q.InitiatorCQ {
						other.Inner.Flush()
					}
				}
			})),
		by("qp.release.spares-others", "purges", "The end of a queue pair drops all results of its completion queue.",
			lastRelease(func(q *calls.QueuePair) {
				q.InitiatorCQ.Queued(func([]calls.Outcome) []calls.Outcome { return nil })
			})),
		by("qp.error.cancels-target-of-write", "left-posted", "A Write that the target's memory does not allow leaves its Receives posted.", unflushed()),
		by("qp.error.cancels-target-of-read", "left-posted", "A Read that the target's memory does not allow leaves its Receives posted.", unflushed()),
	}
}

// lastRelease makes a defect of queue pairs whose last reference is about to be released.
func lastRelease(then func(q *calls.QueuePair)) defect {
	return before(calls.Release, func(c *calls.Call) {
		if q, ok := c.Self.(*calls.QueuePair); ok && c.LastReference() {
			then(q)
		}
	})
}

// overruns break what a failed completion queue does to its queue pairs: they go on.
func overruns() []Mutant {
	goesOn := func(of string, with nd2.Status) defect {
		return keeping(func(c *calls.Call, failed *calls.Record[bool]) nd2.Status {
			if c.Notifies(of, with) {
				failed.Set(c.Object, true)
			}
			q, ok := c.Self.(*calls.QueuePair)
			if !ok || c.Request != nd2.RequestSend || !failed.Get(&q.ReceiveCQ.Object) && (q.SRQ == nil || !failed.Get(&q.SRQ.Object)) {
				return c.Proceed()
			}
			q.Report(calls.Outcome{Of: &calls.Ticket{Call: *c}, Result: nd2.Result{RequestType: c.Request, RequestContext: c.Context}})
			return nd2.Success
		})
	}
	return []Mutant{
		by("cq.notify.overrun-ends-queue-pairs", "go-on", "Queue pairs of a queue that was overrun go on.", goesOn(calls.CQNotify, nd2.BufferOverflow)),
		by("cq.notify.failure-ends-queue-pairs", "go-on", "Queue pairs of a queue that has failed go on.", goesOn(calls.CQNotify, nd2.InternalError)),
		by("cq.notify.overrun-ends-results", "go-on", "A queue that was overrun reports canceled requests of its queue pairs.", stillReports(nd2.BufferOverflow)),
		by("cq.notify.failure-ends-results", "go-on", "A queue that has failed reports canceled requests of its queue pairs.", stillReports(nd2.InternalError)),
		by("srq.notify.failure-ends-queue-pairs", "go-on", "Queue pairs of a shared receive queue that has failed go on.", goesOn(calls.SRQNotify, nd2.InternalError)),
	}
}

// stillReports makes a defect by which a flush has a result in a queue that has
// failed.
func stillReports(with nd2.Status) defect {
	return keeping(func(c *calls.Call, failed *calls.Record[bool]) nd2.Status {
		if c.Notifies(calls.CQNotify, with) {
			failed.Set(c.Object, true)
		}
		if c.Method == calls.QPFlush && failed.Get(&c.OnQP().ReceiveCQ.Object) {
			c.OnQP().Report(calls.Outcome{Result: nd2.Result{Status: nd2.Canceled, RequestType: nd2.RequestReceive}})
		}
		return c.Proceed()
	})
}

// unflushed makes a defect by which Receives are canceled by a call of the client
// only.
func unflushed() defect {
	return func() calls.Hooks {
		var ended calls.Record[bool]
		return calls.Hooks{
			Call: func(c *calls.Call) nd2.Status {
				switch self := c.Self.(type) {
				case *calls.QueuePair:
					if c.Method == calls.QPFlush || c.Method == calls.Release {
						ended.Set(c.Object, true)
					}
				case *calls.Connector:
					if q := self.QP(); q != nil && c.Method == calls.ConnectorDisconnect {
						ended.Set(&q.Object, true)
					}
				}
				return c.Proceed()
			},
			Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
				return slices.DeleteFunc(fresh, func(o calls.Outcome) bool {
					return o.RequestType == nd2.RequestReceive && o.Status == nd2.Canceled && o.On != nil && !ended.Get(&o.On.Object)
				})
			},
		}
	}
}

func initiatedFailure(o *calls.Outcome) bool {
	return o.Status != nd2.Success && o.Status != nd2.Canceled
}
