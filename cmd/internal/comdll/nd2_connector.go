//go:build windows && cgo

package comdll

import "github.com/ndconform/ndconform/nd2"

func connectorCall(c *call) uintptr {
	if c.place <= getOverlappedResult {
		return c.baseCall()
	}
	n := c.object.unknown.(nd2.Connector)
	switch c.place {
	case 5:
		return uintptr(n.Bind(c.bytes(1)))
	case 6:
		return uintptr(n.Connect(c.unknown(1), c.bytes(2), c.u32(4), c.u32(5), c.data(6), c.overlapped(8)))
	case 7:
		return uintptr(n.CompleteConnect(c.overlapped(1)))
	case 8:
		return uintptr(n.Accept(c.unknown(1), c.u32(2), c.u32(3), c.data(4), c.overlapped(6)))
	case 9:
		return uintptr(n.Reject(c.data(1)))
	case 10:
		return uintptr(n.GetReadLimits(out[uint32](c, 1), out[uint32](c, 2)))
	case 11:
		return uintptr(n.GetPrivateData(room[uint32](c, 1)))
	case 12:
		return uintptr(n.GetLocalAddress(room[uint32](c, 1)))
	case 13:
		return uintptr(n.GetPeerAddress(room[uint32](c, 1)))
	case 14:
		return uintptr(n.NotifyDisconnect(c.overlapped(1)))
	default:
		return uintptr(n.Disconnect(c.overlapped(1)))
	}
}

// data is private data, which the provider tries to read itself.
func (c *call) data(n int) []byte {
	c.args[n+1] = uintptr(c.u32(n + 1))
	return c.memory(n)
}
