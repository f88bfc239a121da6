package host

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// callNDKDomain makes the calls of NDK_PD_DISPATCH; it returns nil for other calls.
func (h *host) callNDKDomain(n uint64, c *proto.NDKCall) *proto.Reply {
	switch m := c.GetMethod().(type) {
	case *proto.NDKCall_CreateMr:
		return createNDK(h, m.CreateMr.GetCompletion(), the[ndk.PD](h, n).CreateMr)
	case *proto.NDKCall_CreateSrq:
		return h.createSrq(n, m.CreateSrq)
	case *proto.NDKCall_CreateQpWithSrq:
		p := m.CreateQpWithSrq
		return createNDK(h, p.GetCompletion(), func(done ndk.CreateCompletion, context uintptr, out *ndk.QP) ndk.Status {
			return the[ndk.PD](h, n).CreateQpWithSrq(parameter[ndk.CQ](h, p.GetReceiveCq()), parameter[ndk.CQ](h, p.GetInitiatorCq()), parameter[ndk.SRQ](h, p.GetSrq()),
				uintptr(p.GetQpContext()), p.GetInitiatorQueueDepth(), p.GetMaxInitiatorRequestSge(), p.GetInlineDataSize(), done, context, out)
		})
	}
	return nil
}

func (h *host) createSrq(n uint64, p *proto.NDKCreateSrq) *proto.Reply {
	var notification ndk.SRQNotification
	if p.GetNotification().GetFunction() != 0 {
		notification = h.telling(p.GetNotification())
	}
	var affinity *ndk.GroupAffinity
	if a := p.GetAffinity(); a != nil {
		affinity = &ndk.GroupAffinity{Mask: a.GetMask(), Group: uint16(a.GetGroup())}
	}
	return createNDK(h, p.GetCompletion(), func(done ndk.CreateCompletion, context uintptr, out *ndk.SRQ) ndk.Status {
		return the[ndk.PD](h, n).CreateSrq(p.GetDepth(), p.GetMaxReceiveRequestSge(), p.GetNotifyThreshold(),
			notification, uintptr(p.GetNotification().GetContext()), affinity, done, context, out)
	})
}

// callNDKData makes the calls of memory regions, queues and queue pairs; it returns nil for
// other calls.
func (h *host) callNDKData(n uint64, c *proto.NDKCall) *proto.Reply {
	switch m := c.GetMethod().(type) {
	case *proto.NDKCall_RegisterMr:
		p := m.RegisterMr
		done := p.GetCompletion()
		return nt(the[ndk.MR](h, n).RegisterMr(h.buffer(p.GetBuffer()), nd2.RegionFlags(p.GetFlags()), h.telling(done), uintptr(done.GetContext())))
	case *proto.NDKCall_DeregisterMr:
		return nt(the[ndk.MR](h, n).DeregisterMr(h.telling(m.DeregisterMr), uintptr(m.DeregisterMr.GetContext())))
	case *proto.NDKCall_GetLocalTokenFromMr:
		return &proto.Reply{Value: uint64(the[ndk.MR](h, n).GetLocalTokenFromMr())}
	case *proto.NDKCall_ModifySrq:
		p := m.ModifySrq
		done := p.GetCompletion()
		return nt(the[ndk.SRQ](h, n).ModifySrq(p.GetDepth(), p.GetNotifyThreshold(), h.telling(done), uintptr(done.GetContext())))
	case *proto.NDKCall_SrqReceive:
		return nt(the[ndk.SRQ](h, n).SrqReceive(uintptr(m.SrqReceive.GetContext()), h.listNDK(m.SrqReceive.GetSge())))
	case *proto.NDKCall_GetCqResults:
		list := make([]ndk.Result, h.room(m.GetCqResults))
		queue := the[ndk.CQ](h, n)
		got := patiently(m.GetCqResults, func() uint64 { return uint64(queue.GetCqResults(list)) })
		return &proto.Reply{Value: got, Results: wire.NDKResults(list[:min(got, uint64(len(list)))])}
	case *proto.NDKCall_Flush:
		the[ndk.QP](h, n).Flush()
		return &proto.Reply{}
	case *proto.NDKCall_Send:
		p := m.Send
		return nt(the[ndk.QP](h, n).Send(uintptr(p.GetContext()), h.listNDK(p.GetSge()), nd2.OpFlags(p.GetFlags())))
	}
	return nil
}

// listNDK is list for entries of NDK.
func (h *host) listNDK(entries []*proto.SGE) []ndk.SGE {
	var list []ndk.SGE
	for _, e := range h.list(entries) {
		list = append(list, ndk.SGE(e))
	}
	return list
}

// callNDKConnector makes the calls of NDK_CONNECTOR_DISPATCH; it returns nil for other calls.
func (h *host) callNDKConnector(n uint64, c *proto.NDKCall) *proto.Reply {
	switch m := c.GetMethod().(type) {
	case *proto.NDKCall_Connect:
		p := m.Connect
		done := p.GetCompletion()
		return nt(the[ndk.Connector](h, n).Connect(parameter[ndk.QP](h, p.GetQp()), h.buffer(p.GetSrcAddress()), h.buffer(p.GetDestAddress()),
			p.GetInboundReadLimit(), p.GetOutboundReadLimit(), h.buffer(p.GetPrivateData()), h.telling(done), uintptr(done.GetContext())))
	case *proto.NDKCall_CompleteConnect:
		return h.completeConnectNDK(n, m.CompleteConnect)
	case *proto.NDKCall_Disconnect:
		return nt(the[ndk.Connector](h, n).Disconnect(h.telling(m.Disconnect), uintptr(m.Disconnect.GetContext())))
	}
	return nil
}

func (h *host) completeConnectNDK(n uint64, p *proto.NDKCompleteConnect) *proto.Reply {
	var disconnected ndk.DisconnectEvent
	if p.GetDisconnected().GetFunction() != 0 {
		disconnected = h.calling(p.GetDisconnected())
	}
	done := p.GetCompletion()
	return nt(the[ndk.Connector](h, n).CompleteConnect(disconnected, uintptr(p.GetDisconnected().GetContext()), h.telling(done), uintptr(done.GetContext())))
}
