package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// forgetful are mutants that lose results and requests, or report them twice.
func forgetful() []Stateful {
	anyMessage := func(o *calls.Outcome) bool { return o.Succeeded(nd2.RequestReceive) }
	initiated := func(o *calls.Outcome) bool {
		return o.Of != nil && o.Status == nd2.Success && o.RequestType != nd2.RequestReceive
	}
	return []Stateful{
		stateful(Counting, "loses-1-in-1000", "The result of one Receive in 1,000 is lost.", losing(1000, anyMessage), "cq.getresults.every-request-ends"),
		stateful(Counting, "loses-1-in-10000", "The result of one Receive in 10,000 is lost.", losing(10_000, anyMessage), "cq.getresults.every-request-ends"),
		stateful(Counting, "loses-initiated-1-in-500", "The result of one initiator request in 500 is lost.", losing(500, initiated), "cq.getresults.every-request-ends"),
		stateful(Counting, "duplicates-1-in-1000", "The result of one Receive in 1,000 comes twice.", doubling(1000, anyMessage), "qp.flush.one-result-each"),
		stateful(Counting, "duplicates-1-in-10000", "The result of one Receive in 10,000 comes twice.", doubling(10_000, anyMessage), "qp.flush.one-result-each"),
		stateful(Counting, "flush-loses-on-64th-queue-pair", "On every 64th queue pair the first canceled request has no result.", flushLosing, "cq.getresults.every-request-ends", "qp.flush.cancels-receives", "qp.flush.cancels-initiator-requests"),
		stateful(Counting, "resize-loses-1-in-100", "Every 100th Resize of a completion queue that holds results loses the oldest.", resizeLosing(100), "cq.resize.loses-nothing"),
		stateful(Lifetime, "wrap-swallows", "A result that comes with others at the end of a completion queue, which wraps there, is lost.", wrapSwallowing, "cq.getresults.every-request-ends"),
		stateful(Counting, "silent-failure-1-in-8", "One silent request in 8 that fails has no result.",
			losing(8, func(o *calls.Outcome) bool { return o.Silent() && initiatedFailure(o) }), "cq.getresults.silent-failure"),
		stateful(Lifetime, "srq-entry-lost", "When a queue pair fails, its shared receive queue loses the next Receive.", srqEntryLost, "qp.error.spares-others", "srq.receive.failure-spares-others"),
		stateful(Lifetime, "disconnect-forgets-fifth", "Of more than four Receives that are canceled by Disconnect, the fifth has no result.", disconnectForgetsFifth, "connector.disconnect.flushes", "qp.disconnect.cancels-requests"),
	}
}

// losing makes a defect that loses one of so many results.
func losing(many uint64, which func(o *calls.Outcome) bool) defect {
	return func() calls.Hooks {
		var count nth
		return without(func(o *calls.Outcome) bool { return which(o) && count.of(many) })()
	}
}

// doubling makes a defect that has one of so many results come twice.
func doubling(many uint64, which func(o *calls.Outcome) bool) defect {
	return func() calls.Hooks {
		var count nth
		return batches(func(fresh []calls.Outcome) (given []calls.Outcome) {
			for _, o := range fresh {
				given = append(given, o)
				if which(&o) && count.of(many) {
					given = append(given, o)
				}
			}
			return given
		})()
	}
}

func flushLosing() calls.Hooks {
	var count nth
	var due calls.Record[bool]
	hooks := without(func(o *calls.Outcome) bool {
		return o.On != nil && o.Status == nd2.Canceled && due.Set(&o.On.Object, false)
	})()
	hooks.Call = func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		created := c.Method == calls.AdapterCreateQueuePair || c.Method == calls.AdapterCreateQueuePairWithSrq
		if created && s == nd2.Success && count.of(64) {
			due.Set(calls.ObjectOf(*c.Out), true)
		}
		return s
	}
	return hooks
}

func resizeLosing(many uint64) defect {
	return func() calls.Hooks {
		var count nth
		return calls.Hooks{Call: calls.After(calls.CQResize, func(c *calls.Call) {
			c.OnCQ().Queued(func(list []calls.Outcome) []calls.Outcome {
				if len(list) > 0 && count.of(many) {
					return list[1:]
				}
				return list
			})
		})}
	}
}

// wrapSwallowing loses the result at the end of a completion queue's ring when it is
// reached for the first time, with others behind it.
func wrapSwallowing() calls.Hooks {
	var seen calls.Record[int]
	return calls.Hooks{Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
		was := seen.Get(&q.Object)
		seen.Set(&q.Object, was+len(fresh))
		end := int(q.Depth) - 1 - was
		if end >= 0 && end < len(fresh)-1 {
			return slices.Delete(fresh, end, end+1)
		}
		return fresh
	}}
}

func srqEntryLost() calls.Hooks {
	var due calls.Record[bool]
	return calls.Hooks{
		Results: calls.Each(func(o *calls.Outcome) {
			if o.On != nil && o.On.SRQ != nil && initiatedFailure(o) {
				due.Set(&o.On.SRQ.Object, true)
			}
		}),
		Call: calls.At(calls.SRQReceive, func(c *calls.Call) nd2.Status {
			if due.Set(c.Object, false) {
				return nd2.Success
			}
			return c.Proceed()
		}),
	}
}

func disconnectForgetsFifth() calls.Hooks {
	var canceled calls.Record[int]
	var ending calls.Record[bool]
	hooks := without(func(o *calls.Outcome) bool {
		return o.On != nil && o.RequestType == nd2.RequestReceive && o.Status == nd2.Canceled &&
			ending.Get(&o.On.Object) && canceled.Update(&o.On.Object, increment) == 5
	})()
	hooks.Call = calls.Before(calls.ConnectorDisconnect, func(c *calls.Call) {
		if q := c.OnConnector().QP(); q != nil {
			ending.Set(&q.Object, true)
		}
	})
	return hooks
}
