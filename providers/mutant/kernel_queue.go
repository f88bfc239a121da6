package mutant

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// A kernelQueue is a shared receive queue.
type kernelQueue struct {
	ndk.SRQ
	on     object
	domain *kernelDomain
	// threshold, context and notification are what it was created with.
	threshold    uint32
	context      uintptr
	notification ndk.SRQNotification
}

// notify is the notification callback that the engine is given.
func (q *kernelQueue) notify(context uintptr, status ndk.Status) {
	c := &call{method: kernelNotify, context: context, kernel: &kernelCall{queue: q, status: status}}
	q.on.do(c, func(c *call) nd2.Status {
		q.notification(c.context, c.kernel.status)
		return nd2.Success
	})
}

// end gives the completion of the queue's creation that the engine is given.
func (q *kernelQueue) end(creation *call) ndk.CreateCompletion {
	return func(context uintptr, status ndk.Status, o ndk.Object) {
		k := *creation.kernel
		k.status = status
		if srq, ok := o.(ndk.SRQ); ok {
			q.SRQ, k.object = srq, q
		}
		q.on.do(&call{method: kernelCreated, context: context, kernel: &k}, func(c *call) nd2.Status {
			c.kernel.create(c.context, c.kernel.status, c.kernel.object)
			return nd2.Success
		})
	}
}

// ModifySrq implements [ndk.SRQ].
func (q *kernelQueue) ModifySrq(depth, notifyThreshold uint32, completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	c := &call{method: kernelModify, depth: depth, threshold: notifyThreshold, kernel: &kernelCall{queue: q}}
	return ndk.Status(q.on.do(c, func(c *call) nd2.Status {
		return nd2.Status(q.SRQ.ModifySrq(c.depth, c.threshold, completion, requestContext))
	}))
}

// modify changes the engine's queue, whose ModifySrq does not pend.
func (q *kernelQueue) modify(depth, threshold uint32) ndk.Status {
	return q.SRQ.ModifySrq(depth, threshold, func(uintptr, ndk.Status) {}, 0)
}

// SrqReceive implements [ndk.SRQ].
func (q *kernelQueue) SrqReceive(requestContext uintptr, sgl []ndk.SGE) ndk.Status {
	c := &call{method: kernelReceive, context: requestContext, kernel: &kernelCall{queue: q, sgl: sgl}}
	return ndk.Status(q.on.do(c, func(c *call) nd2.Status {
		return nd2.Status(q.SRQ.SrqReceive(c.context, c.kernel.sgl))
	}))
}

// QueryExtension implements [ndk.Object].
func (q *kernelQueue) QueryExtension(id nd2.GUID, version ndk.Version, extension *ndk.ExtensionInterface) ndk.Status {
	return ndk.Status(q.on.do(&call{method: kernelQueryExtension}, func(*call) nd2.Status {
		return nd2.Status(q.SRQ.QueryExtension(id, version, extension))
	}))
}

// Close implements [ndk.Object].
func (q *kernelQueue) Close(completion ndk.CloseCompletion, requestContext uintptr) ndk.Status {
	return q.on.close(kernelCloseSrq, q, q.SRQ, completion, requestContext)
}
