package cq

import (
	"context"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

var _ = Describe("The status of a result, when the memory is not as it should be,", func() {
	DescribeTable("is ND_ACCESS_VIOLATION for a",
		func(ctx SpecContext, kind nd2.RequestType, invalid func(context.Context, *Side) nd2.SGE) {
			x := exchangeFor(ctx, kind, Shape{})
			x.help(kind, 1, func() {
				Expect(x.postWith(kind, 1, []nd2.SGE{invalid(ctx, x.Side)})).To(Return(nd2.Success))
			})
			Expect(Results(ctx, x.queueOf(kind), 1)).To(HaveOutcomes(Outcome(kind, 1, nd2.AccessViolation)))
		},
		Entry("Send of memory that is not registered any more", Covers("cq.getresults.send.nd-access-violation"), nd2.RequestSend, deregistered),
		Entry("Send by a token that is none", Covers("cq.getresults.send.nd-access-violation"), Variant("token"), nd2.RequestSend, wrongToken),
		Entry("Send from beyond the region", Covers("cq.getresults.send.nd-access-violation"), Variant("bounds"), nd2.RequestSend, beyondRegion),
		Entry("Receive into memory that is not registered any more", Covers("cq.getresults.receive.nd-access-violation"), nd2.RequestReceive, deregistered),
		Entry("Receive by a token that is none", Covers("cq.getresults.receive.nd-access-violation"), Variant("token"), nd2.RequestReceive, wrongToken),
		Entry("Receive to beyond the region", Covers("cq.getresults.receive.nd-access-violation"), Variant("bounds"), nd2.RequestReceive, beyondRegion),
		Entry("Read into memory that is not registered any more", Covers("cq.getresults.read.nd-access-violation"), nd2.RequestRead, deregistered),
		Entry("Read by a token that is none", Covers("cq.getresults.read.nd-access-violation"), Variant("token"), nd2.RequestRead, wrongToken),
		Entry("Read to beyond the region", Covers("cq.getresults.read.nd-access-violation"), Variant("bounds"), nd2.RequestRead, beyondRegion),
		Entry("Write of memory that is not registered any more", Covers("cq.getresults.write.nd-access-violation"), nd2.RequestWrite, deregistered),
		Entry("Write by a token that is none", Covers("cq.getresults.write.nd-access-violation"), Variant("token"), nd2.RequestWrite, wrongToken),
		Entry("Write from beyond the region", Covers("cq.getresults.write.nd-access-violation"), Variant("bounds"), nd2.RequestWrite, beyondRegion),
	)

	DescribeTable("tells of a remote access failure, with everything in order at this end, to a",
		func(ctx SpecContext, kind nd2.RequestType, address func(*Region) uint64, token func(*Region) uint32) {
			x := exchangeFor(ctx, kind, Shape{})
			issue := x.Write
			if kind == nd2.RequestRead {
				issue = x.Read
			}
			Expect(issue(1, x.Memory.List(sink, length), address(x.other.Memory), token(x.other.Memory), 0)).To(Return(nd2.Success))
			result := Result(ctx, x.Initiated)
			Expect(result).To(CompleteAsRuled("cq.getresults.remote-access"))
			Expect(result.RequestType).To(Equal(kind), "RequestType")
		},
		Entry("Read with a wrong token", Covers("cq.getresults.remote-access", "cq.getresults.read.nd-success"), Variant("read-token"), nd2.RequestRead, inside, notTheToken),
		Entry("Read beyond the region", Covers("cq.getresults.remote-access", "cq.getresults.read.nd-success"), Variant("read-bounds"), nd2.RequestRead, lastByte, (*Region).GetRemoteToken),
		Entry("Write with a wrong token", Covers("cq.getresults.remote-access"), nd2.RequestWrite, inside, notTheToken),
		Entry("Write beyond the region", Covers("cq.getresults.remote-access"), Variant("write-bounds"), nd2.RequestWrite, lastByte, (*Region).GetRemoteToken),
	)

	DescribeTable("is ND_DATA_OVERRUN for more than MaxTransferLength, if the call does not refuse it, of a",
		func(ctx SpecContext, kind nd2.RequestType) {
			much, ok := surfeitOf(Local(ctx).Info, kind)
			if !ok {
				Unobservable("MaxTransferLength can't be exceeded with the memory at hand")
			}
			x := exchangeFor(ctx, kind, Shape{InitiatorSGE: much.entries})
			returned := x.postWith(kind, 1, much.list(x.Side))
			if returned == nd2.BufferOverflow {
				x.carryOut(kind, 2, 0)
				Expect(Results(ctx, x.Initiated, 1)).To(HaveOutcomes(Outcome(kind, 2, nd2.Success)))
				return
			}
			Expect(returned).To(Return(nd2.Success))
			Expect(Results(ctx, x.Initiated, 1)).To(HaveOutcomes(Outcome(kind, 1, nd2.DataOverrun)))
		},
		Entry("Send", Covers("cq.getresults.send.nd-data-overrun"), nd2.RequestSend),
		Entry("Read", Covers("cq.getresults.read.nd-data-overrun"), nd2.RequestRead),
		Entry("Write", Covers("cq.getresults.write.nd-data-overrun"), nd2.RequestWrite),
	)
})

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
		return x.Write(context, list, theirs.Address(sink), theirs.GetRemoteToken(), 0)
	}
}

// deregistered gives an entry for memory whose registration is over.
func deregistered(ctx context.Context, side *Side) nd2.SGE {
	GinkgoHelper()
	region, buffer := side.MemoryRegion(), side.Buffer(length)
	Expect(Start(ctx, region, func(o *nd2.Overlapped) nd2.Status { return region.Register(buffer, AllRights, o) })).To(CompleteWith(nd2.Success))
	entry := nd2.SGE{Buffer: buffer, MemoryRegionToken: region.GetLocalToken()}
	Expect(Start(ctx, region, region.Deregister)).To(CompleteWith(nd2.Success))
	return entry
}

// wrongToken gives an entry for registered memory with a token that nobody gave.
func wrongToken(_ context.Context, side *Side) nd2.SGE {
	GinkgoHelper()
	entry := side.Memory(length, AllRights).Entry(0, length)
	entry.MemoryRegionToken = ^entry.MemoryRegionToken
	return entry
}

// beyondRegion gives an entry whose last byte lies beyond the region.
func beyondRegion(_ context.Context, side *Side) nd2.SGE {
	GinkgoHelper()
	const page = 4096
	buffer := side.Buffer(4 * page)
	region := side.Register(buffer[:2*page], AllRights)
	return nd2.SGE{Buffer: buffer[2*page-length+1 : 2*page+1], MemoryRegionToken: region.GetLocalToken()}
}

func inside(r *Region) uint64   { return r.Address(sink) }
func lastByte(r *Region) uint64 { return r.Address(len(r.Bytes) - length + 1) }

func notTheToken(r *Region) uint32 { return ^r.GetRemoteToken() }

// A surfeit is more data than MaxTransferLength: the same memory over and over,
// since so much of it may not be had.
type surfeit struct {
	entries uint32
	size    int // of each entry, in bytes
}

// surfeitOf tells what is too much for a request of a type, if it can be had.
func surfeitOf(info nd2.AdapterInfo, kind nd2.RequestType) (s surfeit, ok bool) {
	const most = 256 << 20 // bytes to ask the system for
	s.entries = info.MaxInitiatorSGE
	if kind == nd2.RequestRead {
		s.entries = info.MaxReadSGE
	}
	if s.entries == 0 {
		return s, false
	}
	s.size = int(info.MaxTransferLength/s.entries) + 1
	return s, uint64(s.size) <= min(most, uint64(info.MaxRegistrationSize))
}

// list gives the entries.
func (s surfeit) list(side *Side) []nd2.SGE {
	GinkgoHelper()
	return slices.Repeat(side.Memory(s.size, AllRights).List(0, s.size), int(s.entries))
}
