package ndk

import (
	"runtime"
	"sync"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// closed is a close's status.
var closed = ReturnNT(ndk.Success, ndk.Pending)

var _ = Describe("NdkCloseSrq", func() {
	DescribeTable("cannot fail, with", Covers("ndk.closesrq.cannot-fail"),
		func(ctx SpecContext, threshold uint32, posted int) {
			bell := newBell()
			q := open(ctx).queue(queueRequest{depth: 4, sge: 1, threshold: threshold, notification: bell.ring})
			q.post(1, posted)
			c := q.close()
			Expect(c.returned).To(closed)
			c.wait(ctx)
			for len(bell) > 0 { // a provider that drains the queue may tell that it has come below its threshold
				Expect((<-bell).status).To(ReturnNT(ndk.Success), "a notification of a queue that has not failed")
			}
		},
		Entry("a queue that has not been used", uint32(0), 0),
		Entry("Receives posted", Variant("receives"), uint32(0), 3),
		Entry("a notification armed", Variant("armed"), uint32(2), 3))

	It("calls the close completion once if it pends, and otherwise not at all",
		Covers("ndk.closesrq.inline-calls-nothing"), func(ctx SpecContext) {
			c := open(ctx)
			atOnce := c.queue(ordinary)
			one, two := c.queue(ordinary), c.queue(ordinary) // these pend
			a, b := one.join(small, 0), two.join(small, 0)
			closings := []*closing{atOnce.close(), one.close(), two.close(), a.close(), b.close()}
			for _, closing := range closings {
				closing.wait(ctx)
			}
			for _, closing := range closings {
				Expect(closing.completed).To(BeEmpty(), "further calls of the close completion")
			}
		})

	It("pends until the create completion that it is called inside has returned",
		Covers("ndk.closesrq.inside-create-completion"), func(ctx SpecContext) {
			c := open(ctx)
			inside := make(chan *closing, 1)
			var early bool
			r := ordinary
			for _, r.affinity = range []*ndk.GroupAffinity{nil, anywhere()} {
				request := c.create(r, func(o ndk.Object) {
					if o == nil { // status reports that
						return
					}
					closing := startClose(o)
					early = len(closing.completed) > 0
					inside <- closing
				})
				status := request.status(ctx)
				Expect(status).To(ReturnNT(ndk.Success))
				if request.returned != ndk.Pending {
					startClose(request.object).wait(ctx)
					continue
				}
				closing := <-inside
				Expect(closing.returned).To(ReturnNT(ndk.Pending))
				Expect(!early).To(BeSo("the close to complete behind the create completion that it is called in",
					"it completed inside"))
				closing.wait(ctx)
				return
			}
			Unobservable("no creation pends")
		})

	It("pends until the notification that it is called inside has returned", Covers("ndk.closesrq.inside-notification"),
		func(ctx SpecContext) {
			c := open(ctx)
			var q *queue
			var m *member
			var early bool
			inside := make(chan *closing, 1)
			q = c.queue(queueRequest{depth: 2, sge: 1, threshold: 2, notification: func(uintptr, ndk.Status) {
				m.close() // so that only the notification holds the queue
				closing := q.close()
				early = len(closing.completed) > 0
				inside <- closing
			}})
			m = q.connected(ctx, small, 0)
			q.post(1, 2)
			Expect(m.peer.Send(1, nil, 0)).To(Return(nd2.Success))
			closing := Take(ctx, inside, Notification)
			Expect(closing.returned).To(ReturnNT(ndk.Pending))
			Expect(!early).To(BeSo("the close to complete behind the notification that it is called in", "it completed inside"))
			closing.wait(ctx)
		})

	It("makes its completion the queue's last callback", Covers("ndk.closesrq.completion-is-last"), func(ctx SpecContext) {
		const rounds = 6
		c := open(ctx)
		var late atomic.Int32
		for range rounds {
			var over atomic.Bool
			q := c.queue(queueRequest{depth: 4, sge: 1, threshold: 4, notification: func(uintptr, ndk.Status) {
				if over.Load() {
					late.Add(1)
				}
			}})
			m := q.connected(ctx, small, 0)
			q.post(1, 4)
			var sending sync.WaitGroup
			sending.Go(func() { m.peer.Send(1, nil, 0) }) // it may find the connection ended
			closing := q.close()
			m.close().wait(ctx)
			closing.wait(ctx)
			over.Store(true)
			sending.Wait()
		}
		c.closePD()
		Expect(late.Load()).To(BeZero(), "notifications after the close")
	})

	It("pends until the queue pairs that use the queue are closed", Covers("ndk.closesrq.waits-for-queue-pairs"),
		func(ctx SpecContext) {
			q := open(ctx).queue(ordinary)
			a, b := q.join(small, 1), q.join(small, 2)
			closing := q.close()
			closing.expectUnderway()
			a.close().wait(ctx)
			closing.expectUnderway()
			b.close().wait(ctx)
			closing.wait(ctx)
		})
})

var _ = Describe("NdkCloseCq", func() {
	It("pends until the queue pair that reports to the queue is closed", Covers("ndk.closecq.waits-for-queue-pairs"),
		func(ctx SpecContext) {
			q := open(ctx).queue(ordinary)
			receives, closeReceives := q.ownCQ(1)
			initiated, closeInitiated := q.ownCQ(1)
			m := q.joinAt(receives, initiated, small, 1)
			closings := []*closing{closeReceives(), closeInitiated()}
			for _, closing := range closings {
				closing.expectUnderway()
			}
			m.close().wait(ctx)
			for _, closing := range closings {
				closing.wait(ctx)
			}
		})
})

var _ = Describe("NdkClosePd", func() {
	It("pends until the shared receive queues that are open are closed", Covers("ndk.closepd.waits-for-srqs"),
		func(ctx SpecContext) {
			c := open(ctx)
			first, second := ended(ctx, c.creating), ended(ctx, c.creating)
			closing := c.closePD()
			closing.expectUnderway()
			startClose(second).wait(ctx)
			closing.expectUnderway()
			startClose(first).wait(ctx)
			closing.wait(ctx)
		})

	It("pends until the close completions of the shared receive queues have returned",
		Covers("ndk.closepd.waits-for-their-completions"), func(ctx SpecContext) {
			c := open(ctx)
			srq := ended(ctx, c.creating)
			q := &queue{SRQ: srq, consumer: c}
			m := q.join(small, 0)
			domain := c.closePD()
			var early bool
			closing := startClose(srq, func() { early = len(domain.completed) > 0 })
			closing.expectUnderway()
			m.close().wait(ctx)
			closing.wait(ctx)
			domain.wait(ctx)
			Expect(!early).To(BeSo("the protection domain's close to complete behind that of its queue", "it completed before"))
		})
})

var _ = Describe("Closing an NDK adapter", func() {
	It("waits until everything created from it is closed", Covers("ndk.closeadapter.waits"), func(ctx SpecContext) {
		c := open(ctx)
		srq := ended(ctx, c.creating)
		c.closePD()
		var open, early atomic.Bool
		open.Store(true)
		called, returned := make(chan bool), make(chan bool, 1)
		go func() {
			called <- true
			c.closeAdapter()
			early.Store(open.Load())
			returned <- true
		}()
		<-called
		for range 100 { // enough for a call that does not wait to return
			runtime.Gosched()
		}
		open.Store(false)
		startClose(srq).wait(ctx)
		Take(ctx, returned, "the adapter's close to return")
		Expect(!early.Load()).To(BeSo("the adapter's close to wait for its queue's", "it returned while the queue was open"))
	})
})

var _ = Describe("NdkQueryExtension", func() {
	It("returns STATUS_NOT_SUPPORTED for an extension that does not exist", Covers("ndk.queryextension.not-supported"),
		func(ctx SpecContext) {
			q := open(ctx).queue(ordinary)
			var extension ndk.ExtensionInterface
			Expect(q.QueryExtension(nd2.GUID{Data1: 0x5eed}, ndk.Version{Major: 1, Minor: 1},
				&extension)).To(ReturnNT(ndk.NotSupported))
			Expect(extension).To(BeZero(), "the extension")
		})
})

// creating creates an ordinary queue that the spec closes.
func (c *consumer) creating(completion ndk.CreateCompletion, out *ndk.SRQ) ndk.Status {
	return c.pd.CreateSrq(ordinary.depth, ordinary.sge, 0, nil, 0, nil, completion, requestContext, out)
}
