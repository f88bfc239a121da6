package calls

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// The wrappers of NDK embed the provider's interface, as those of ND v1 do. Regions,
// queue pairs and connectors have none.

// An NDKCall has the parameters of a call of NDK that have other types than those of
// ND2, or of a callback.
type NDKCall struct {
	SRQ          *NDKSharedReceiveQueue
	Created      *ndk.SRQ
	Affinity     *ndk.GroupAffinity
	Notification ndk.SRQNotification
	Create       ndk.CreateCompletion
	Close        ndk.CloseCompletion
	// Status and Object are what a callback is given.
	Status ndk.Status
	Object ndk.Object
	SGL    []ndk.SGE
	// Results are what GetCqResults returns.
	Results []ndk.Result
}

type ndkProvider struct {
	ndk.Provider
	on Object
}

// OpenAdapter implements [ndk.Provider].
func (p *ndkProvider) OpenAdapter(adapterID uint64, out *ndk.Adapter) ndk.Status {
	s := p.Provider.OpenAdapter(adapterID, out)
	if s == ndk.Success {
		*out = &ndkAdapter{Adapter: *out, layer: p.on.layer}
	}
	return s
}

// CloseAdapter implements [ndk.Provider].
func (p *ndkProvider) CloseAdapter(a ndk.Adapter) ndk.Status {
	return ndk.Status(p.on.do(&Call{Method: NDKCloseAdapter}, func(*Call) nd2.Status {
		return nd2.Status(p.Provider.CloseAdapter(a.(*ndkAdapter).Adapter))
	}))
}

type ndkAdapter struct {
	ndk.Adapter
	layer *layer
}

// CreateCq implements [ndk.Adapter].
func (a *ndkAdapter) CreateCq(depth uint32, completion ndk.CreateCompletion, requestContext uintptr, out *ndk.CQ) ndk.Status {
	return wrapped(completion, out, func(cq ndk.CQ) ndk.CQ { return &ndkCompletionQueue{CQ: cq, on: Object{layer: a.layer}} },
		func(completion ndk.CreateCompletion) ndk.Status {
			return a.Adapter.CreateCq(depth, completion, requestContext, out)
		})
}

// CreatePd implements [ndk.Adapter].
func (a *ndkAdapter) CreatePd(completion ndk.CreateCompletion, requestContext uintptr, out *ndk.PD) ndk.Status {
	return wrapped(completion, out, func(pd ndk.PD) ndk.PD { return &NDKProtectionDomain{PD: pd, On: Object{layer: a.layer}} },
		func(completion ndk.CreateCompletion) ndk.Status {
			return a.Adapter.CreatePd(completion, requestContext, out)
		})
}

// wrapped creates an object and wraps it, whether it comes at once or later.
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

type ndkCompletionQueue struct {
	ndk.CQ
	on Object
}

// GetCqResults implements [ndk.CQ].
func (q *ndkCompletionQueue) GetCqResults(results []ndk.Result) uint32 {
	c := &Call{Method: NDKGetCqResults, NDK: new(NDKCall)}
	q.on.do(c, func(c *Call) nd2.Status {
		c.NDK.Results = results[:q.CQ.GetCqResults(results)]
		return nd2.Success
	})
	return uint32(copy(results, c.NDK.Results))
}

// An NDKProtectionDomain wraps a protection domain. Calls on it are on On.
type NDKProtectionDomain struct {
	ndk.PD
	On Object
}

// CreateSrq implements [ndk.PD].
func (p *NDKProtectionDomain) CreateSrq(depth, maxReceiveRequestSGE, notifyThreshold uint32, notification ndk.SRQNotification, notificationContext uintptr, affinity *ndk.GroupAffinity, completion ndk.CreateCompletion, requestContext uintptr, out *ndk.SRQ) ndk.Status {
	q := &NDKSharedReceiveQueue{On: Object{layer: p.On.layer}, PD: p, Threshold: notifyThreshold, Context: notificationContext, Notification: notification}
	c := &Call{
		Method: NDKCreateSrq, Depth: depth, SGEs: maxReceiveRequestSGE, Threshold: notifyThreshold, Context: requestContext,
		NDK: &NDKCall{SRQ: q, Created: out, Affinity: affinity, Notification: notification, Create: completion},
	}
	return ndk.Status(p.On.do(c, func(c *Call) nd2.Status {
		var notify ndk.SRQNotification
		if c.NDK.Notification != nil {
			notify = q.notify
		}
		var given ndk.SRQ
		s := p.PD.CreateSrq(c.Depth, c.SGEs, c.Threshold, notify, notificationContext, c.NDK.Affinity, q.created(c), c.Context, &given)
		if s == ndk.Success {
			q.SRQ, *out = given, q
		}
		return nd2.Status(s)
	}))
}

// CreateQpWithSrq implements [ndk.PD].
func (p *NDKProtectionDomain) CreateQpWithSrq(receiveCQ, initiatorCQ ndk.CQ, srq ndk.SRQ, qpContext uintptr, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize uint32, completion ndk.CreateCompletion, requestContext uintptr, out *ndk.QP) ndk.Status {
	c := &Call{Method: NDKCreateQpWithSrq, Context: qpContext}
	return ndk.Status(p.On.do(c, func(c *Call) nd2.Status {
		if q, ok := srq.(*NDKSharedReceiveQueue); ok {
			srq = q.SRQ
		}
		return nd2.Status(p.PD.CreateQpWithSrq(innerNDKQueue(receiveCQ), innerNDKQueue(initiatorCQ), srq, c.Context,
			initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize, completion, requestContext, out))
	}))
}

// innerNDKQueue returns the provider's own completion queue behind a wrapper.
func innerNDKQueue(q ndk.CQ) ndk.CQ {
	if w, ok := q.(*ndkCompletionQueue); ok {
		return w.CQ
	}
	return q
}

// Close implements [ndk.Object].
func (p *NDKProtectionDomain) Close(completion ndk.CloseCompletion, requestContext uintptr) ndk.Status {
	return p.On.close(NDKClosePd, nil, p.PD, completion, requestContext)
}

// close is Close of an object, which may be a shared receive queue.
func (o *Object) close(method string, q *NDKSharedReceiveQueue, inner ndk.Object, completion ndk.CloseCompletion, requestContext uintptr) ndk.Status {
	c := &Call{Method: method, Context: requestContext, NDK: &NDKCall{SRQ: q, Close: completion}}
	return ndk.Status(o.do(c, func(c *Call) nd2.Status {
		return nd2.Status(inner.Close(func(context uintptr) {
			o.do(&Call{Method: NDKCloseCompletion, Context: context, NDK: c.NDK}, func(c *Call) nd2.Status {
				c.NDK.Close(c.Context)
				return nd2.Success
			})
		}, c.Context))
	}))
}
