package client

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/proto"
)

type ndkPD struct{ ndkObject }

// CreateMr implements [ndk.PD].
func (p *ndkPD) CreateMr(completion ndk.CreateCompletion, requestContext uintptr, mr *ndk.MR) ndk.Status {
	return createNDK(&p.ndkObject, &proto.NDKCall{Method: &proto.NDKCall_CreateMr{CreateMr: &proto.NDKCreate{Completion: p.giving(completion, requestContext)}}}, mr)
}

// CreateSrq implements [ndk.PD].
func (p *ndkPD) CreateSrq(depth, maxReceiveRequestSGE, notifyThreshold uint32, notification ndk.SRQNotification, notificationContext uintptr, affinity *ndk.GroupAffinity, completion ndk.CreateCompletion, requestContext uintptr, srq *ndk.SRQ) ndk.Status {
	m := &proto.NDKCreateSrq{
		Depth: depth, MaxReceiveRequestSge: maxReceiveRequestSGE, NotifyThreshold: notifyThreshold,
		Notification: p.telling(notification, notificationContext), Completion: p.giving(completion, requestContext),
	}
	if affinity != nil {
		m.Affinity = &proto.NDKAffinity{Mask: affinity.Mask, Group: uint32(affinity.Group)}
	}
	return createNDK(&p.ndkObject, &proto.NDKCall{Method: &proto.NDKCall_CreateSrq{CreateSrq: m}}, srq)
}

// CreateQpWithSrq implements [ndk.PD].
func (p *ndkPD) CreateQpWithSrq(receiveCQ, initiatorCQ ndk.CQ, srq ndk.SRQ, qpContext uintptr, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize uint32, completion ndk.CreateCompletion, requestContext uintptr, qp *ndk.QP) ndk.Status {
	return createNDK(&p.ndkObject, &proto.NDKCall{Method: &proto.NDKCall_CreateQpWithSrq{CreateQpWithSrq: &proto.NDKCreateQpWithSrq{
		ReceiveCq: p.given(receiveCQ), InitiatorCq: p.given(initiatorCQ), Srq: p.given(srq), QpContext: uint64(qpContext),
		InitiatorQueueDepth: initiatorQueueDepth, MaxInitiatorRequestSge: maxInitiatorRequestSGE, InlineDataSize: inlineDataSize,
		Completion: p.giving(completion, requestContext),
	}}}, qp)
}

type ndkMR struct{ ndkObject }

// RegisterMr implements [ndk.MR].
func (m *ndkMR) RegisterMr(buffer []byte, flags nd2.RegionFlags, completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	return m.statusNDK(&proto.NDKCall{Method: &proto.NDKCall_RegisterMr{RegisterMr: &proto.NDKRegisterMr{
		Buffer: m.buffer(buffer), Flags: uint32(flags), Completion: m.telling(completion, requestContext),
	}}})
}

// DeregisterMr implements [ndk.MR].
func (m *ndkMR) DeregisterMr(completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	return m.statusNDK(&proto.NDKCall{Method: &proto.NDKCall_DeregisterMr{DeregisterMr: m.telling(completion, requestContext)}})
}

// GetLocalTokenFromMr implements [ndk.MR].
func (m *ndkMR) GetLocalTokenFromMr() uint32 {
	return uint32(m.doNDK(&proto.NDKCall{Method: &proto.NDKCall_GetLocalTokenFromMr{GetLocalTokenFromMr: &proto.GetLocalToken{}}}).GetValue())
}

type ndkSRQ struct{ ndkObject }

// ModifySrq implements [ndk.SRQ].
func (q *ndkSRQ) ModifySrq(depth, notifyThreshold uint32, completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	return q.statusNDK(&proto.NDKCall{Method: &proto.NDKCall_ModifySrq{ModifySrq: &proto.NDKModifySrq{
		Depth: depth, NotifyThreshold: notifyThreshold, Completion: q.telling(completion, requestContext),
	}}})
}

// SrqReceive implements [ndk.SRQ].
func (q *ndkSRQ) SrqReceive(requestContext uintptr, sgl []ndk.SGE) ndk.Status {
	return q.statusNDK(&proto.NDKCall{Method: &proto.NDKCall_SrqReceive{SrqReceive: &proto.Receive{Context: uint64(requestContext), Sge: q.listNDK(sgl)}}})
}

// listNDK is list for entries of NDK.
func (s *session) listNDK(sgl []ndk.SGE) []*proto.SGE {
	var list []nd2.SGE
	for _, e := range sgl {
		list = append(list, nd2.SGE(e))
	}
	return s.list(list)
}
