package trace

import "github.com/ndconform/ndconform/ndk"

type kernelAdapter struct {
	*Recorder
	label string
	inner ndk.Adapter
}

func (a *kernelAdapter) traceName() string { return a.label }
func (a *kernelAdapter) unwrappedNDK() any { return a.inner }

func (a *kernelAdapter) QueryAdapterInfo(info *ndk.AdapterInfo) ndk.Status {
	s := a.inner.QueryAdapterInfo(info)
	a.note(a.label, "QueryAdapterInfo", s)
	return s
}

func (a *kernelAdapter) CreateCq(depth uint32, completion ndk.CreateCompletion, requestContext uintptr, out *ndk.CQ) ndk.Status {
	traced := func(c ndk.CQ) ndk.CQ { return &kernelCQ{a.kernel("KernelCQ", c), c} }
	s := a.inner.CreateCq(depth, created(a.Recorder, a.label, "CreateCq", completion, traced), requestContext, out)
	a.note(a.label, "CreateCq", s, depth, requestContext)
	replace(out, traced)
	return s
}

func (a *kernelAdapter) CreatePd(completion ndk.CreateCompletion, requestContext uintptr, out *ndk.PD) ndk.Status {
	traced := func(p ndk.PD) ndk.PD { return &kernelPD{a.kernel("KernelPD", p), p} }
	s := a.inner.CreatePd(created(a.Recorder, a.label, "CreatePd", completion, traced), requestContext, out)
	a.note(a.label, "CreatePd", s, requestContext)
	replace(out, traced)
	return s
}

func (a *kernelAdapter) CreateConnector(completion ndk.CreateCompletion, requestContext uintptr, out *ndk.Connector) ndk.Status {
	traced := func(c ndk.Connector) ndk.Connector { return &kernelConnector{a.kernel("KernelConnector", c), c} }
	s := a.inner.CreateConnector(created(a.Recorder, a.label, "CreateConnector", completion, traced), requestContext, out)
	a.note(a.label, "CreateConnector", s, requestContext)
	replace(out, traced)
	return s
}

type kernelPD struct {
	kernelObject
	inner ndk.PD
}

func (p *kernelPD) CreateMr(completion ndk.CreateCompletion, requestContext uintptr, out *ndk.MR) ndk.Status {
	traced := func(m ndk.MR) ndk.MR { return &kernelMR{p.kernel("KernelMR", m), m} }
	s := p.inner.CreateMr(created(p.Recorder, p.label, "CreateMr", completion, traced), requestContext, out)
	p.note(p.label, "CreateMr", s, requestContext)
	replace(out, traced)
	return s
}

func (p *kernelPD) CreateSrq(depth, maxReceiveRequestSGE, notifyThreshold uint32, notification ndk.SRQNotification, notificationContext uintptr, affinity *ndk.GroupAffinity, completion ndk.CreateCompletion, requestContext uintptr, out *ndk.SRQ) ndk.Status {
	var noted ndk.SRQNotification
	if notification != nil {
		noted = func(context uintptr, status ndk.Status) {
			p.note(p.label, "CreateSrq notification", nil, context, status)
			notification(context, status)
		}
	}
	traced := func(q ndk.SRQ) ndk.SRQ { return &kernelSRQ{p.kernel("KernelSRQ", q), q} }
	s := p.inner.CreateSrq(depth, maxReceiveRequestSGE, notifyThreshold, noted, notificationContext, affinity, created(p.Recorder, p.label, "CreateSrq", completion, traced), requestContext, out)
	p.note(p.label, "CreateSrq", s, depth, maxReceiveRequestSGE, notifyThreshold, notificationContext, value(affinity), requestContext)
	replace(out, traced)
	return s
}

func (p *kernelPD) CreateQpWithSrq(receiveCQ, initiatorCQ ndk.CQ, srq ndk.SRQ, qpContext uintptr, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize uint32, completion ndk.CreateCompletion, requestContext uintptr, out *ndk.QP) ndk.Status {
	traced := func(q ndk.QP) ndk.QP { return &kernelQP{p.kernel("KernelQP", q), q} }
	s := p.inner.CreateQpWithSrq(innerNDK(receiveCQ), innerNDK(initiatorCQ), innerNDK(srq), qpContext, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize, created(p.Recorder, p.label, "CreateQpWithSrq", completion, traced), requestContext, out)
	p.note(p.label, "CreateQpWithSrq", s, receiveCQ, initiatorCQ, srq, qpContext, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize, requestContext)
	replace(out, traced)
	return s
}
