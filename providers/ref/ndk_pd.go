package ref

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// An ndkPD implements [ndk.PD]: a protection domain of the device.
type ndkPD struct {
	ndkObject
	adapter *ndkAdapter
	domain  *nic.Domain
}

// CreateMr implements [ndk.PD].
func (p *ndkPD) CreateMr(completion ndk.CreateCompletion, requestContext uintptr, out *ndk.MR) ndk.Status {
	return createNDK(&p.ndkObject, false, completion, requestContext, func() (*ndkMR, nd2.Status) {
		m := &ndkMR{region: p.domain.NewRegion()}
		m.begin(m.region.Close, &p.ndkObject)
		return m, nd2.Success
	}, func(m *ndkMR) { *out = m })
}

// CreateSrq implements [ndk.PD]. A queue with a notification affinity pends, as where
// processors must be told; other queues are created inline.
func (p *ndkPD) CreateSrq(depth, maxReceiveRequestSGE, notifyThreshold uint32, notification ndk.SRQNotification,
	notificationContext uintptr, affinity *ndk.GroupAffinity, completion ndk.CreateCompletion, requestContext uintptr,
	out *ndk.SRQ,
) ndk.Status {
	limits := p.adapter.device.Limits()
	if depth == 0 || depth > limits.SharedReceiveDepth || maxReceiveRequestSGE > limits.ReceiveSGE {
		return ndk.InvalidParameter
	}
	return createNDK(&p.ndkObject, affinity != nil, completion, requestContext, func() (*ndkSRQ, nd2.Status) {
		if s := p.adapter.device.Check("NDK_PD_DISPATCH::NdkCreateSrq"); s != nd2.Success {
			return nil, s
		}
		if !p.adapter.device.Affords(depth, maxReceiveRequestSGE, 0) {
			return nil, nd2.InsufficientResources
		}
		q := &ndkSRQ{
			pd: p, notification: notification, notificationContext: notificationContext,
			queue: p.domain.NewSharedReceiveQueue(p.adapter.device.NewFile(), depth, maxReceiveRequestSGE, notifyThreshold),
		}
		q.begin(q.queue.Close, &p.ndkObject)
		if o := q.alarm(); o != nil && notifyThreshold > 0 {
			q.queue.Arm(o)
		}
		return q, nd2.Success
	}, func(q *ndkSRQ) { *out = q })
}

// CreateQpWithSrq implements [ndk.PD]. It creates inline.
func (p *ndkPD) CreateQpWithSrq(receiveCQ, initiatorCQ ndk.CQ, srq ndk.SRQ, qpContext uintptr,
	initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize uint32, completion ndk.CreateCompletion,
	requestContext uintptr, out *ndk.QP,
) ndk.Status {
	receives, receivesOK := receiveCQ.(*ndkCQ)
	initiators, initiatorsOK := initiatorCQ.(*ndkCQ)
	shared, sharedOK := srq.(*ndkSRQ)
	limits := p.adapter.device.Limits()
	if !receivesOK || !initiatorsOK || !sharedOK || shared.pd != p ||
		initiatorQueueDepth > limits.InitiatorDepth || maxInitiatorRequestSGE > limits.InitiatorSGE ||
		inlineDataSize > limits.Inline {
		return ndk.InvalidParameter
	}
	return createNDK(&p.ndkObject, false, completion, requestContext, func() (*ndkQP, nd2.Status) {
		if s := p.adapter.device.Check("NDK_PD_DISPATCH::NdkCreateQpWithSrq"); s != nd2.Success {
			return nil, s
		}
		queue, s := p.domain.NewQueuePair(nic.QueuePairConfig{
			ReceiveCQ: receives.queue, InitiatorCQ: initiators.queue, Shared: shared.queue, Context: qpContext,
			InitiatorDepth: initiatorQueueDepth, InitiatorSGE: maxInitiatorRequestSGE, Inline: inlineDataSize,
		})
		if s != nd2.Success {
			return nil, s
		}
		q := &ndkQP{queue: queue}
		q.begin(queue.Close, &p.ndkObject, &shared.ndkObject, &receives.ndkObject, &initiators.ndkObject)
		return q, nd2.Success
	}, func(q *ndkQP) { *out = q })
}
