package qp

import (
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("An IND2QueuePair's longest requests", func() {
	DescribeTable("carry MaxTransferLength bytes, and each byte arrives,",
		func(ctx SpecContext, kind nd2.RequestType) {
			local, peer := Local(ctx), Peer(ctx)
			length := min(local.Info.MaxTransferLength, peer.Info.MaxTransferLength)
			const most = 64 << 20 // bytes that a spec may ask of the machine
			if length > most || kind != nd2.RequestSend && uint64(length) > uint64(peer.Info.MaxRegistrationSize) {
				Unobservable(fmt.Sprintf("a transfer to memory of %d bytes is too much to ask", length))
			}
			n, to := min(64, local.Info.MaxInitiatorSGE), min(64, peer.Info.MaxReceiveSGE)
			if kind == nd2.RequestRead {
				n = min(64, local.Info.MaxReadSGE)
			}
			c := ConnectEnds(ctx, local.End(local.Attainable(Shape{InitiatorSGE: n})),
				peer.End(peer.Attainable(Shape{ReceiveSGE: to})))
			near, far, at := LongList(local, uint64(length), n), []nd2.SGE(nil), Remote{}
			if kind == nd2.RequestSend {
				far = LongList(peer, uint64(length), to)
			} else {
				r := peer.Memory(int(length), AllRights)
				far, at = r.List(0, int(length)), r.Remote()
			}
			from, into := near, far
			if kind == nd2.RequestRead {
				from, into = far, near
			}
			for i, e := range from {
				Pattern(e.Buffer, byte(i))
			}
			carry(ctx, c, kind, near, far, at)
			sent := gathered(from)
			if AddressOf(into[0].Buffer) == AddressOf(into[len(into)-1].Buffer) { // the same memory over and over, in any order
				stored := slices.Collect(slices.Chunk(sent, len(into[0].Buffer)))
				into, sent = into[:1], among(stored, into[0].Buffer)
			}
			for i := len(into) - 1; i >= 0; i-- {
				rest := len(sent) - len(into[i].Buffer)
				Expect(into[i].Buffer).To(HoldBytes(sent[rest:]))
				sent = sent[:rest]
			}
		},
		Entry("as a Send", Covers("qp.send.max-transfer-length", "cq.getresults.bytes-transferred"), LongTimeout,
			nd2.RequestSend),
		Entry("as a Write", Covers("qp.write.max-transfer-length"), LongTimeout, nd2.RequestWrite),
		Entry("as a Read", Covers("qp.read.max-transfer-length"), LongTimeout, nd2.RequestRead))
})

// carry has a request of a type move what is at one end of a connection to the other.
func carry(ctx SpecContext, c *Connection, kind nd2.RequestType, near, far []nd2.SGE, at Remote) {
	var returned nd2.Status
	switch kind {
	case nd2.RequestSend:
		Expect(c.Passive.Receive(1, far)).To(Return(nd2.Success))
		returned = c.Active.Send(1, near, 0)
	case nd2.RequestWrite:
		returned = c.Active.Write(1, near, at.Address, at.Token, 0)
	default:
		returned = c.Active.Read(1, near, at.Address, at.Token, 0)
	}
	Expect(returned).To(Return(nd2.Success))
	Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
	if kind != nd2.RequestSend {
		c.Settle(ctx)
		return
	}
	result := Result(ctx, c.Passive.Receives)
	Expect(result).To(CompleteWith(nd2.Success))
	Expect(result.BytesTransferred).To(BeEquivalentTo(c.MaxTransfer()), "BytesTransferred")
}
