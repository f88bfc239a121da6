package nic

import (
	"net/netip"

	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A Manager manages the connections of a device's queue pairs. It is called with the
// device locked.
type Manager interface {
	// Received handles a message from src to dst, an address of the device.
	Received(src, dst netip.Addr, message wire.CMMessage)
	// FirstPacket notes the first packet to a queue pair that is only ready to receive.
	// Source: IBTA chapter 12 (communication established).
	FirstPacket(q *QueuePair)
	// Stopped says that the device was removed or closed: nothing is received or
	// transmitted any more, no timer fires, and the remaining overlapped requests
	// complete next.
	Stopped()
}

// SetManager sends arriving messages to m from now on.
func (d *Device) SetManager(m Manager) {
	d.Lock()
	defer d.UnlockAndDeliver()
	d.manager = m
}

// SendManagement sends a message from src, an address of the device, to dst. The device
// is locked.
func (d *Device) SendManagement(src, dst netip.Addr, message wire.CMMessage) {
	d.tickNow()
	p := wire.Packet{
		BTH:     wire.BTH{Opcode: wire.UDSendOnly, PKey: wire.DefaultPKey, DestQP: wire.GSIQPN},
		DETH:    wire.DETH{QKey: wire.GSIQKey, SourceQP: wire.GSIQPN},
		Payload: d.frame.Payload(wire.MADSize),
	}
	message.Encode((*[wire.MADSize]byte)(p.Payload))
	d.transmit(&p, PathBetween(src, dst))
}

// PathBetween is the path from src to dst. Any source port will do, since it only tells
// flows apart for routers; this is the port of a socket that also receives. Source:
// IBTA annex A17 (UDP source port).
func PathBetween(src, dst netip.Addr) *fabric.Path {
	return fabric.NewPath(netip.AddrPortFrom(src, wire.Port), netip.AddrPortFrom(dst, wire.Port))
}

// receiveManagement handles a datagram for queue pair 1.
func (d *Device) receiveManagement(p *wire.Packet, path *fabric.Path) {
	message, err := wire.DecodeMAD(p.Payload)
	if err != nil || p.Opcode != wire.UDSendOnly || p.QKey != wire.GSIQKey {
		d.counters.Malformed++
		return
	}
	if d.manager == nil {
		d.counters.Unexpected++
		return
	}
	d.manager.Received(path.Src.Addr(), path.Dst.Addr(), message)
}
