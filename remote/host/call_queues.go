package host

import (
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// tokens is what regions and windows have in common.
type tokens interface{ GetRemoteToken() uint32 }

// callMemory makes the calls of IND2MemoryRegion and IND2MemoryWindow; it returns nil for
// other calls.
func (h *host) callMemory(n uint64, c *proto.Call) *proto.Reply {
	switch m := c.GetMethod().(type) {
	case *proto.Call_Register:
		p := m.Register
		return status(the[nd2.MemoryRegion](h, n).Register(h.buffer(p.GetBuffer()), nd2.RegionFlags(p.GetFlags()), h.request(p.GetOverlapped())))
	case *proto.Call_Deregister:
		return status(the[nd2.MemoryRegion](h, n).Deregister(h.request(m.Deregister.GetOverlapped())))
	case *proto.Call_GetLocalToken:
		return &proto.Reply{Value: uint64(the[nd2.MemoryRegion](h, n).GetLocalToken())}
	case *proto.Call_GetRemoteToken:
		return &proto.Reply{Value: uint64(the[tokens](h, n).GetRemoteToken())}
	}
	return nil
}

// affine is what both kinds of queue have in common.
type affine interface {
	GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status
}

// notifier is what completion queues of v2 and v1 have in common.
type notifier interface {
	Notify(kind nd2.NotifyType, o *nd2.Overlapped) nd2.Status
}

// callQueue makes the calls of IND2CompletionQueue and IND2SharedReceiveQueue, except
// Receive; it returns nil for other calls.
func (h *host) callQueue(n uint64, c *proto.Call) *proto.Reply {
	switch m := c.GetMethod().(type) {
	case *proto.Call_GetNotifyAffinity:
		return h.affinity(n, m.GetNotifyAffinity)
	case *proto.Call_Resize:
		return status(the[nd2.CompletionQueue](h, n).Resize(m.Resize.GetQueueDepth()))
	case *proto.Call_Notify:
		o := h.request(m.Notify.GetOverlapped())
		if shared, ok := the[nd2.Unknown](h, n).(nd2.SharedReceiveQueue); ok {
			return status(shared.Notify(o))
		}
		return status(the[notifier](h, n).Notify(nd2.NotifyType(m.Notify.GetType()), o))
	case *proto.Call_GetResults:
		list := make([]nd2.Result, h.room(m.GetResults))
		queue := the[nd2.CompletionQueue](h, n)
		got := patiently(m.GetResults, func() uint64 { return uint64(queue.GetResults(list)) })
		return &proto.Reply{Value: got, Results: wire.Results(list[:min(got, uint64(len(list)))])}
	case *proto.Call_Modify:
		return status(the[nd2.SharedReceiveQueue](h, n).Modify(m.Modify.GetQueueDepth(), m.Modify.GetNotifyThreshold()))
	}
	return nil
}

func (h *host) affinity(n uint64, p *proto.GetNotifyAffinity) *proto.Reply {
	var group *uint16
	var affinity *uint64
	if p.GetGroup() {
		group = new(uint16)
	}
	if p.GetAffinity() {
		affinity = new(uint64)
	}
	r := status(the[affine](h, n).GetNotifyAffinity(group, affinity))
	r.Affinity = affinity
	if group != nil {
		wide := uint32(*group)
		r.Group = &wide
	}
	return r
}

const (
	// mostResults is how many results one call may ask for, and mostPatience how long it
	// may wait for one.
	mostResults  = 1 << 16
	mostPatience = 10 * time.Millisecond
	// glance is how long the host waits before it looks again.
	glance = 20 * time.Microsecond
)

// room returns how many results a call asks for.
func (h *host) room(p *proto.GetResults) uint32 {
	if p.GetRoom() > mostResults {
		h.violated("room for %d results", p.GetRoom())
	}
	return p.GetRoom()
}

// patiently looks for results. If a client polls, each of its looks would cross the network,
// so the host looks on its behalf for a while.
func patiently(p *proto.GetResults, look func() uint64) uint64 {
	n := look()
	if patience := min(time.Duration(p.GetPatience())*time.Microsecond, mostPatience); n == 0 && patience > 0 && p.GetRoom() > 0 {
		n = lookAgain(look, patience)
	}
	return n
}

func lookAgain(look func() uint64, patience time.Duration) (n uint64) {
	over := time.NewTimer(patience)
	defer over.Stop()
	tick := time.NewTicker(glance)
	defer tick.Stop()
	for {
		select {
		case <-over.C:
			return 0
		case <-tick.C:
			n = look()
			if n > 0 {
				return n
			}
		}
	}
}
