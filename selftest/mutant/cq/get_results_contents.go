package cq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var byteCounts = []Mutant{
	New("cq.getresults.bytes-transferred/16-bits", "BytesTransferred wraps around at 65,536.",
		ResultsThat(Received, func(o *calls.Outcome) { o.BytesTransferred &= 0xffff })),
	New("cq.getresults.bytes-transferred/room", "BytesTransferred of a Receive is how much it had room for.",
		ResultsThat(Received, func(o *calls.Outcome) { o.BytesTransferred = uint32(TotalLength(o.Of.SGE)) })),
	New("cq.getresults.bytes-transferred/rounded", "BytesTransferred of a Receive is rounded up to a multiple of eight.",
		EachResult(func(o *calls.Outcome) { o.BytesTransferred = (o.BytesTransferred + 7) &^ 7 })),
	New("cq.getresults.bytes-transferred/stale",
		"BytesTransferred of a message of no bytes is that of the message before.",
		RecordingResults(func(o *calls.Outcome, last *calls.Record[uint32]) {
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
