package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// results break what results are, and in which order they come.
func results() []Mutant {
	return slices.Concat(resultContents(), resultOrder(), resultCounts(), unevenNumbers(), lostAnswers(), losses())
}

// resultContents break what a result says.
func resultContents() []Mutant {
	return []Mutant{
		by("cq.getresults.contexts", "swapped", "A result has its two contexts swapped.",
			each(func(o *calls.Outcome) {
				o.RequestContext, o.QueuePairContext = o.QueuePairContext, o.RequestContext
			})),
		by("cq.getresults.contexts", "request-truncated", "RequestContext has lost its upper half.",
			each(func(o *calls.Outcome) { o.RequestContext &= 0xffffffff })),
		by("cq.getresults.contexts", "queue-pair-truncated", "QueuePairContext has lost its upper half.",
			each(func(o *calls.Outcome) { o.QueuePairContext &= 0xffffffff })),
		by("cq.getresults.request-type", "write-as-send", "The result of a Write says that it is of a Send.",
			each(retyped(nd2.RequestWrite, nd2.RequestSend))),
		by("cq.getresults.request-type", "read-as-write", "The result of a Read says that it is of a Write.",
			each(retyped(nd2.RequestRead, nd2.RequestWrite))),
		by("cq.getresults.request-type", "invalidate-as-bind", "The result of an Invalidate says that it is of a Bind.",
			each(retyped(nd2.RequestInvalidate, nd2.RequestBind))),
		by("cq.getresults.bytes-transferred", "rounded", "BytesTransferred of a Receive is rounded up to a multiple of eight.",
			each(func(o *calls.Outcome) { o.BytesTransferred = (o.BytesTransferred + 7) &^ 7 })),
		by("cq.getresults.bytes-transferred", "room", "BytesTransferred of a Receive is how much it had room for.",
			each(func(o *calls.Outcome) {
				if o.Succeeded(nd2.RequestReceive) {
					o.BytesTransferred = uint32(total(o.Of.SGE))
				}
			})),
	}
}

// resultOrder break in which order results come.
func resultOrder() []Mutant {
	return []Mutant{
		by("cq.getresults.initiator-order", "swapped", "Two requests of an initiator queue complete in the wrong order.",
			swapping(func(o *calls.Outcome) bool { return o.RequestType != nd2.RequestReceive })),
		by("cq.getresults.initiator-order-with-windows", "first", "Binds and Invalidates complete ahead of the requests before them.",
			batches(func(fresh []calls.Outcome) []calls.Outcome {
				slices.SortStableFunc(fresh, func(a, b calls.Outcome) int { return ofMemory(b) - ofMemory(a) })
				return fresh
			})),
		by("cq.getresults.receive-order", "swapped", "Two Receives of a queue pair complete in the wrong order.",
			swapping(func(o *calls.Outcome) bool { return o.RequestType == nd2.RequestReceive })),
	}
}

// resultCounts break how many results come, and in which queue.
func resultCounts() []Mutant {
	return []Mutant{
		by("cq.getresults.count", "one-less", "GetResults leaves a result behind although the array has room for it.",
			before(calls.CQGetResults, func(c *calls.Call) {
				if len(c.Results) > 1 {
					c.Results = c.Results[:len(c.Results)-1]
				}
			})),
		by("cq.getresults.count", "newest-first", "GetResults returns the newest results first.",
			batches(func(fresh []calls.Outcome) []calls.Outcome {
				slices.Reverse(fresh)
				return fresh
			})),
		by("cq.getresults.empty-array", "takes-one", "GetResults with an empty array takes a result.",
			before(calls.CQGetResults, func(c *calls.Call) {
				if len(c.Results) == 0 {
					c.OnCQ().Queued(dropFirst)
				}
			})),
		by("cq.getresults.empty-array", "says-one", "GetResults with an empty array returns 1.",
			after(calls.CQGetResults, func(c *calls.Call) {
				if len(c.Results) == 0 {
					c.Count = 1
				}
			})),
		by("cq.getresults.silent-success", "reported", "A request with ND_OP_FLAG_SILENT_SUCCESS that succeeds has a result.",
			onCall(func(c *calls.Call) nd2.Status {
				c.Flags &^= nd2.SilentSuccess
				return c.Proceed()
			})),
		by("cq.getresults.send.io-timeout-unreachable", "lost", "A Send that times out has no result.",
			without(func(o *calls.Outcome) bool { return o.RequestType == nd2.RequestSend && o.Status == nd2.IOTimeout })),
		by("cq.getresults.silent-failure", "lost", "A request with ND_OP_FLAG_SILENT_SUCCESS that fails has no result.",
			without(func(o *calls.Outcome) bool {
				return o.Silent() && o.Status != nd2.Success && o.Status != nd2.Canceled
			})),
		by("cq.getresults.silent-failure", "canceled-lost", "A request with ND_OP_FLAG_SILENT_SUCCESS that is canceled has no result.",
			without(func(o *calls.Outcome) bool { return o.Silent() && o.Status == nd2.Canceled })),
		by("cq.getresults.several-queue-pairs", "mixed-up", "Results of different queue pairs that come at once all have the context of the last one's queue pair.",
			batches(func(fresh []calls.Outcome) []calls.Outcome {
				for i := range fresh {
					fresh[i].QueuePairContext = fresh[len(fresh)-1].QueuePairContext
				}
				return fresh
			})),
		by("cq.getresults.several-queue-pairs", "out-of-order", "Where results of several queue pairs come at once, each one's are in the wrong order.",
			batches(func(fresh []calls.Outcome) []calls.Outcome {
				if len(fresh) > 0 && slices.ContainsFunc(fresh, func(o calls.Outcome) bool { return o.On != fresh[0].On }) {
					slices.Reverse(fresh)
				}
				return fresh
			})),
		by("cq.getresults.one-queue-for-both", "receives-lost", "Where one completion queue is for both kinds of request, Receives have no result.",
			without(func(o *calls.Outcome) bool {
				return o.RequestType == nd2.RequestReceive && o.On != nil && o.On.ReceiveCQ == o.On.InitiatorCQ
			})),
		by("cq.getresults.a-queue-for-each", "swapped", "Receives report to the initiator completion queue, and all else to the receive completion queue.",
			onCall(func(c *calls.Call) nd2.Status {
				c.ReceiveCQ, c.InitiatorCQ = c.InitiatorCQ, c.ReceiveCQ
				return c.Proceed()
			})),
		by("cq.getresults.every-request-ends", "forgets-one", "The last of the requests that are canceled together has no result.",
			batches(func(fresh []calls.Outcome) []calls.Outcome {
				if n := len(fresh); n > 0 && fresh[n-1].Status == nd2.Canceled {
					return fresh[:n-1]
				}
				return fresh
			})),
		by("cq.getresults.every-request-ends", "one-twice", "The first of the requests that are canceled together has two results.",
			batches(func(fresh []calls.Outcome) []calls.Outcome {
				if len(fresh) > 0 && fresh[0].Status == nd2.Canceled {
					return append(fresh[:1:1], fresh...)
				}
				return fresh
			})),
	}
}

func dropFirst(list []calls.Outcome) []calls.Outcome {
	if len(list) == 0 {
		return list
	}
	return list[1:]
}

func retyped(from, to nd2.RequestType) func(*calls.Outcome) {
	return func(o *calls.Outcome) {
		if o.RequestType == from {
			o.RequestType = to
		}
	}
}

func ofMemory(o calls.Outcome) int {
	if o.RequestType == nd2.RequestBind || o.RequestType == nd2.RequestInvalidate {
		return 1
	}
	return 0
}

// swapping makes a defect that swaps the first two results of a kind that come at
// once from one queue pair.
func swapping(which func(*calls.Outcome) bool) defect {
	return batches(func(fresh []calls.Outcome) []calls.Outcome {
		first := -1
		for i := range fresh {
			switch {
			case !which(&fresh[i]):
			case first < 0:
				first = i
			case fresh[first].On == fresh[i].On:
				fresh[first], fresh[i] = fresh[i], fresh[first]
				return fresh
			}
		}
		return fresh
	})
}

// total is how many bytes entries name.
func total(sge []nd2.SGE) (n int) {
	for _, e := range sge {
		n += len(e.Buffer)
	}
	return n
}
