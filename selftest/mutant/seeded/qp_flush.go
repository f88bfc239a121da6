package seeded

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func flushes() []Fault {
	emptyRead := func(o *calls.Outcome) bool { return o.Succeeded(nd2.RequestRead) && TotalLength(o.Of.SGE) == 0 }
	return []Fault{
		fault("stateful/canceled-as-success", Data,
			"When more than three Receives are canceled at once, the fourth says that it has succeeded.",
			EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
				canceled := 0
				for i := range fresh {
					if o := &fresh[i]; o.RequestType == nd2.RequestReceive && o.Status == nd2.Canceled {
						canceled++
						if canceled == 4 {
							o.Status = nd2.Success
						}
					}
				}
				return fresh
			}), "qp.flush.cancels-receives", "cq.getresults.receive.nd-canceled"),
		fault("stateful/early-third-succeeds", Data,
			"From the third Receive posted before connecting on, a canceled Receive says that it has succeeded.",
			Recording(func(c *calls.Call, early *calls.Record[int]) nd2.Status {
				unconnected := c.Method == calls.QPReceive && c.OnQP().Connector() == nil
				if unconnected && early.Update(c.Object, Increment) >= 3 {
					c.OnResult(func(o *calls.Outcome) {
						if o.Status == nd2.Canceled {
							o.BytesTransferred, o.Status = 0, nd2.Success
						}
					})
				}
				return c.Proceed()
			}), "qp.flush.cancels-receives"),
		fault("stateful/flush-beyond-four", Order,
			"When Flush cancels more than four requests, the fifth comes before the fourth.",
			flushBeyondFour, "qp.flush.in-order"),
		fault("stateful/flush-reversed-every-16th", Counting,
			"Every 16th Flush reports the canceled requests in reverse order.", flushReversed(16), "qp.flush.in-order"),
		fault("stateful/duplicates-1-in-1000", Counting, "The result of one Receive in 1,000 comes twice.",
			doubling(1000, anyMessage), "qp.flush.one-result-each"),
		fault("stateful/duplicates-1-in-10000", Counting, "The result of one Receive in 10,000 comes twice.",
			doubling(10_000, anyMessage), "qp.flush.one-result-each"),
		fault("stateful/empty-read-twice", Lifetime, "The result of every second Read of no bytes comes twice.",
			doubling(2, emptyRead), "qp.flush.one-result-each"),
		fault("stateful/lost-beside-flush", Lifetime,
			"A request posted while Flush cancels others is accepted and never ends.",
			lostBesideFlush, "qp.flush.one-result-each", "cq.getresults.every-request-ends"),
		fault("stateful/flush-mutes-another", Lifetime, "A Flush loses the next result of an unrelated queue pair.",
			flushMuting, "qp.flush.own-requests-only", "qp.error.spares-others", "cq.getresults.every-request-ends"),
	}
}

// flushMuting loses a result of a queue pair with other completion queues than the queue pair that is
// flushed.
func flushMuting() calls.Hooks {
	var flushed atomic.Pointer[calls.QueuePair]
	hooks := LosingResults(func(o *calls.Outcome) bool {
		by := flushed.Load()
		apart := by != nil && o.On != nil && o.On.ReceiveCQ != by.ReceiveCQ && o.On.ReceiveCQ != by.InitiatorCQ
		return apart && o.Status == nd2.Success && flushed.CompareAndSwap(by, nil)
	})()
	hooks.Call = calls.After(calls.QPFlush, func(c *calls.Call) { flushed.Store(c.OnQP()) })
	return hooks
}

// lostBesideFlush takes requests while Flush cancels others, and forgets them.
var lostBesideFlush = During(On(calls.QPFlush), Where(posts), Nothing)

// doubling makes a defect that reports one in n results twice.
func doubling(many uint64, which func(o *calls.Outcome) bool) Defect {
	return func() calls.Hooks {
		var count Counter
		return EachBatch(func(fresh []calls.Outcome) (given []calls.Outcome) {
			for _, o := range fresh {
				given = append(given, o)
				if which(&o) && count.EveryNth(many) {
					given = append(given, o)
				}
			}
			return given
		})()
	}
}

// flushBeyondFour swaps the fourth and fifth canceled request of one queue of a queue
// pair.
func flushBeyondFour() calls.Hooks {
	type queue struct {
		of      *calls.QueuePair
		receive bool
	}
	return calls.Hooks{Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
		places := map[queue][]int{}
		for i, o := range fresh {
			if o.Status == nd2.Canceled && o.On != nil {
				q := queue{o.On, o.RequestType == nd2.RequestReceive}
				places[q] = append(places[q], i)
			}
		}
		for _, at := range places {
			if len(at) > 4 {
				fresh[at[3]], fresh[at[4]] = fresh[at[4]], fresh[at[3]]
			}
		}
		return fresh
	}}
}

// flushReversed reverses the canceled requests of each queue of one queue pair in n that are
// flushed.
func flushReversed(many uint64) Defect {
	return func() calls.Hooks {
		var count Counter
		var due calls.Record[bool]
		return calls.Hooks{
			Call: calls.Before(calls.QPFlush, func(c *calls.Call) {
				if count.EveryNth(many) {
					due.Set(c.Object, true)
				}
			}),
			Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
				places := map[bool][]int{}
				for i, o := range fresh {
					if o.Status == nd2.Canceled && o.On != nil && due.Get(&o.On.Object) {
						receive := o.RequestType == nd2.RequestReceive
						places[receive] = append(places[receive], i)
					}
				}
				for _, at := range places {
					for a, b := 0, len(at)-1; a < b; a, b = a+1, b-1 {
						fresh[at[a]], fresh[at[b]] = fresh[at[b]], fresh[at[a]]
					}
				}
				return fresh
			},
		}
	}
}
