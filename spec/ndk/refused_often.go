package ndk

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A refused creation takes nothing of the domain, nor of its queues: all can be used, and closed.
var _ = Describe("An NDK protection domain that has refused to create an object 150 times", func() {
	DescribeTable("creates a shared receive queue, and is closed, when it was",
		Covers("ndk.createsrq.status-invalid-parameter"),
		func(ctx SpecContext, exceed func(r *queueRequest, limits ndk.AdapterInfo), affinity *ndk.GroupAffinity) {
			c := open(ctx)
			r := ordinary
			exceed(&r, c.limits)
			r.affinity = affinity
			for range Often {
				Expect(c.create(r).status(ctx)).To(ReturnNT(ndk.InvalidParameter))
			}
			q := ended(ctx, c.creating)
			startClose(q).wait(ctx)
			c.closePD().wait(ctx)
			c.closeAdapter()
		},
		Entry("a queue that is too deep", Variant("often"),
			func(r *queueRequest, limits ndk.AdapterInfo) { r.depth = beyond(limits.MaxSrqDepth) }, nil),
		Entry("a queue that is too deep, at a processor", Variant("often-anywhere"),
			func(r *queueRequest, limits ndk.AdapterInfo) { r.depth = beyond(limits.MaxSrqDepth) }, anywhere()),
		Entry("one of too many entries", Variant("often-entries"),
			func(r *queueRequest, limits ndk.AdapterInfo) { r.sge = beyond(limits.MaxReceiveRequestSGE) }, nil))

	DescribeTable("creates a queue pair on the queue that was named, which is closed, when it was",
		Covers("ndk.createqpwithsrq.invalid-parameter"),
		func(ctx SpecContext, exceed func(r *pairRequest, limits ndk.AdapterInfo)) {
			c := open(ctx)
			q := c.queue(ordinary)
			r := small
			exceed(&r, c.limits)
			receives, initiated := c.cq(1), c.cq(1)
			for range Often {
				Expect(q.createPair(r, receives, initiated, 0).status(ctx)).To(ReturnNT(ndk.InvalidParameter))
			}
			q.post(7, 1)
			m := q.connected(ctx, small, 0)
			Expect(contexts(m.arrive(ctx, 1))).To(Equal(Sequence(7, 1)), "the request contexts of the results")
			m.close().wait(ctx)
			q.close().wait(ctx)
		},
		Entry("a queue that is too deep", Variant("often"),
			func(r *pairRequest, limits ndk.AdapterInfo) { r.depth = beyond(limits.MaxInitiatorQueueDepth) }),
		Entry("one of too many entries", Variant("often-entries"),
			func(r *pairRequest, limits ndk.AdapterInfo) { r.sge = beyond(limits.MaxInitiatorRequestSGE) }),
		Entry("one of too much inline data", Variant("often-inline-data"),
			func(r *pairRequest, limits ndk.AdapterInfo) { r.inline = beyond(limits.MaxInlineDataSize) }))
})

var _ = Describe("NdkSrqReceive", func() {
	It("posts Receives whose entries a message fills to wherever it ends", Covers("ndk.srqreceive.data"),
		Variant("boundaries"), func(ctx SpecContext) {
			c := open(ctx)
			if c.limits.MaxReceiveRequestSGE < 3 {
				Unobservable("a Receive has less than three entries")
			}
			q := c.queue(queueRequest{depth: 1, sge: 3})
			m := q.connected(ctx, small, 0)
			for _, lengths := range [][3]int{{5, 4, 7}, {0, 9, 7}, {5, 0, 11}, {9, 7, 0}} {
				for size := range 17 {
					var list []ndk.SGE
					at := 1
					for _, n := range lengths {
						list = append(list, ndk.SGE{Buffer: q.bytes[at : at+n], MemoryRegionToken: q.token})
						at += n + 3
					}
					Clear(q.bytes[:slotSize])
					Expect(q.SrqReceive(uintptr(size), list)).To(ReturnNT(ndk.Success))
					message := m.peer.Memory.Fill(0, size, byte(1+size))
					Expect(m.peer.Send(1, m.peer.Memory.List(0, size), 0)).To(Return(nd2.Success))
					r := results(ctx, m.receives, 1)[0]
					Expect(r.Status).To(ReturnNT(ndk.Success))
					Expect(r.BytesTransferred).To(BeEquivalentTo(size), "BytesTransferred")
					Expect(r.RequestContext).To(Equal(uintptr(size)), "RequestContext")
					Expect(Result(ctx, m.peer.Initiated)).To(CompleteWith(nd2.Success))
					Expect(q.bytes[:slotSize]).To(HoldBytes(laidOut(lengths, message)), "%v bytes in a message of %d", lengths, size)
				}
			}
		})

	DescribeTable("has results of whatever context its queue pair has", Covers("ndk.srqreceive.qp-context"),
		func(ctx SpecContext, context uintptr) {
			q := open(ctx).queue(queueRequest{depth: 2, sge: 1})
			q.post(1, 2)
			for _, r := range q.connected(ctx, small, context).arrive(ctx, 2) {
				Expect(r.QPContext).To(Equal(context), "QPContext")
			}
		},
		Entry("(all ones)", Variant("all-ones"), ^uintptr(0)),
		Entry("(the highest bit)", Variant("highest-bit"), ^(^uintptr(0)>>1)))
})

// laidOut is a slot's content when a message has filled entries of some lengths, from the first entry on, with gaps of
// three bytes.
func laidOut(lengths [3]int, message []byte) []byte {
	slot := make([]byte, slotSize)
	at := 1
	for _, n := range lengths {
		filled := copy(slot[at:at+n], message)
		message = message[filled:]
		at += n + 3
	}
	return slot
}

var _ = Describe("NdkModifySrq", func() {
	It("sets depths up and down 300 times, and keeps the Receives", Covers("ndk.modifysrq.success"), Variant("often"),
		LongTimeout,
		func(ctx SpecContext) {
			const posted = 3
			c := open(ctx)
			q := c.queue(queueRequest{depth: posted, sge: 1})
			q.post(1, posted)
			for i := range uint32(300) {
				depth := min(posted+(i*7)%13, c.limits.MaxSrqDepth)
				Expect(q.modify(depth, 0)).To(ReturnNT(ndk.Success), "to a depth of %d", depth)
			}
			Expect(q.modify(min(posted+2, c.limits.MaxSrqDepth), 0)).To(ReturnNT(ndk.Success))
			m := q.connected(ctx, small, 0)
			Expect(contexts(m.arrive(ctx, posted))).To(Equal(Sequence(1, posted)), "the request contexts of the results")
			q.post(10, posted)
			Expect(contexts(m.arrive(ctx, posted))).To(Equal(Sequence(10, posted)), "the request contexts of the results")
		})
})
