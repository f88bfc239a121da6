package calls

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// An NDKSharedReceiveQueue wraps a shared receive queue. Calls on it are on On.
type NDKSharedReceiveQueue struct {
	ndk.SRQ
	On Object
	// PD is where it was created.
	PD *NDKProtectionDomain
	// Threshold, Context and Notification are what it was created with.
	Threshold    uint32
	Context      uintptr
	Notification ndk.SRQNotification
}

// notify is the notification callback that the provider is given.
func (q *NDKSharedReceiveQueue) notify(context uintptr, status ndk.Status) {
	c := &Call{Method: NDKSrqNotification, Context: context, NDK: &NDKCall{SRQ: q, Status: status}}
	q.On.do(c, func(c *Call) nd2.Status {
		q.Notification(c.Context, c.NDK.Status)
		return nd2.Success
	})
}

// created returns the create completion that the provider is given.
func (q *NDKSharedReceiveQueue) created(creation *Call) ndk.CreateCompletion {
	return func(context uintptr, status ndk.Status, o ndk.Object) {
		k := *creation.NDK
		k.Status = status
		if srq, ok := o.(ndk.SRQ); ok {
			q.SRQ, k.Object = srq, q
		}
		q.On.do(&Call{Method: NDKCreateCompletion, Context: context, NDK: &k}, func(c *Call) nd2.Status {
			c.NDK.Create(c.Context, c.NDK.Status, c.NDK.Object)
			return nd2.Success
		})
	}
}

// ModifySrq implements [ndk.SRQ].
func (q *NDKSharedReceiveQueue) ModifySrq(depth, notifyThreshold uint32, completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	c := &Call{Method: NDKModifySrq, Depth: depth, Threshold: notifyThreshold, NDK: &NDKCall{SRQ: q}}
	return ndk.Status(q.On.do(c, func(c *Call) nd2.Status {
		return nd2.Status(q.SRQ.ModifySrq(c.Depth, c.Threshold, completion, requestContext))
	}))
}

// ModifyInner changes the provider's queue, which has to do so without pending.
func (q *NDKSharedReceiveQueue) ModifyInner(depth, threshold uint32) ndk.Status {
	return q.SRQ.ModifySrq(depth, threshold, func(uintptr, ndk.Status) {}, 0)
}

// SrqReceive implements [ndk.SRQ].
func (q *NDKSharedReceiveQueue) SrqReceive(requestContext uintptr, sgl []ndk.SGE) ndk.Status {
	c := &Call{Method: NDKSrqReceive, Context: requestContext, NDK: &NDKCall{SRQ: q, SGL: sgl}}
	return ndk.Status(q.On.do(c, func(c *Call) nd2.Status {
		return nd2.Status(q.SRQ.SrqReceive(c.Context, c.NDK.SGL))
	}))
}

// QueryExtension implements [ndk.Object].
func (q *NDKSharedReceiveQueue) QueryExtension(id nd2.GUID, version ndk.Version, extension *ndk.ExtensionInterface) ndk.Status {
	return ndk.Status(q.On.do(&Call{Method: NDKQueryExtension}, func(*Call) nd2.Status {
		return nd2.Status(q.SRQ.QueryExtension(id, version, extension))
	}))
}

// Close implements [ndk.Object].
func (q *NDKSharedReceiveQueue) Close(completion ndk.CloseCompletion, requestContext uintptr) ndk.Status {
	return q.On.close(NDKCloseSrq, q, q.SRQ, completion, requestContext)
}
