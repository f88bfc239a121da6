package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// endings break what becomes of requests when a queue pair is flushed, fails, is
// disconnected or released.
func endings() []Mutant {
	return slices.Concat(flushes(), failures(), goodbyes(), overruns())
}

func flushes() []Mutant {
	receives := func(o *outcome) bool { return o.RequestType == nd2.RequestReceive }
	initiated := func(o *outcome) bool { return o.RequestType != nd2.RequestReceive }
	return []Mutant{
		by("qp.flush.cancels-receives", "forgets-one", "Flush forgets a Receive.", forgetting(flush, receives)),
		by("qp.flush.cancels-initiator-requests", "forgets-one", "Flush forgets an initiator request.", forgetting(flush, initiated)),
		by("qp.flush.cancels-initiator-requests", "all-sends", "The results of flushed requests all say Send.",
			each(func(o *outcome) {
				if o.Status == nd2.Canceled && initiated(o) {
					o.RequestType = nd2.RequestSend
				}
			})),
		by("qp.flush.cancels-initiator-requests", "no-context", "The results of flushed initiator requests have no context.",
			each(func(o *outcome) {
				if o.Status == nd2.Canceled && initiated(o) {
					o.RequestContext = 0
				}
			})),
		by("qp.flush.in-order", "receives-reversed", "Flushed Receives complete last first.", reversedCanceled(receives)),
		by("qp.flush.in-order", "initiator-reversed", "Flushed initiator requests complete last first.", reversedCanceled(initiated)),
		by("qp.flush.one-result-each", "success-and-canceled", "Flush cancels the request that completed last, too.",
			func() defect {
				var last record[*outcome]
				return defect{
					results: func(_ *completionQueue, fresh []outcome) []outcome {
						for i := range fresh {
							if o := fresh[i]; o.on != nil && o.Status == nd2.Success {
								last.set(o.on.base(), &o)
							}
						}
						return fresh
					},
					call: succeeding(flush, func(c *call) {
						q := c.pair()
						q.receives.queued(nil)
						q.initiated.queued(nil)
						if o := last.set(c.object, nil); o != nil {
							again := *o
							again.Status = nd2.Canceled
							q.report(again)
						}
					}),
				}
			}),
		by("qp.flush.own-requests-only", "all", "Flush cancels the requests of the other queue pairs of the completion queue, too.",
			after(flush, func(c *call) {
				for _, q := range others[*queuePair](c.world, c.object) {
					if q.initiated == c.pair().initiated || q.receives == c.pair().receives {
						q.inner.Flush()
					}
				}
			})),
		by("qp.flush.keeps-results", "canceled", "Flush turns results that are queued into canceled ones.",
			before(flush, func(c *call) {
				for _, q := range []*completionQueue{c.pair().receives, c.pair().initiated} {
					q.queued(func(list []outcome) []outcome {
						for i := range list {
							list[i].Status = nd2.Canceled
						}
						return list
					})
				}
			})),
		by("qp.flush.keeps-results", "dropped", "Flush drops results that are queued.",
			before(flush, func(c *call) {
				for _, q := range []*completionQueue{c.pair().receives, c.pair().initiated} {
					q.queued(func([]outcome) []outcome { return nil })
				}
			})),
		by("qp.flush.not-connected", "ignored", "Flush of a queue pair that is not connected does nothing.",
			at(flush, func(c *call) nd2.Status {
				if c.pair().connector.Load() == nil {
					return nd2.Success
				}
				return c.proceed()
			})),
		by("qp.flush.idle", "result", "Flush of a queue pair without requests yields a result.",
			after(flush, func(c *call) {
				q := c.pair()
				q.report(outcome{Result: nd2.Result{Status: nd2.Canceled, RequestType: nd2.RequestSend}})
			})),
		by("qp.flush.before-disconnect", "refused", "A queue pair that was flushed can't be disconnected.",
			func() defect {
				var flushed record[bool]
				return defect{call: func(c *call) nd2.Status {
					switch c.method {
					case flush:
						flushed.set(c.object, true)
					case disconnect:
						if q := c.self.(*connector).pair(); q != nil && flushed.get(q.base()) {
							return nd2.ConnectionInvalid
						}
					}
					return c.proceed()
				}}
			}),
		by("qp.flush.before-disconnect", "result", "Disconnecting a queue pair that was flushed yields a result.",
			before(disconnect, func(c *call) {
				if q := c.self.(*connector).pair(); q != nil {
					q.report(outcome{Result: nd2.Result{Status: nd2.Canceled, RequestType: nd2.RequestReceive}})
				}
			})),
	}
}

func failures() []Mutant {
	return []Mutant{
		by("qp.error.cancels-posted", "forgets-one", "One of the requests behind one that failed has no result.", forgettingAfter(initiatedFailure)),
		by("qp.error.cancels-posted", "same-status", "Requests behind one that failed end with its status.",
			func() defect {
				var failure record[nd2.Status]
				return each(func(o *outcome) {
					if o.on == nil || o.Status == nd2.Success {
						return
					}
					if o.Status != nd2.Canceled {
						failure.set(o.on.base(), o.Status)
					} else if s := failure.get(o.on.base()); s != 0 {
						o.Status = s
					}
				})()
			}),
		by("qp.error.cancels-later", "carried-out", "Requests posted after a failure are reported as done.",
			func() defect {
				var failed record[bool]
				return defect{
					results: func(_ *completionQueue, fresh []outcome) []outcome {
						for i := range fresh {
							o := &fresh[i]
							if o.on != nil && o.Status != nd2.Success && o.Status != nd2.Canceled {
								failed.set(o.on.base(), true)
							}
							if o.of != nil && o.of.late {
								o.Status = nd2.Success
							}
						}
						return fresh
					},
					call: func(c *call) nd2.Status {
						c.late = failed.get(c.object)
						return c.proceed()
					},
				}
			}),
		by("qp.error.cancels-later", "refused", "Requests are refused after a failure.",
			func() defect {
				var failed record[bool]
				return defect{
					results: func(_ *completionQueue, fresh []outcome) []outcome {
						for i := range fresh {
							if o := &fresh[i]; o.on != nil && o.Status != nd2.Success && o.Status != nd2.Canceled {
								failed.set(o.on.base(), true)
							}
						}
						return fresh
					},
					call: func(c *call) nd2.Status {
						if (c.method == send || c.method == receive) && failed.get(c.object) {
							return nd2.ConnectionInvalid
						}
						return c.proceed()
					},
				}
			}),
		by("qp.error.spares-others", "ends-others", "A failure ends the other queue pairs of the completion queue, too.",
			each(func(o *outcome) {
				if o.on == nil || o.Status == nd2.Success || o.Status == nd2.Canceled {
					return
				}
				for _, q := range others[*queuePair](o.on.world, o.on.base()) {
					if q.initiated == o.on.initiated {
						q.inner.Flush()
					}
				}
			})),
		by("qp.error.cancels-target-of-write", "left-posted", "A Write that the target's memory does not allow leaves its Receives posted.", unflushed()),
		by("qp.error.cancels-target-of-read", "left-posted", "A Read that the target's memory does not allow leaves its Receives posted.", unflushed()),
	}
}

func goodbyes() []Mutant {
	all := func(*outcome) bool { return true }
	keepAlive := after(createQueuePair, func(c *call) { (*c.out).(*queuePair).inner.AddRef() })
	return []Mutant{
		by("qp.disconnect.cancels-requests", "forgets-one", "Disconnect forgets a request.", forgetting(disconnect, all)),
		by("qp.disconnect.cancels-requests", "reversed", "Requests canceled by Disconnect complete last first.", reversedCanceled(all)),
		by("qp.disconnect.not-usable-again", "goes-on", "Requests on a queue pair that was disconnected are reported as done.",
			func() defect {
				var gone record[bool]
				return defect{call: func(c *call) nd2.Status {
					if c.method == disconnect {
						if q := c.self.(*connector).pair(); q != nil {
							gone.set(q.base(), true)
						}
					}
					s := c.proceed()
					if q, ok := c.self.(*queuePair); ok && s == nd2.ConnectionInvalid && gone.get(c.object) {
						q.report(outcome{of: &ticket{*c}, Result: nd2.Result{RequestType: c.request, RequestContext: c.context}})
						return nd2.Success
					}
					return s
				}}
			}),
		by("qp.release.disconnects", "stays", "Releasing the last reference to a queue pair leaves it connected.", keepAlive),
		by("qp.release.cancels-requests", "stays", "Releasing the last reference to a queue pair leaves its requests posted.", keepAlive),
		by("qp.release.cancels-requests", "forgets-one", "Releasing the last reference to a queue pair forgets a request.", forgetting(release, all)),
		by("qp.peer-disconnect.canceled-locally", "forgets-one", "Of the requests canceled after the peer has disconnected, one has no result.", forgettingAfter(anyCanceled)),
		by("qp.peer-disconnect.canceled-locally", "twice", "Of the requests canceled after the peer has disconnected, one has two results.",
			batches(func(fresh []outcome) []outcome {
				if n := len(fresh); n > 0 && fresh[n-1].Status == nd2.Canceled {
					return append(fresh, fresh[n-1])
				}
				return fresh
			})),
	}
}

// overruns break what a failed completion queue does to its queue pairs: they go on.
func overruns() []Mutant {
	goesOn := func(of string, with nd2.Status) func() defect {
		return func() defect {
			var failed record[bool]
			return defect{call: func(c *call) nd2.Status {
				if c.notifies(of, with) {
					failed.set(c.object, true)
				}
				q, ok := c.self.(*queuePair)
				if !ok || c.request != nd2.RequestSend || !failed.get(q.receives.base()) && (q.shared == nil || !failed.get(q.shared.base())) {
					return c.proceed()
				}
				q.report(outcome{of: &ticket{*c}, Result: nd2.Result{RequestType: c.request, RequestContext: c.context}})
				return nd2.Success
			}}
		}
	}
	return []Mutant{
		by("cq.notify.overrun-ends-queue-pairs", "go-on", "Queue pairs of a queue that was overrun go on.", goesOn(notifyQueue, nd2.BufferOverflow)),
		by("cq.notify.failure-ends-queue-pairs", "go-on", "Queue pairs of a queue that has failed go on.", goesOn(notifyQueue, nd2.InternalError)),
		by("cq.notify.overrun-ends-results", "go-on", "A queue that was overrun reports canceled requests of its queue pairs.", stillReports(nd2.BufferOverflow)),
		by("cq.notify.failure-ends-results", "go-on", "A queue that has failed reports canceled requests of its queue pairs.", stillReports(nd2.InternalError)),
		by("srq.notify.failure-ends-queue-pairs", "go-on", "Queue pairs of a shared receive queue that has failed go on.", goesOn(notifyShared, nd2.InternalError)),
	}
}

// stillReports makes a defect by which a flush has a result in a queue that has
// failed.
func stillReports(with nd2.Status) func() defect {
	return func() defect {
		var failed record[bool]
		return defect{call: func(c *call) nd2.Status {
			if c.notifies(notifyQueue, with) {
				failed.set(c.object, true)
			}
			if c.method == flush && failed.get(c.pair().receives.base()) {
				c.pair().report(outcome{Result: nd2.Result{Status: nd2.Canceled, RequestType: nd2.RequestReceive}})
			}
			return c.proceed()
		}}
	}
}

func initiatedFailure(o *outcome) bool { return o.Status != nd2.Success && o.Status != nd2.Canceled }

func anyCanceled(o *outcome) bool { return o.Status == nd2.Canceled }

// forgetting makes a defect by which a call that cancels requests loses the result
// of one.
func forgetting(method string, which func(*outcome) bool) func() defect {
	return func() defect {
		var due record[bool]
		return defect{
			call: only(method, func(c *call) nd2.Status {
				q, ok := c.self.(*queuePair)
				if k, is := c.self.(*connector); is {
					q = k.pair()
					ok = q != nil
				}
				if ok {
					due.set(q.base(), true)
				}
				return c.proceed()
			}),
			results: func(_ *completionQueue, fresh []outcome) []outcome {
				return slices.DeleteFunc(fresh, func(o outcome) bool {
					return o.on != nil && o.Status == nd2.Canceled && which(&o) && due.set(o.on.base(), false)
				})
			},
		}
	}
}

// forgettingAfter makes a defect that loses the first canceled request of a queue
// pair after a result of some kind, or that result itself.
func forgettingAfter(which func(*outcome) bool) func() defect {
	return func() defect {
		var after, lost record[bool]
		return defect{results: func(_ *completionQueue, fresh []outcome) []outcome {
			return slices.DeleteFunc(fresh, func(o outcome) bool {
				if o.on == nil {
					return false
				}
				if which(&o) {
					after.set(o.on.base(), true)
				}
				return o.Status == nd2.Canceled && after.get(o.on.base()) && !lost.set(o.on.base(), true)
			})
		}}
	}
}

// reversedCanceled makes a defect by which canceled requests that come at once do so
// last first.
func reversedCanceled(which func(*outcome) bool) func() defect {
	return batches(func(fresh []outcome) []outcome {
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
func unflushed() func() defect {
	return func() defect {
		var ended record[bool]
		return defect{
			call: func(c *call) nd2.Status {
				switch self := c.self.(type) {
				case *queuePair:
					if c.method == flush || c.method == release {
						ended.set(c.object, true)
					}
				case *connector:
					if q := self.pair(); q != nil && c.method == disconnect {
						ended.set(q.base(), true)
					}
				}
				return c.proceed()
			},
			results: func(_ *completionQueue, fresh []outcome) []outcome {
				return slices.DeleteFunc(fresh, func(o outcome) bool {
					return o.RequestType == nd2.RequestReceive && o.Status == nd2.Canceled && o.on != nil && !ended.get(o.on.base())
				})
			},
		}
	}
}
