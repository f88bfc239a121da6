package seeded

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func lostResults() []Fault {
	initiated := func(o *calls.Outcome) bool {
		return o.Of != nil && o.Status == nd2.Success && o.RequestType != nd2.RequestReceive
	}
	return []Fault{
		fault("stateful/flush-loses-on-64th-queue-pair", Counting,
			"On every 64th queue pair the first canceled request has no result.",
			flushLosing, "cq.getresults.every-request-ends", "qp.flush.cancels-receives", "qp.flush.cancels-initiator-requests"),
		fault("stateful/loses-1-in-1000", Counting, "The result of one Receive in 1,000 is lost.",
			losing(1000, anyMessage), "cq.getresults.every-request-ends"),
		fault("stateful/loses-1-in-10000", Counting, "The result of one Receive in 10,000 is lost.",
			losing(10_000, anyMessage), "cq.getresults.every-request-ends"),
		fault("stateful/loses-initiated-1-in-10000", Counting, "The result of one initiator request in 10,000 is lost.",
			losing(10_000, initiated), "cq.getresults.every-request-ends"),
		fault("stateful/loses-initiated-1-in-500", Counting, "The result of one initiator request in 500 is lost.",
			losing(500, initiated), "cq.getresults.every-request-ends"),
		fault("stateful/odd-queue-wrap-swallows", Lifetime,
			"Whenever a completion queue of an odd depth wraps, the result at its end is lost.",
			oddWrapSwallowing, "cq.getresults.every-request-ends"),
		fault("stateful/wrap-swallows", Lifetime,
			"The result in the last place of a completion queue is lost when others follow it.",
			wrapSwallowing, "cq.getresults.every-request-ends"),
		fault("stateful/batch-over-32", Order, "When GetResults returns more than 32 results, the last two are swapped.",
			After(calls.CQGetResults, func(c *calls.Call) {
				if n := c.Count; n > 32 && int(n) <= len(c.Results) {
					c.Results[n-1], c.Results[n-2] = c.Results[n-2], c.Results[n-1]
				}
			}), "cq.getresults.initiator-order", "cq.getresults.receive-order"),
		fault("stateful/batch-swapped", Order,
			"When a queue's results are taken at once, every second one is swapped with the one before.",
			batchSwapped, "cq.getresults.initiator-order", "cq.getresults.receive-order"),
		fault("stateful/send-overtaken", Order, "Every third Send is carried out after the Send behind it.",
			overtakenNow(3, calls.QPSend), "cq.getresults.initiator-order", "qp.receive.order"),
		fault("stateful/receive-token-unchecked", Data, "A Receive accepts the local token of a deregistered region.",
			staleTokens(func(c *calls.Call) bool {
				return c.Method == calls.QPReceive
			}), "cq.getresults.receive.nd-access-violation", "mr.deregister.ends-local-access"),
	}
}

var wrongResults = []Fault{
	fault("stateful/srq-cuts-off", Data,
		"A message longer than the shared Receive that it consumes is cut off, and the Receive succeeds.",
		EachResult(func(o *calls.Outcome) {
			if o.FromSRQ() && (o.Status == nd2.BufferOverflow || o.Status == nd2.DataOverrun) {
				o.Status, o.BytesTransferred = nd2.Success, uint32(TotalLength(o.Of.SGE))
			}
		}), "cq.getresults.receive.nd-buffer-overflow", "qp.receive.longer-message"),
	fault("stateful/silent-failure-1-in-8", Counting, "One silent request in 8 that fails has no result.",
		losing(8, func(o *calls.Outcome) bool { return o.Silent() && Failed(o) }), "cq.getresults.silent-failure"),
	fault("stateful/empty-inline-told", Counting, "A silent inline request of no bytes has a result.",
		OnCall(func(c *calls.Call) nd2.Status {
			if both := nd2.Inline | nd2.SilentSuccess; c.Flags&both == both && TotalLength(c.SGE) == 0 && gathers(c) {
				c.Flags &^= nd2.SilentSuccess
			}
			return c.Proceed()
		}), "cq.getresults.silent-success"),
	fault("stateful/silent-after-256", Counting,
		"After 256 initiator requests, every 8th silent one of a queue pair has a result.",
		Recording(func(c *calls.Call, count *calls.Record[int]) nd2.Status {
			if Initiates(c) {
				n := count.Update(c.Object, Increment)
				if n > 256 && n%8 == 0 && c.Flags&nd2.SilentSuccess != 0 {
					c.Flags &^= nd2.SilentSuccess
				}
			}
			return c.Proceed()
		}), "cq.getresults.silent-success"),
	fault("stateful/queue-keeps-reference-1-in-20", Counting,
		"One queue pair in 20 keeps a reference to its completion queue forever.",
		keptReference(20, queuePairs), "cq.let-go-by-queue-pairs"),
}

// losing makes a defect that loses one in n results.
func losing(many uint64, which func(o *calls.Outcome) bool) Defect {
	return func() calls.Hooks {
		var count Counter
		return LosingResults(func(o *calls.Outcome) bool { return which(o) && count.EveryNth(many) })()
	}
}

func flushLosing() calls.Hooks {
	var count Counter
	var due calls.Record[bool]
	hooks := LosingResults(func(o *calls.Outcome) bool {
		return o.On != nil && o.Status == nd2.Canceled && due.Set(&o.On.Object, false)
	})()
	hooks.Call = Upon(queuePairs, func(c *calls.Call) {
		if count.EveryNth(64) {
			due.Set(calls.ObjectOf(*c.Out), true)
		}
	})().Call
	return hooks
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

func keptReference(many uint64, such Event) Defect {
	return func() calls.Hooks {
		var count Counter
		return Upon(such, func(c *calls.Call) {
			if q, ok := c.ReceiveCQ.(*calls.CompletionQueue); ok && count.EveryNth(many) {
				q.Inner.AddRef()
			}
		})()
	}
}

// batchSwapped moves every second result of a queue of a queue pair before the one
// before it, if both are taken at once.
func batchSwapped() calls.Hooks {
	var count Counter
	receive := func(o *calls.Outcome) bool { return o.RequestType == nd2.RequestReceive }
	return calls.Hooks{Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
		for i := 1; i < len(fresh); i++ {
			a, b := &fresh[i-1], &fresh[i]
			if a.On != nil && a.On == b.On && receive(a) == receive(b) && count.EveryNth(2) {
				*a, *b = *b, *a
			}
		}
		return fresh
	}}
}

func oddWrapSwallowing() calls.Hooks {
	var seen calls.Record[int]
	return calls.Hooks{Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) (given []calls.Outcome) {
		for _, o := range fresh {
			n := seen.Update(&q.Object, Increment)
			if q.Depth%2 == 0 || n%int(q.Depth) != 0 {
				given = append(given, o)
			}
		}
		return given
	}}
}
