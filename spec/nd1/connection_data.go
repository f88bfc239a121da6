package nd1

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// privateData is GetConnectionData with these places for the read limits.
func privateData(c nd1.Connector, inbound, outbound *uintptr) CopyOut {
	return narrow(func(b []byte, size *uintptr) nd2.Status { return c.GetConnectionData(inbound, outbound, b, size) })
}

// expectConnectionData shows that an end is told its peer's private data, also in one call with the read limits,
// which are then the same as alone.
func expectConnectionData(e *end, sent []byte) {
	ExpectCopiedOut(privateData(e.connection, nil, nil), sent)
	var inbound, outbound, in, out uintptr
	Expect(e.connection.GetConnectionData(&inbound, &outbound, nil, nil)).To(Return(nd2.Success))
	ExpectCopiedOut(privateData(e.connection, &in, &out), sent)
	Expect(in).To(Equal(inbound), "the inbound limit, asked for with the data")
	Expect(out).To(Equal(outbound), "the outbound limit, asked for with the data")
}

var _ = Describe("INDConnector::GetConnectionData", func() {
	DescribeTable("returns what the peer has sent, to a buffer of whatever size:",
		Covers("endpoint.getconnectiondata.nd-success", "endpoint.getconnectiondata.nd-buffer-overflow",
			"endpoint.getconnectiondata.size-used"),
		func(ctx SpecContext, make making, length func(most uintptr) uintptr) {
			active, passive, own := make(ctx)
			if own == passive {
				sent := dataOf(length, active.limits.MaxCallerData)
				requestWith(active, passive, sent)
				expectConnectionData(passive, sent)
				return
			}
			sent := dataOf(length, passive.limits.MaxCalleeData)
			connect := request(active, passive)
			accept := passive.accept(passive.Endpoint, sent)
			Expect(connect).To(CompleteWith(nd2.Success))
			expectConnectionData(active, sent)
			complete(accept, active, passive)
			exchange(active, passive)
		},
		Entry("one byte of a request", Variant("one-passive"), accepting, one),
		Entry("one byte of an answer", Variant("one"), connecting, one),
		Entry("one byte less than the most, of a request", Variant("less-passive"), accepting, less),
		Entry("one byte less than the most, of an answer", Variant("less"), connecting, less),
		Entry("the most, of a request", Variant("most-passive"), accepting, whole),
		Entry("the most, of an answer", connecting, whole))

	DescribeTable("returns the data of a Reject,", Covers("endpoint.getconnectiondata.after-reject"),
		func(ctx SpecContext, length func(most uintptr) uintptr) {
			active, passive, _ := connecting(ctx)
			sent := dataOf(length, passive.limits.MaxCalleeData)
			connect := request(active, passive)
			Expect(passive.connection.Reject(sent)).To(Return(nd2.Success, nd2.Pending))
			Expect(connect.Wait()).To(ReturnFailure())
			ExpectCopiedOut(privateData(active.connection, nil, nil), sent)
		},
		Entry("one byte", Variant("one"), one),
		Entry("one byte less than the most", Variant("less"), less),
		Entry("the most", whole))
})

// How much private data a spec sends, given the most.
func one(uintptr) uintptr        { return 1 }
func less(most uintptr) uintptr  { return most - 1 }
func whole(most uintptr) uintptr { return most }

// dataOf returns private data of a length. The spec is unobservable if that can't be sent, or no fabric carries it.
func dataOf(length func(most uintptr) uintptr, most uintptr) []byte {
	const feasible = 1 << 16
	n := length(most)
	if n == 0 || n > most || n > feasible {
		Unobservable("the adapter takes less private data, or more than a spec sends")
	}
	data := make([]byte, n)
	Pattern(data, 0x17)
	data[0] |= 1 // so that it differs from a new buffer's content
	return data
}
