package cq

import (
	"context"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("The status of a result, when the memory is wrong,", func() {
	DescribeTable("is ND_ACCESS_VIOLATION for a",
		func(ctx SpecContext, kind nd2.RequestType, invalid func(context.Context, *exchange) nd2.SGE) {
			x := exchangeFor(ctx, kind, Shape{})
			x.help(kind, 1, func() { x.postUnusable(kind, 1, []nd2.SGE{invalid(ctx, x)}) })
			Expect(Results(ctx, x.queueOf(kind), 1)).To(HaveOutcomes(Outcome(kind, 1, nd2.AccessViolation)))
		},
		unusableMemory("Send", "of", nd2.RequestSend),
		unusableMemory("Receive", "into", nd2.RequestReceive),
		unusableMemory("Read", "into", nd2.RequestRead),
		unusableMemory("Write", "of", nd2.RequestWrite),
	)

	DescribeTable("tells of a failed remote access, with everything in order at this end, for a",
		func(ctx SpecContext, kind nd2.RequestType, address func(*exchange) uint64, token func(*Region) uint32) {
			x := exchangeFor(ctx, kind, Shape{})
			sent := x.Memory.Fill(source, x.length, 1)
			theirs := x.other.Memory
			if kind == nd2.RequestRead {
				Expect(x.Read(1, x.Memory.List(x.sink, x.length), address(x), token(theirs), 0)).To(Return(nd2.Success))
			} else {
				Expect(x.Write(1, x.Memory.List(source, x.length), address(x), token(theirs), 0)).To(Return(nd2.Success))
			}
			x.expectRemoteAccess(ctx, kind, 1)
			x.expectDisconnected(ctx)
			there := slices.Clone(Contents(theirs.Bytes))
			want := make([]byte, len(there))
			if kind == nd2.RequestWrite && token(theirs) == theirs.GetRemoteToken() {
				at := address(x) - theirs.Address(0)
				addPlaced(want[at:], there[at:], sent)
			}
			Expect(there).To(HoldBytes(want))
		},
		Entry("Read with a wrong remote token", Covers("cq.getresults.remote-access", "cq.getresults.read.nd-success"),
			Variant("read-token"), nd2.RequestRead, inside, notTheToken),
		Entry("Read beyond the remote region", Covers("cq.getresults.remote-access", "cq.getresults.read.nd-success"),
			Variant("read-bounds"), nd2.RequestRead, lastByte, (*Region).GetRemoteToken),
		Entry("Write with a wrong remote token", Covers("cq.getresults.remote-access"), nd2.RequestWrite, inside,
			notTheToken),
		Entry("Write beyond the remote region", Covers("cq.getresults.remote-access"), Variant("write-bounds"),
			nd2.RequestWrite, lastByte, (*Region).GetRemoteToken),
	)

	DescribeTable("is ND_DATA_OVERRUN for more bytes than MaxTransferLength, if the call does not refuse them, in a",
		func(ctx SpecContext, kind nd2.RequestType) {
			much, ok := surfeitOf(Local(ctx).Info, kind)
			if !ok {
				Unobservable("MaxTransferLength can't be exceeded with the memory at hand")
			}
			x := exchangeFor(ctx, kind, Shape{InitiatorSGE: much.entries})
			returned := x.postWith(kind, 1, much.list(x.Side))
			if returned != nd2.Success {
				Expect(returned).To(ReturnAsRuled("qp." + strings.ToLower(kind.String()) + ".nd-buffer-overflow"))
				x.carryOut(kind, 2, 0)
				Expect(Results(ctx, x.Initiated, 1)).To(HaveOutcomes(Outcome(kind, 2, nd2.Success)))
				return
			}
			Expect(Results(ctx, x.Initiated, 1)).To(HaveOutcomes(Outcome(kind, 1, nd2.DataOverrun)))
		},
		Entry("Send", Covers("cq.getresults.send.nd-data-overrun"), nd2.RequestSend),
		Entry("Read", Covers("cq.getresults.read.nd-data-overrun"), nd2.RequestRead),
		Entry("Write", Covers("cq.getresults.write.nd-data-overrun"), nd2.RequestWrite),
	)
})

// unusableMemory are the entries of a table for a request with memory that it can't use.
func unusableMemory(request, use string, kind nd2.RequestType) []TableEntry {
	rule := Covers("cq.getresults." + strings.ToLower(request) + ".nd-access-violation")
	return []TableEntry{
		Entry(request+" "+use+" memory that is no longer registered", rule, kind, deregistered),
		Entry(request+" with an invalid token", rule, Variant("token"), kind, wrongToken),
		Entry(request+" with the number behind the latest region's token", rule, Variant("next-token"), kind, nextToken),
		Entry(request+" that reaches beyond the region", rule, Variant("bounds"), kind, beyondRegion),
	}
}

// postWith is post with entries of the caller's choice at this end.
func (x *exchange) postWith(kind nd2.RequestType, context uintptr, list []nd2.SGE) nd2.Status {
	theirs := x.other.Memory
	switch kind {
	case nd2.RequestSend:
		return x.Send(context, list, 0)
	case nd2.RequestReceive:
		return x.Receive(context, list)
	case nd2.RequestRead:
		return x.Read(context, list, theirs.Address(source), theirs.GetRemoteToken(), 0)
	default:
		return x.Write(context, list, theirs.Address(x.sink), theirs.GetRemoteToken(), 0)
	}
}

// postUnusable is postWith for entries that name memory which the request must not use.
func (x *exchange) postUnusable(kind nd2.RequestType, context uintptr, list []nd2.SGE) {
	returned := x.postWith(kind, context, list)
	SkipIfFoundInCall(returned)
	Expect(returned).To(Return(nd2.Success))
}

// addPlaced adds to want what of the bytes sent is there: what the memory has room for may
// be, before it is noticed that the rest has none.
func addPlaced(want, there, sent []byte) {
	for i, b := range there {
		if b == sent[i] {
			want[i] = b
		}
	}
}

// expectRemoteAccess judges the end of a request of a type and a context whose remote
// memory does not allow it.
func (x *exchange) expectRemoteAccess(ctx context.Context, kind nd2.RequestType, context uintptr) {
	result := Result(ctx, x.Initiated)
	Expect([]nd2.Result{result}).To(HaveOutcomes(Outcome(kind, context, result.Status)))
	if kind == nd2.RequestRead {
		Expect(result.Status).NotTo(Equal(nd2.Success), "the status of a Read that has not been carried out")
	}
	Expect(result).To(CompleteAsRuled("cq.getresults.remote-access"))
}

// deregistered returns an entry for memory whose registration is over.
func deregistered(ctx context.Context, x *exchange) nd2.SGE {
	region, buffer := x.MemoryRegion(), x.Buffer(x.length)
	Expect(Start(ctx, region, func(o *nd2.Overlapped) nd2.Status {
		return region.Register(buffer, AllRights, o)
	})).To(CompleteWith(nd2.Success))
	entry := nd2.SGE{Buffer: buffer, MemoryRegionToken: region.GetLocalToken()}
	Expect(Start(ctx, region, region.Deregister)).To(CompleteWith(nd2.Success))
	return entry
}

// wrongToken returns an entry for registered memory with a token that nobody gave.
func wrongToken(_ context.Context, x *exchange) nd2.SGE {
	entry := x.Side.Memory(x.length, AllRights).Entry(0, x.length)
	entry.MemoryRegionToken = ^entry.MemoryRegionToken
	return entry
}

// nextToken returns an entry with the number behind the token of the region that was registered last, which may be
// another region's, of other memory.
func nextToken(_ context.Context, x *exchange) nd2.SGE {
	entry := x.Side.Memory(x.length, AllRights).Entry(0, x.length)
	entry.MemoryRegionToken++
	return entry
}

// beyondRegion returns an entry whose last byte lies beyond the region.
func beyondRegion(_ context.Context, x *exchange) nd2.SGE {
	size := int(min(8192, x.Info.MaxRegistrationSize)) // whole pages
	buffer := x.Buffer(2 * size)
	region := x.Side.Register(buffer[:size], AllRights)
	return nd2.SGE{Buffer: buffer[size-x.length+1 : size+1], MemoryRegionToken: region.GetLocalToken()}
}

func inside(x *exchange) uint64   { return x.other.Memory.Address(x.sink) }
func lastByte(x *exchange) uint64 { return x.other.Memory.Address(x.size - x.length + 1) }

func notTheToken(r *Region) uint32 { return ^r.GetRemoteToken() }

// A surfeit is more data than MaxTransferLength: the same memory over and over,
// since so much of it may not be available.
type surfeit struct {
	entries uint32
	size    int // of each entry, in bytes
}

// surfeitOf tells what is too much for a request of a type, if that is available.
func surfeitOf(info nd2.AdapterInfo, kind nd2.RequestType) (s surfeit, ok bool) {
	const most = 256 << 20 // bytes to ask the system for
	const ordinary = 4     // entries; more may not be available together with what else a queue pair has
	s.entries = min(info.MaxInitiatorSGE, ordinary)
	if kind == nd2.RequestRead {
		s.entries = min(info.MaxReadSGE, info.MaxInitiatorSGE, ordinary)
	}
	if s.entries == 0 {
		return s, false
	}
	s.size = int(info.MaxTransferLength/s.entries) + 1
	return s, s.size <= most && uintptr(s.size) <= info.MaxRegistrationSize
}

// list returns the entries.
func (s surfeit) list(side *Side) []nd2.SGE {
	side.Exceeding()
	return slices.Repeat(side.Memory(s.size, AllRights).List(0, s.size), int(s.entries))
}
