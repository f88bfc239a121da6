package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2QueuePair::Send", func() {
	It("sends all of its entries when they are in several regions and together longer than any of them",
		Covers("qp.send.beyond-registration-size"), LongTimeout, func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			size := regionSize(local, peer)
			c := ConnectEnds(ctx, local.End(Shape{InitiatorSGE: 2}), peer.End(Shape{ReceiveSGE: 2}))
			out, in := whole(local, size), whole(peer, size)
			for i, e := range out {
				Pattern(e.Buffer, byte(i+1))
			}
			Expect(c.Passive.Receive(1, in)).To(Return(nd2.Success))
			Expect(c.Active.Send(2, out, 0)).To(Return(nd2.Success))
			result := Result(ctx, c.Passive.Receives)
			Expect(result).To(CompleteWith(nd2.Success))
			Expect(result.BytesTransferred).To(BeEquivalentTo(2*size), "BytesTransferred")
			for i := range in {
				Expect(in[i].Buffer).To(HoldBytes(out[i].Buffer), "entry %d", i)
			}
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
		})
})

// regionSize returns the length of each of two regions that a message carries whole: as long
// as the adapters register, if that is little and they transfer as much.
func regionSize(local, peer *Side) int {
	const ordinary, affordable = 4096, 1 << 20
	registered := min(local.Info.MaxRegistrationSize, peer.Info.MaxRegistrationSize)
	each := uint64(min(local.Info.MaxTransferLength, peer.Info.MaxTransferLength) / 2)
	if uint64(registered) <= min(each, affordable) {
		return int(registered)
	}
	if each == 0 {
		Unobservable("a transfer of one byte can't be from two regions")
	}
	return int(min(each, ordinary))
}

// whole is a list of two regions of size bytes each, and names all of both.
func whole(s *Side, size int) []nd2.SGE {
	var list []nd2.SGE
	for range 2 {
		list = append(list, s.Memory(size, AllRights).Entry(0, size))
	}
	return list
}
