package mutant

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// The wrappers of NDK embed the engine's interface, as those of v1 do. Regions,
// queue pairs and connectors have none.

// A kernelCall has the parameters of a call of NDK that have other types than those
// of v2, or of a callback.
type kernelCall struct {
	queue        *kernelQueue
	created      *ndk.SRQ
	affinity     *ndk.GroupAffinity
	notification ndk.SRQNotification
	create       ndk.CreateCompletion
	close        ndk.CloseCompletion
	// status and object are what a callback is given.
	status ndk.Status
	object ndk.Object
	sgl    []ndk.SGE
	// outcomes are what GetCqResults gives.
	outcomes []ndk.Result
}

type kernelProvider struct {
	ndk.Provider
	on object
}

// OpenAdapter implements [ndk.Provider].
func (p *kernelProvider) OpenAdapter(adapterID uint64, out *ndk.Adapter) ndk.Status {
	s := p.Provider.OpenAdapter(adapterID, out)
	if s == ndk.Success {
		*out = &kernelAdapter{Adapter: *out, world: p.on.world}
	}
	return s
}

// CloseAdapter implements [ndk.Provider].
func (p *kernelProvider) CloseAdapter(a ndk.Adapter) ndk.Status {
	return ndk.Status(p.on.do(&call{method: kernelCloseAdapter}, func(*call) nd2.Status {
		return nd2.Status(p.Provider.CloseAdapter(a.(*kernelAdapter).Adapter))
	}))
}

type kernelAdapter struct {
	ndk.Adapter
	world *world
}

// CreateCq implements [ndk.Adapter].
func (a *kernelAdapter) CreateCq(depth uint32, completion ndk.CreateCompletion, requestContext uintptr, out *ndk.CQ) ndk.Status {
	return wrapped(completion, out, func(cq ndk.CQ) ndk.CQ { return &kernelResults{CQ: cq, on: object{world: a.world}} },
		func(completion ndk.CreateCompletion) ndk.Status {
			return a.Adapter.CreateCq(depth, completion, requestContext, out)
		})
}

// CreatePd implements [ndk.Adapter].
func (a *kernelAdapter) CreatePd(completion ndk.CreateCompletion, requestContext uintptr, out *ndk.PD) ndk.Status {
	return wrapped(completion, out, func(pd ndk.PD) ndk.PD { return &kernelDomain{PD: pd, on: object{world: a.world}} },
		func(completion ndk.CreateCompletion) ndk.Status {
			return a.Adapter.CreatePd(completion, requestContext, out)
		})
}

// wrapped creates an object and wraps it, be it given at once or later.
func wrapped[T ndk.Object](completion ndk.CreateCompletion, out *T, wrap func(T) T, create func(ndk.CreateCompletion) ndk.Status) ndk.Status {
	s := create(func(context uintptr, s ndk.Status, o ndk.Object) {
		if t, ok := o.(T); ok {
			o = wrap(t)
		}
		completion(context, s, o)
	})
	if s == ndk.Success {
		*out = wrap(*out)
	}
	return s
}

// A kernelResults is a completion queue.
type kernelResults struct {
	ndk.CQ
	on object
}

// GetCqResults implements [ndk.CQ].
func (q *kernelResults) GetCqResults(results []ndk.Result) uint32 {
	c := &call{method: kernelGetResults, kernel: new(kernelCall)}
	q.on.do(c, func(c *call) nd2.Status {
		c.kernel.outcomes = results[:q.CQ.GetCqResults(results)]
		return nd2.Success
	})
	return uint32(copy(results, c.kernel.outcomes))
}

// A kernelDomain is a protection domain.
type kernelDomain struct {
	ndk.PD
	on object
}

// CreateSrq implements [ndk.PD].
func (p *kernelDomain) CreateSrq(depth, maxReceiveRequestSGE, notifyThreshold uint32, notification ndk.SRQNotification, notificationContext uintptr, affinity *ndk.GroupAffinity, completion ndk.CreateCompletion, requestContext uintptr, out *ndk.SRQ) ndk.Status {
	q := &kernelQueue{on: object{world: p.on.world}, domain: p, threshold: notifyThreshold, context: notificationContext, notification: notification}
	c := &call{
		method: kernelCreateSrq, depth: depth, sges: maxReceiveRequestSGE, threshold: notifyThreshold, context: requestContext,
		kernel: &kernelCall{queue: q, created: out, affinity: affinity, notification: notification, create: completion},
	}
	return ndk.Status(p.on.do(c, func(c *call) nd2.Status {
		var notify ndk.SRQNotification
		if c.kernel.notification != nil {
			notify = q.notify
		}
		var given ndk.SRQ
		s := p.PD.CreateSrq(c.depth, c.sges, c.threshold, notify, notificationContext, c.kernel.affinity, q.end(c), c.context, &given)
		if s == ndk.Success {
			q.SRQ, *out = given, q
		}
		return nd2.Status(s)
	}))
}

// CreateQpWithSrq implements [ndk.PD].
func (p *kernelDomain) CreateQpWithSrq(receiveCQ, initiatorCQ ndk.CQ, srq ndk.SRQ, qpContext uintptr, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize uint32, completion ndk.CreateCompletion, requestContext uintptr, out *ndk.QP) ndk.Status {
	c := &call{method: kernelCreateQp, context: qpContext}
	return ndk.Status(p.on.do(c, func(c *call) nd2.Status {
		if q, ok := srq.(*kernelQueue); ok {
			srq = q.SRQ
		}
		return nd2.Status(p.PD.CreateQpWithSrq(innerCQ(receiveCQ), innerCQ(initiatorCQ), srq, c.context,
			initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize, completion, requestContext, out))
	}))
}

// innerCQ gives the engine's own completion queue behind a wrapper.
func innerCQ(q ndk.CQ) ndk.CQ {
	if w, ok := q.(*kernelResults); ok {
		return w.CQ
	}
	return q
}

// Close implements [ndk.Object].
func (p *kernelDomain) Close(completion ndk.CloseCompletion, requestContext uintptr) ndk.Status {
	return p.on.close(kernelClosePd, nil, p.PD, completion, requestContext)
}

// close is Close of an object, which may be a shared receive queue.
func (o *object) close(method string, q *kernelQueue, inner ndk.Object, completion ndk.CloseCompletion, requestContext uintptr) ndk.Status {
	c := &call{method: method, context: requestContext, kernel: &kernelCall{queue: q, close: completion}}
	return ndk.Status(o.do(c, func(c *call) nd2.Status {
		return nd2.Status(inner.Close(func(context uintptr) {
			o.do(&call{method: kernelClosed, context: context, kernel: c.kernel}, func(c *call) nd2.Status {
				c.kernel.close(c.context)
				return nd2.Success
			})
		}, c.context))
	}))
}
