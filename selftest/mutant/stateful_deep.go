package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// deepQueues are faults of queues that are deep or old, and of contexts that are wide.
func deepQueues() []Stateful {
	half := uintptr(0xffffffff)
	return []Stateful{
		stateful(Data, "canceled-context-halved", "The context of what is canceled has 32 bits.", each(func(o *calls.Outcome) {
			if o.Status == nd2.Canceled && o.RequestContext&^half != 0 {
				o.RequestContext &= half
			}
		}), "cq.getresults.contexts"),
		stateful(Counting, "pair-context-halved", "From the 256th result on, the queue pair's context has 32 bits.", func() calls.Hooks {
			var count nth
			return calls.Hooks{Results: calls.Each(func(o *calls.Outcome) {
				if count.passed(256) && o.QueuePairContext&^half != 0 {
					o.QueuePairContext &= half
				}
			})}
		}, "cq.getresults.contexts"),
		stateful(Lifetime, "seventeenth-in-flight", "The 17th request outstanding on an initiator queue has the context of the first.", func() calls.Hooks {
			var out calls.Record[[]uintptr]
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				if !initiates(c) || c.Flags&nd2.SilentSuccess != 0 {
					return c.Proceed()
				}
				list := out.Get(c.Object)
				over := len(list) >= 16
				first := uintptr(0)
				if over {
					first = list[0]
				}
				c.OnResult(func(o *calls.Outcome) {
					out.Update(o.Of.Object, func(l []uintptr) []uintptr { return l[min(1, len(l)):] })
					if over {
						o.RequestContext = first
					}
				})
				s := c.Proceed()
				if s == nd2.Success {
					out.Update(c.Object, func(l []uintptr) []uintptr { return append(l[:len(l):len(l)], c.Context) })
				}
				return s
			}}
		}, "cq.getresults.contexts"),
		stateful(Lifetime, "queue-of-64", "A completion queue holds 64 results, however deep it is.", losingBeyond(64), "adapter.createcompletionqueue.holds-depth"),
		stateful(Lifetime, "resize-to-queued-loses", "A Resize to just what is queued loses the latest result.", func() calls.Hooks {
			return calls.Hooks{Call: calls.After(calls.CQResize, func(c *calls.Call) {
				depth := int(c.Depth)
				c.OnCQ().Queued(func(list []calls.Outcome) []calls.Outcome {
					if len(list) > 0 && len(list) == depth {
						return list[:len(list)-1]
					}
					return list
				})
			})}
		}, "cq.resize.to-what-is-queued"),
		stateful(Counting, "silent-after-256", "After 256 initiator requests, every 8th silent one of a queue pair has a result.", func() calls.Hooks {
			var count calls.Record[int]
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				if initiates(c) {
					n := count.Update(c.Object, increment)
					if n > 256 && n%8 == 0 && c.Flags&nd2.SilentSuccess != 0 {
						c.Flags &^= nd2.SilentSuccess
					}
				}
				return c.Proceed()
			}}
		}, "cq.getresults.silent-success"),
		stateful(Data, "early-third-succeeds", "A Receive that was posted as the third or later before its queue pair was connected succeeds when it is canceled.", func() calls.Hooks {
			var early calls.Record[int]
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				if c.Method == calls.QPReceive && c.OnQP().Connector() == nil {
					if early.Update(c.Object, increment) >= 3 {
						c.OnResult(func(o *calls.Outcome) {
							if o.Status == nd2.Canceled {
								o.BytesTransferred, o.Status = 0, nd2.Success
							}
						})
					}
				}
				return c.Proceed()
			}}
		}, "qp.flush.cancels-receives"),
		stateful(Data, "srq-context-after-modify", "The first Receive after a Modify of a shared queue has the context of the one before.", func() calls.Hooks {
			var due calls.Record[bool]
			var last calls.Record[uintptr]
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				if c.Method == calls.SRQReceive {
					own := c.Context
					before := last.Set(c.Object, own)
					if due.Set(c.Object, false) && before != 0 {
						c.OnResult(func(o *calls.Outcome) { o.RequestContext = before })
					}
				}
				s := c.Proceed()
				if c.Method == calls.SRQModify && s == nd2.Success {
					due.Set(c.Object, true)
				}
				return s
			}}
		}, "cq.getresults.contexts"),
	}
}

// losingBeyond loses what comes to a completion queue that holds so many results already.
func losingBeyond(most int) defect {
	return func() calls.Hooks {
		var held calls.Record[int]
		return calls.Hooks{
			Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
				n := held.Get(&q.Object)
				fresh = fresh[:min(len(fresh), max(0, most-n))]
				held.Set(&q.Object, n+len(fresh))
				return fresh
			},
			Call: calls.After(calls.CQGetResults, func(c *calls.Call) {
				held.Update(c.Object, func(n int) int { return n - int(c.Count) })
			}),
		}
	}
}
