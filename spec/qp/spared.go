package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("An IND2QueuePair beside another that is released while results of both are queued", func() {
	It("still has all its results, in order", Covers("qp.release.spares-others"), Variant("results"),
		func(ctx SpecContext) {
			const rounds = 4
			local, peer := Local(ctx), Peer(ctx)
			own := local.End(Shape{
				Context: 1, ReceiveDepth: rounds, InitiatorDepth: rounds, QueueDepth: 4 * rounds,
				OneQueue: true,
			})
			c := ConnectEnds(ctx, own, peer.End(Shape{}))
			e := local.End(Shape{
				ReceiveDepth: rounds, InitiatorDepth: rounds, UseReceives: own.Receives,
				UseInitiated: own.Initiated,
			})
			ending, release := connectOwnEnd(ctx, e, peer.End(Shape{}))
			both := []*Connection{ending, c}
			for _, one := range both {
				one.Settle(ctx)
			}
			for _, context := range Sequence(1, rounds) {
				for _, one := range both {
					Expect(one.Active.Touch(context, one.Passive.Memory)).To(Return(nd2.Success))
					Expect(one.Active.Receive(context, nil)).To(Return(nd2.Success))
					Expect(one.Passive.Send(context, nil, 0)).To(Return(nd2.Success))
					Expect(Result(ctx, one.Passive.Initiated)).To(CompleteWith(nd2.Success))
				}
			}
			release()
			byType := map[nd2.RequestType][]nd2.Result{}
			for range 2 * rounds {
				r := ResultOf(ctx, 1, own.Receives)
				byType[r.RequestType] = append(byType[r.RequestType], r)
			}
			for _, kind := range []nd2.RequestType{nd2.RequestWrite, nd2.RequestReceive} {
				Expect(byType[kind]).To(HaveOutcomes(Outcomes(kind, Sequence(1, rounds), nd2.Success)...))
			}
		})
})
