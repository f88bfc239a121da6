package cq

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func resultCounts() []Mutant {
	atMost := func(n int) Defect {
		return Before(calls.CQGetResults, func(c *calls.Call) { c.Results = c.Results[:min(len(c.Results), n)] })
	}
	return []Mutant{
		New("cq.getresults.count/at-most-256", "GetResults returns at most 256 results.", atMost(256)),
		New("cq.getresults.count/newest-first", "GetResults returns the newest results first.",
			EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
				slices.Reverse(fresh)
				return fresh
			})),
		New("cq.getresults.count/one-less", "GetResults leaves a result behind although the array has room for it.",
			Before(calls.CQGetResults, func(c *calls.Call) {
				if len(c.Results) > 1 {
					c.Results = c.Results[:len(c.Results)-1]
				}
			})),
		New("cq.getresults.count/to-the-end",
			"GetResults stops at the end of the ring and returns the rest the next time.", upToTheEnd),
		New("cq.getresults.empty-array/says-one", "GetResults with an empty array returns 1.",
			After(calls.CQGetResults, func(c *calls.Call) {
				if len(c.Results) == 0 {
					c.Count = 1
				}
			})),
		New("cq.getresults.empty-array/takes-one", "GetResults with an empty array takes a result.",
			Before(calls.CQGetResults, func(c *calls.Call) {
				if len(c.Results) == 0 {
					c.OnCQ().Queued(dropFirst)
				}
			})),
	}
}

var missingResults = []Mutant{
	New("cq.getresults.every-request-ends/forgets-one",
		"The last of the requests that are canceled together has no result.",
		EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
			if n := len(fresh); n > 0 && fresh[n-1].Status == nd2.Canceled {
				return fresh[:n-1]
			}
			return fresh
		})),
	New("cq.getresults.every-request-ends/one-twice",
		"The first of the requests that are canceled together has two results.",
		EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
			if len(fresh) > 0 && fresh[0].Status == nd2.Canceled {
				return append(fresh[:1:1], fresh...)
			}
			return fresh
		})),
	FirstEntryChecked("cq.getresults.read.nd-access-violation", calls.QPRead),
	FirstEntryChecked("cq.getresults.receive.nd-access-violation", calls.QPReceive),
	New("cq.getresults.send.io-timeout-unreachable/lost", "A Send that times out has no result.",
		LosingResults(func(o *calls.Outcome) bool { return o.RequestType == nd2.RequestSend && o.Status == nd2.IOTimeout })),
	FirstEntryChecked("cq.getresults.send.nd-access-violation", calls.QPSend),
	New("cq.getresults.silent-failure/canceled-lost",
		"A request with ND_OP_FLAG_SILENT_SUCCESS that is canceled has no result.",
		LosingResults(func(o *calls.Outcome) bool { return o.Silent() && o.Status == nd2.Canceled })),
	New("cq.getresults.silent-failure/lost", "A request with ND_OP_FLAG_SILENT_SUCCESS that fails has no result.",
		LosingResults(func(o *calls.Outcome) bool {
			return o.Silent() && o.Status != nd2.Success && o.Status != nd2.Canceled
		})),
	New("cq.getresults.silent-success/reported", "A request with ND_OP_FLAG_SILENT_SUCCESS that succeeds has a result.",
		OnCall(func(c *calls.Call) nd2.Status {
			c.Flags &^= nd2.SilentSuccess
			return c.Proceed()
		})),
	New("cq.getresults.silent-success/takes-place",
		"A silent success takes a place in the completion queue forever: when none is left, no result comes.", silentPlaces),
	FirstEntryChecked("cq.getresults.write.nd-access-violation", calls.QPWrite),
}

// upToTheEnd gives a queue an array of its depth for results; at the array's end GetResults stops, and begins again.
var upToTheEnd = KeepingAt(calls.CQGetResults, func(c *calls.Call, taken *calls.Record[int]) nd2.Status {
	ring := max(1, int(c.OnCQ().Depth))
	c.Results = c.Results[:min(len(c.Results), ring-taken.Get(c.Object)%ring)]
	s := c.Proceed()
	taken.Update(c.Object, func(n int) int { return n + int(c.Count) })
	return s
})

// silentPlaces leaks a place of the completion queue with each silent request.
func silentPlaces() calls.Hooks {
	var taken calls.Record[int]
	return calls.Hooks{
		Call: func(c *calls.Call) nd2.Status {
			s := c.Proceed()
			if q, ok := c.Self.(*calls.QueuePair); ok && s == nd2.Success && c.Flags&nd2.SilentSuccess != 0 {
				taken.Update(&q.InitiatorCQ.Object, Increment)
			}
			return s
		},
		Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
			if taken.Get(&q.Object) >= int(q.Depth) {
				return nil
			}
			return fresh
		},
	}
}

var shortEntries = []Mutant{
	FirstOfShortChecked("cq.getresults.read.nd-access-violation", calls.QPRead),
	FirstOfShortChecked("cq.getresults.receive.nd-access-violation", calls.QPReceive),
	FirstOfShortChecked("cq.getresults.send.nd-access-violation", calls.QPSend),
	FirstOfShortChecked("cq.getresults.write.nd-access-violation", calls.QPWrite),
}

var byteCounts = []Mutant{
	New("cq.getresults.bytes-transferred/16-bits", "BytesTransferred wraps around at 65,536.",
		ResultsThat(Received, func(o *calls.Outcome) { o.BytesTransferred &= 0xffff })),
	New("cq.getresults.bytes-transferred/room", "BytesTransferred of a Receive is how much it had room for.",
		ResultsThat(Received, func(o *calls.Outcome) { o.BytesTransferred = uint32(TotalLength(o.Of.SGE)) })),
	New("cq.getresults.bytes-transferred/rounded", "BytesTransferred of a Receive is rounded up to a multiple of eight.",
		EachResult(func(o *calls.Outcome) { o.BytesTransferred = (o.BytesTransferred + 7) &^ 7 })),
	New("cq.getresults.bytes-transferred/stale",
		"BytesTransferred of a message of no bytes is that of the message before.",
		KeepingResults(func(o *calls.Outcome, last *calls.Record[uint32]) {
			if o.Succeeded(nd2.RequestReceive) {
				if o.BytesTransferred == 0 {
					o.BytesTransferred = last.Get(nil)
				}
				last.Set(nil, o.BytesTransferred)
			}
		})),
	New("cq.getresults.bytes-transferred/whole-words",
		"BytesTransferred of a scattered message of several packets is rounded down to four bytes.",
		OfSeveralEntries(func(o *calls.Outcome) {
			if o.BytesTransferred > 4096 {
				o.BytesTransferred &^= 3
			}
		})),
}

var resultContents = []Mutant{
	New("cq.getresults.contexts/queue-pair-truncated", "QueuePairContext has lost its upper half.",
		EachResult(func(o *calls.Outcome) { o.QueuePairContext &= 0xffffffff })),
	New("cq.getresults.contexts/request-truncated", "RequestContext has lost its upper half.",
		EachResult(func(o *calls.Outcome) { o.RequestContext &= 0xffffffff })),
	New("cq.getresults.contexts/swapped", "A result has its two contexts swapped.", EachResult(func(o *calls.Outcome) {
		o.RequestContext, o.QueuePairContext = o.QueuePairContext, o.RequestContext
	})),
	New("cq.getresults.request-type/invalidate-as-bind", "The result of an Invalidate says that it is of a Bind.",
		EachResult(retyped(nd2.RequestInvalidate, nd2.RequestBind))),
	New("cq.getresults.request-type/read-as-write", "The result of a Read says that it is of a Write.",
		EachResult(retyped(nd2.RequestRead, nd2.RequestWrite))),
	New("cq.getresults.request-type/write-as-send", "The result of a Write says that it is of a Send.",
		EachResult(retyped(nd2.RequestWrite, nd2.RequestSend))),
}

func retyped(from, to nd2.RequestType) func(*calls.Outcome) {
	return func(o *calls.Outcome) {
		if o.RequestType == from {
			o.RequestType = to
		}
	}
}
