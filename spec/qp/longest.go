package qp

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("An IND2QueuePair's longest requests", func() {
	// longest returns a connection whose requests carry as much as both adapters transfer, a
	// list of that length, and the peer's memory to match.
	longest := func(ctx SpecContext,
		entries func(nd2.AdapterInfo) uint32,
	) (c *Connection, list []nd2.SGE, remote *Region) {
		local, peer := Local(ctx), Peer(ctx)
		length := min(local.Info.MaxTransferLength, peer.Info.MaxTransferLength)
		const most = 64 << 20 // bytes that a spec may ask of the machine
		if length > most || uint64(length) > uint64(peer.Info.MaxRegistrationSize) {
			Unobservable(fmt.Sprintf("a transfer to memory of %d bytes is too much to ask", length))
		}
		n := min(64, entries(local.Info))
		list = LongList(local, uint64(length), n)
		c = ConnectEnds(ctx, local.End(local.Attainable(Shape{InitiatorSGE: n})), peer.End(Shape{}))
		return c, list, peer.Memory(int(length), AllRights)
	}

	It("may be Writes of MaxTransferLength bytes", Covers("qp.write.max-transfer-length"), LongTimeout,
		func(ctx SpecContext) {
			c, list, remote := longest(ctx, func(info nd2.AdapterInfo) uint32 { return info.MaxInitiatorSGE })
			Pattern(list[0].Buffer, 0x42)
			Expect(c.Active.Write(1, list, remote.Address(0), remote.GetRemoteToken(), 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			c.Settle(ctx)
			end := list[len(list)-1].Buffer
			Expect(remote.Bytes[len(remote.Bytes)-len(end):]).To(HoldBytes(end))
		})

	It("may be Reads of MaxTransferLength bytes", Covers("qp.read.max-transfer-length"), LongTimeout,
		func(ctx SpecContext) {
			c, list, remote := longest(ctx, func(info nd2.AdapterInfo) uint32 { return info.MaxReadSGE })
			end := list[len(list)-1].Buffer
			want := remote.Fill(len(remote.Bytes)-len(end), len(end), 0x42)
			Expect(c.Active.Read(1, list, remote.Address(0), remote.GetRemoteToken(), 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			Expect(end).To(HoldBytes(want))
		})
})
