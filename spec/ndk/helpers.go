package ndk

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/types"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A consumer is a user of the kernel's interface: the adapter under test, opened there,
// with a protection domain.
type consumer struct {
	*Side
	adapter ndk.Adapter
	limits  ndk.AdapterInfo
	pd      ndk.PD
	// closePD and closeAdapter are called at the latest when the spec ends.
	closePD      func() *closing
	closeAdapter func()
	ctx          context.Context
}

func open(ctx context.Context) *consumer {
	c := &consumer{Side: Local(ctx), ctx: ctx}
	provider, id := c.NDK()
	Expect(provider.OpenAdapter(id, &c.adapter)).To(ReturnNT(ndk.Success))
	c.closeAdapter = sync.OnceFunc(func() { provider.CloseAdapter(c.adapter) })
	AtEnd(ctx, func(context.Context) {
		if passed() {
			c.closeAdapter()
		}
	})
	Expect(c.adapter.QueryAdapterInfo(&c.limits)).To(ReturnNT(ndk.Success))
	if c.limits.MaxSrqDepth == 0 {
		Unsupported("shared receive queues in the kernel (MaxSrqDepth is 0)")
	}
	c.pd = ended(ctx, func(completion ndk.CreateCompletion, out *ndk.PD) ndk.Status {
		return c.adapter.CreatePd(completion, 0, out)
	})
	c.closePD = c.own(c.pd)
	return c
}

// passed reports whether the ending spec has passed: any other may leave an object open,
// which no close ends before.
func passed() bool { return CurrentSpecReport().State == types.SpecStatePassed }

// own closes an object when the spec ends. close does so earlier.
func (c *consumer) own(o ndk.Object) (close func() *closing) {
	close = sync.OnceValue(func() *closing { return startClose(o) })
	AtEnd(c.ctx, func(ctx context.Context) {
		if closing := close(); passed() {
			closing.wait(ctx)
		}
	})
	return close
}

// ended creates an object, inline or not.
func ended[T ndk.Object](ctx context.Context, create func(completion ndk.CreateCompletion, out *T) ndk.Status) T {
	c := begin(create)
	Expect(c.status(ctx)).To(ReturnNT(ndk.Success))
	return c.object
}

// A creation is a request that creates an object.
type creation[T ndk.Object] struct {
	returned ndk.Status
	// given is the last parameter after the call.
	given T
	// object is the created object, once status was called.
	object T

	completed chan completion
}

// A completion is a call of a create completion.
type completion struct {
	context uintptr
	status  ndk.Status
	object  ndk.Object
}

// requestContext is the context of requests, with as many bits as a pointer.
const requestContext = ^uintptr(0)/3*2 ^ 0xc0de

// begin calls a creating function. The completion first calls first.
func begin[T ndk.Object](create func(completion ndk.CreateCompletion, out *T) ndk.Status,
	first ...func(ndk.Object),
) *creation[T] {
	c := &creation[T]{completed: make(chan completion, 8)}
	c.returned = create(func(context uintptr, status ndk.Status, object ndk.Object) {
		for _, f := range first {
			f(object)
		}
		c.completed <- completion{context, status, object}
	}, &c.given)
	return c
}

// status waits for the creation's end, and returns its status. A success has an object.
func (c *creation[T]) status(ctx context.Context) (s ndk.Status) {
	c.object, s = c.given, c.returned
	if s == ndk.Pending {
		end := Take(ctx, c.completed, "the create completion to be called")
		c.object, _ = end.object.(T)
		s = end.status
	}
	if s == ndk.Success && any(c.object) == nil {
		Unmet("an object", "STATUS_SUCCESS without one")
	}
	return s
}

// A closing is a request to close an object.
type closing struct {
	context  uintptr
	returned ndk.Status
	// completed has the contexts of the calls of the close completion, except the call
	// that wait has taken.
	completed chan uintptr
	done      bool
}

// closings numbers them for distinct contexts.
var closings atomic.Uintptr

// startClose closes an object. The completion first calls first.
func startClose(o ndk.Object, first ...func()) *closing {
	c := &closing{context: requestContext ^ closings.Add(1)<<16, completed: make(chan uintptr, 8)}
	c.returned = o.Close(func(context uintptr) {
		for _, f := range first {
			f()
		}
		c.completed <- context
	}, c.context)
	return c
}

// wait returns when the object is closed.
func (c *closing) wait(ctx context.Context) {
	if c.returned == ndk.Pending && !c.done {
		c.done = true
		Expect(Take(ctx, c.completed, "the close completion to be called")).To(Equal(c.context), "the request's context")
	}
}

// expectUnderway shows that the close pends and has not completed.
func (c *closing) expectUnderway() {
	Expect(c.returned).To(ReturnNT(ndk.Pending))
	Expect(c.completed).To(BeEmpty(), "calls of the close completion")
}

// A queueRequest holds NdkCreateSrq's parameters.
type queueRequest struct {
	depth, sge, threshold uint32
	notification          ndk.SRQNotification
	affinity              *ndk.GroupAffinity
}

// notificationContext is every queue's context, with as many bits as a pointer.
const notificationContext = ^uintptr(0)/3*2 ^ 0xbe11

// create calls NdkCreateSrq. The spec closes the queue.
func (c *consumer) create(r queueRequest, first ...func(ndk.Object)) *creation[ndk.SRQ] {
	return begin(func(completion ndk.CreateCompletion, out *ndk.SRQ) ndk.Status {
		return c.pd.CreateSrq(r.depth, r.sge, r.threshold, r.notification, notificationContext, r.affinity, completion,
			requestContext, out)
	}, first...)
}

// anywhere is an affinity for the first processor.
func anywhere() *ndk.GroupAffinity { return &ndk.GroupAffinity{Mask: 1} }

// inline makes a request, with and without an affinity, until a creation does not pend.
// The spec is skipped if every creation pends.
func (c *consumer) inline(r queueRequest) *creation[ndk.SRQ] {
	for _, r.affinity = range []*ndk.GroupAffinity{nil, anywhere()} {
		request := c.create(r)
		if request.returned != ndk.Pending {
			return request
		}
		if request.status(c.ctx) == ndk.Success {
			startClose(request.object).wait(c.ctx)
		}
	}
	Unobservable("every creation pends")
	return nil
}

// pending makes a request until the creation pends. A creation that does not pend must
// return inline; the spec is skipped if none pends.
func (c *consumer) pending(r queueRequest, inline ndk.Status) *creation[ndk.SRQ] {
	for _, r.affinity = range []*ndk.GroupAffinity{nil, anywhere()} {
		request := c.create(r)
		if request.returned == ndk.Pending {
			return request
		}
		Expect(request.status(c.ctx)).To(ReturnNT(inline))
		if inline == ndk.Success {
			startClose(request.object).wait(c.ctx)
		}
	}
	Unobservable("no creation pends")
	return nil
}

// A queue is a shared receive queue, with memory that has a slot per request context.
type queue struct {
	ndk.SRQ
	*consumer
	close     func() *closing
	bytes     []byte
	token     uint32
	depth     uint32 // asked for, or 0
	threshold int
}

// slotSize is the length of a queue's Receives in bytes; one context in slots has the same slot.
const slotSize, slots = 64, 64

// queue creates a queue. The spec is unobservable if the adapter has none so deep.
func (c *consumer) queue(r queueRequest) *queue {
	c.needDepth(r.depth)
	request := c.create(r)
	status := request.status(c.ctx)
	if r.depth > 256 {
		c.had(status)
	}
	Expect(status).To(ReturnNT(ndk.Success))
	q := c.use(request.object)
	q.depth = r.depth
	return q
}

// deepest creates a queue of the adapter's largest depth. The spec is unobservable if that
// is unavailable now, or too much to ask of the machine.
func (c *consumer) deepest() *queue {
	request := c.create(queueRequest{depth: c.mostReceives(), sge: 1})
	c.had(request.status(c.ctx))
	return c.use(request.object)
}

func (c *consumer) needDepth(depth uint32) {
	if depth > c.limits.MaxSrqDepth {
		Unobservable(fmt.Sprintf("the spec needs a shared receive queue of %d Receives; MaxSrqDepth is %d", depth,
			c.limits.MaxSrqDepth))
	}
}

// mostReceives is MaxSrqDepth.
func (c *consumer) mostReceives() uint32 {
	const most = 1 << 16 // that a spec may ask of the machine
	if c.limits.MaxSrqDepth > most {
		Unobservable("MaxSrqDepth is more than a spec asks of the machine")
	}
	return c.limits.MaxSrqDepth
}

// had checks the status of a request for the most of something, which may be unavailable
// now.
func (c *consumer) had(status ndk.Status) {
	if status == ndk.InsufficientResources {
		Unobservable("the adapter's maximum is not available now")
	}
	Expect(status).To(ReturnNT(ndk.Success))
}

// beyond is a limit plus one, if there is such a number.
func beyond(limit uint32) uint32 {
	if limit+1 == 0 {
		Unobservable("the limit can't be exceeded")
	}
	return limit + 1
}

// use prepares a created queue for use.
func (c *consumer) use(srq ndk.SRQ) *queue { return c.useOf(srq, slots*slotSize) }

// useOf is use with memory of size bytes.
func (c *consumer) useOf(srq ndk.SRQ, size int) *queue {
	q := &queue{SRQ: srq, consumer: c, bytes: c.Buffer(size)}
	mr := ended(c.ctx, func(completion ndk.CreateCompletion, out *ndk.MR) ndk.Status {
		return c.pd.CreateMr(completion, 0, out)
	})
	c.own(mr)
	Expect(ask(func(completion ndk.RequestCompletion) ndk.Status {
		return mr.RegisterMr(q.bytes, nd2.AllowLocalWrite, completion, 0)
	}).status(c.ctx)).To(ReturnNT(ndk.Success))
	AtEnd(c.ctx, func(ctx context.Context) {
		ask(func(completion ndk.RequestCompletion) ndk.Status { return mr.DeregisterMr(completion, 0) }).status(ctx)
	})
	q.token = mr.GetLocalTokenFromMr()
	q.close = c.own(srq)
	return q
}

// A request is a request of an object, with a completion.
type request struct {
	returned  ndk.Status
	completed chan ndk.Status
}

func ask(call func(completion ndk.RequestCompletion) ndk.Status) *request {
	r := &request{completed: make(chan ndk.Status, 8)}
	r.returned = call(func(_ uintptr, status ndk.Status) { r.completed <- status })
	return r
}

// status waits for the request's end, and returns its status.
func (r *request) status(ctx context.Context) ndk.Status {
	if r.returned != ndk.Pending {
		return r.returned
	}
	return Take(ctx, r.completed, "the request completion to be called")
}

// slot is the memory of a request context.
func (q *queue) slot(context uintptr) []byte { return q.bytes[context%slots*slotSize:][:slotSize] }

// receive posts a Receive into the slot of its context.
func (q *queue) receive(context uintptr) ndk.Status {
	return q.SrqReceive(context, []ndk.SGE{{Buffer: q.slot(context), MemoryRegionToken: q.token}})
}

// post posts n Receives with the contexts first, first+1, …
func (q *queue) post(first uintptr, n int) {
	for _, context := range Sequence(first, n) {
		Expect(q.receive(context)).To(ReturnNT(ndk.Success))
	}
}

// fill posts n Receives, and more until one is refused, since a queue may have more room
// than requested. The spec is unobservable if it has far more, and they work.
func (q *queue) fill(ctx context.Context, n uint32) {
	for range n {
		Expect(q.receive(0)).To(ReturnNT(ndk.Success))
	}
	for more := uint32(1); q.receive(0) == ndk.Success; more++ {
		if more > q.limits.MaxSrqDepth {
			q.connected(ctx, small, 0).arrive(ctx, int(n+more))
			Unobservable("the queue has room for twice as many Receives")
		}
	}
}

// modify calls NdkModifySrq.
func (q *queue) modify(depth, threshold uint32) ndk.Status {
	return ask(func(completion ndk.RequestCompletion) ndk.Status {
		return q.ModifySrq(depth, threshold, completion, 0)
	}).status(q.ctx)
}

// A bell takes a queue's notifications.
type bell chan note

type note struct {
	context uintptr
	status  ndk.Status
}

func newBell() bell { return make(bell, 256) }

// ring is the notification callback.
func (b bell) ring(context uintptr, status ndk.Status) { b <- note{context, status} }

// expectOne waits for a successful notification, and shows that it is the only one so far.
func (b bell) expectOne(ctx context.Context) {
	n := Take(ctx, b, Notification)
	Expect(n.context).To(Equal(notificationContext), "the notification's context")
	Expect(n.status).To(ReturnNT(ndk.Success))
	b.expectNone()
}

// expectNone shows that there is no notification so far.
func (b bell) expectNone() {
	Expect(b).To(BeEmpty(), "notifications")
}
