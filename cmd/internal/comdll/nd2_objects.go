//go:build windows && cgo

package comdll

import "github.com/ndconform/ndconform/nd2"

// The calls of v2's objects, by their places in ndspi.h.

func providerCall(c *call) uintptr {
	p, ok := c.object.unknown.(nd2.Provider)
	if !ok || c.place <= release {
		return c.unknownCall()
	}
	switch c.place {
	case 3:
		return uintptr(addressList(c, p.QueryAddressList))
	case 4:
		return uintptr(p.ResolveAddress(c.bytes(1), out[uint64](c, 3)))
	default:
		return c.create(kinds.adapter, nil, func(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
			return p.OpenAdapter(iid, uint64(c.args[2]), out)
		})
	}
}

func completionQueueCall(c *call) uintptr {
	if c.place <= getOverlappedResult {
		return c.baseCall()
	}
	q := c.object.unknown.(nd2.CompletionQueue)
	switch c.place {
	case 5:
		return uintptr(q.GetNotifyAffinity(out[uint16](c, 1), out[uint64](c, 2)))
	case 6:
		return uintptr(q.Resize(c.u32(1)))
	case 7:
		return uintptr(q.Notify(nd2.NotifyType(c.u32(1)), c.overlapped(2)))
	default:
		return uintptr(q.GetResults(c.results(1)))
	}
}

func sharedReceiveQueueCall(c *call) uintptr {
	if c.place <= getOverlappedResult {
		return c.baseCall()
	}
	q := c.object.unknown.(nd2.SharedReceiveQueue)
	switch c.place {
	case 5:
		return uintptr(q.GetNotifyAffinity(out[uint16](c, 1), out[uint64](c, 2)))
	case 6:
		return uintptr(q.Modify(c.u32(1), c.u32(2)))
	case 7:
		return uintptr(q.Notify(c.overlapped(1)))
	default:
		return uintptr(q.Receive(c.args[1], c.entries(2, false)))
	}
}

func memoryRegionCall(c *call) uintptr {
	if c.place <= getOverlappedResult {
		return c.baseCall()
	}
	r := c.object.unknown.(nd2.MemoryRegion)
	switch c.place {
	case 5:
		return uintptr(r.Register(c.memory(1), nd2.RegionFlags(c.u32(3)), c.overlapped(4)))
	case 6:
		return uintptr(r.Deregister(c.overlapped(1)))
	case 7:
		return uintptr(r.GetLocalToken())
	default:
		return uintptr(r.GetRemoteToken())
	}
}

func memoryWindowCall(c *call) uintptr {
	if c.place <= release {
		return c.unknownCall()
	}
	return uintptr(c.object.unknown.(nd2.MemoryWindow).GetRemoteToken())
}

func queuePairCall(c *call) uintptr {
	if c.place <= release {
		return c.unknownCall()
	}
	q := c.object.unknown.(nd2.QueuePair)
	flags := nd2.OpFlags(c.u32(c.last))
	inline := flags&nd2.Inline != 0
	switch c.place {
	case 3:
		return uintptr(q.Flush())
	case 4:
		return uintptr(q.Send(c.args[1], c.entries(2, inline), flags))
	case 5:
		return uintptr(q.Receive(c.args[1], c.entries(2, false)))
	case 6:
		return uintptr(q.Bind(c.args[1], c.unknown(2), c.unknown(3), nowhere(c.args[4], uint64(c.args[5])), flags))
	case 7:
		return uintptr(q.Invalidate(c.args[1], c.unknown(2), flags))
	case 8:
		return uintptr(q.Read(c.args[1], c.entries(2, false), uint64(c.args[4]), c.u32(5), flags))
	default:
		return uintptr(q.Write(c.args[1], c.entries(2, inline), uint64(c.args[4]), c.u32(5), flags))
	}
}

func listenerCall(c *call) uintptr {
	if c.place <= getOverlappedResult {
		return c.baseCall()
	}
	l := c.object.unknown.(nd2.Listener)
	switch c.place {
	case 5:
		return uintptr(l.Bind(c.bytes(1)))
	case 6:
		return uintptr(l.Listen(c.u32(1)))
	case 7:
		return uintptr(l.GetLocalAddress(room[uint32](c, 1)))
	default:
		return uintptr(l.GetConnectionRequest(c.unknown(1), c.overlapped(2)))
	}
}
