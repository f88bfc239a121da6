package trace

import "github.com/ndconform/ndconform/ndk"

type ndkAdapter struct {
	*Recorder
	label string
	inner ndk.Adapter
}

func (a *ndkAdapter) traceName() string { return a.label }
func (a *ndkAdapter) unwrappedNDK() any { return a.inner }

func (a *ndkAdapter) QueryAdapterInfo(info *ndk.AdapterInfo) ndk.Status {
	call := a.begin(a.label, "QueryAdapterInfo", "")
	s := a.inner.QueryAdapterInfo(info)
	call.end(s)
	return s
}

func (a *ndkAdapter) CreateCq(depth uint32, completion ndk.CreateCompletion, requestContext uintptr, out *ndk.CQ) ndk.Status {
	traced := func(c ndk.CQ) ndk.CQ { return &ndkCQ{a.ndk("ndk-cq", c), c} }
	call := a.begin(a.label, "CreateCq", "depth context", depth, requestContext)
	s := a.inner.CreateCq(depth, created(a.Recorder, a.label, "CreateCq", completion, traced), requestContext, out)
	call.end(s)
	replace(out, traced)
	return s
}

func (a *ndkAdapter) CreatePd(completion ndk.CreateCompletion, requestContext uintptr, out *ndk.PD) ndk.Status {
	traced := func(p ndk.PD) ndk.PD { return &ndkPD{a.ndk("ndk-pd", p), p} }
	call := a.begin(a.label, "CreatePd", "context", requestContext)
	s := a.inner.CreatePd(created(a.Recorder, a.label, "CreatePd", completion, traced), requestContext, out)
	call.end(s)
	replace(out, traced)
	return s
}

func (a *ndkAdapter) CreateConnector(completion ndk.CreateCompletion, requestContext uintptr, out *ndk.Connector) ndk.Status {
	traced := func(c ndk.Connector) ndk.Connector { return &ndkConnector{a.ndk("ndk-connector", c), c} }
	call := a.begin(a.label, "CreateConnector", "context", requestContext)
	s := a.inner.CreateConnector(created(a.Recorder, a.label, "CreateConnector", completion, traced), requestContext, out)
	call.end(s)
	replace(out, traced)
	return s
}

type ndkPD struct {
	ndkObject
	inner ndk.PD
}

func (p *ndkPD) CreateMr(completion ndk.CreateCompletion, requestContext uintptr, out *ndk.MR) ndk.Status {
	traced := func(m ndk.MR) ndk.MR { return &ndkMR{p.ndk("ndk-mr", m), m} }
	call := p.begin(p.label, "CreateMr", "context", requestContext)
	s := p.inner.CreateMr(created(p.Recorder, p.label, "CreateMr", completion, traced), requestContext, out)
	call.end(s)
	replace(out, traced)
	return s
}

func (p *ndkPD) CreateSrq(depth, maxReceiveRequestSGE, notifyThreshold uint32, notification ndk.SRQNotification, notificationContext uintptr, affinity *ndk.GroupAffinity, completion ndk.CreateCompletion, requestContext uintptr, out *ndk.SRQ) ndk.Status {
	var noted ndk.SRQNotification
	if notification != nil {
		noted = func(context uintptr, status ndk.Status) {
			p.event(p.label, "CreateSrq notification", "context status", context, status)
			notification(context, status)
		}
	}
	traced := func(q ndk.SRQ) ndk.SRQ { return &ndkSRQ{p.ndk("ndk-srq", q), q} }
	call := p.begin(p.label, "CreateSrq", "depth receive-sge threshold notification-context affinity? context", depth, maxReceiveRequestSGE, notifyThreshold, notificationContext, value(affinity), requestContext)
	s := p.inner.CreateSrq(depth, maxReceiveRequestSGE, notifyThreshold, noted, notificationContext, affinity, created(p.Recorder, p.label, "CreateSrq", completion, traced), requestContext, out)
	call.end(s)
	replace(out, traced)
	return s
}

func (p *ndkPD) CreateQpWithSrq(receiveCQ, initiatorCQ ndk.CQ, srq ndk.SRQ, qpContext uintptr, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize uint32, completion ndk.CreateCompletion, requestContext uintptr, out *ndk.QP) ndk.Status {
	traced := func(q ndk.QP) ndk.QP { return &ndkQP{p.ndk("ndk-qp", q), q} }
	call := p.begin(p.label, "CreateQpWithSrq", "receives initiated _ context? initiator-depth initiator-sge inline context", receiveCQ, initiatorCQ, srq, qpContext, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize, requestContext)
	s := p.inner.CreateQpWithSrq(innerNDK(receiveCQ), innerNDK(initiatorCQ), innerNDK(srq), qpContext, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize, created(p.Recorder, p.label, "CreateQpWithSrq", completion, traced), requestContext, out)
	call.end(s)
	replace(out, traced)
	return s
}
