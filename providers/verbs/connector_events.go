//go:build linux && cgo && verbs

package verbs

import (
	"errors"
	"net/netip"
	"syscall"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// event handles an event of the connection manager about the connection.
func (c *connector) event(e *ib.CMEvent) {
	if c.asked == unanswered {
		c.asked = answered
	}
	switch e.Kind {
	case ib.Rejected:
		c.rejected(e)
	case ib.ConnectError, ib.Unreachable:
		c.failed(unreachable(syscall.Errno(-e.Status)))
	case ib.Disconnected:
		c.disconnected()
	case ib.Connected:
		switch c.phase {
		case accepting:
			c.completeAccept()
		case connecting: // on iWARP
			c.responded(e)
		}
	default:
		if c.phase == connecting {
			c.proceed(e)
		}
	}
}

// proceed takes the next step of a Connect.
func (c *connector) proceed(e *ib.CMEvent) {
	switch e.Kind {
	case ib.AddressResolved:
		if err := c.id.ResolveRoute(resolving); err != nil {
			c.failed(unreachableBy(err))
		}
	case ib.RouteResolved:
		c.ask()
	case ib.AddressError, ib.RouteError:
		if s := unreachable(syscall.Errno(-e.Status)); s != nd2.IOTimeout {
			c.failed(s)
			return
		}
		c.failed(nd2.HostUnreachable) // nothing has answered for the address
	case ib.ConnectResponse:
		c.responded(e)
	}
}

// responded notes that the peer has accepted.
func (c *connector) responded(e *ib.CMEvent) {
	c.limits = c.own.within(c.adapter.device.readsOffered(e))
	c.data = append([]byte{}, clip(e.Data, maxCalleeData)...)
	c.phase = accepted
	c.end(nd2.Success)
}

// end completes the Connect or Accept in progress.
func (c *connector) end(s nd2.Status) {
	c.adapter.device.cm.End(c.establishing, s)
	c.establishing = nil
}

// rejected notes that the peer has refused, or given up.
func (c *connector) rejected(e *ib.CMEvent) {
	c.data = append([]byte{}, clip(e.Data, maxCalleeData)...)
	if c.phase == connecting {
		c.leave(vacant, false)
		c.end(nd2.ConnectionRefused)
		return
	}
	c.failed(nd2.ConnectionAborted)
}

// failed notes that the connection can't be made.
func (c *connector) failed(s nd2.Status) {
	switch c.phase {
	case connecting:
		c.leave(vacant, false)
		c.end(s)
	case accepting:
		c.leave(over, true)
		c.end(nd2.ConnectionAborted)
	case accepted:
		c.abandoned = true
		c.leave(over, false)
	case requested:
		c.abandoned = true
	}
}

func (c *connector) completeAccept() {
	c.meet()
	c.end(nd2.Success)
}

// disconnected notes that the peer has ended the connection, or has answered this
// side's Disconnect.
func (c *connector) disconnected() {
	switch c.phase {
	case accepting: // the confirmation was lost
		c.completeAccept()
		fallthrough
	case established:
		_ = c.id.Disconnect() // it answers, and flushes nothing
		if c.adapter.device.limits.IWARP {
			c.queuePair.fail() // as the kernel does
		}
		c.phase = left
		c.notify()
	case accepted: // on iWARP, where the peer need not wait
		c.abandoned = true
		c.leave(over, true)
	case over, deprived:
		if c.id != nil {
			_ = c.id.Disconnect() // it answers a peer that has ended the connection at the same time
		}
		c.adapter.device.cm.End(c.disconnecting, nd2.Success)
		c.disconnecting = nil
	}
}

// unreachableBy returns the status for a missing route to a peer.
func unreachableBy(err error) nd2.Status {
	var number syscall.Errno
	if errors.As(err, &number) {
		return unreachable(number)
	}
	return nd2.HostUnreachable
}

// ephemeral returns an address of a family, with a port of the provider's choice.
func (d *device) ephemeral(four bool) netip.AddrPort {
	to := netip.IPv6Unspecified()
	if four {
		to = netip.IPv4Unspecified()
	}
	return netip.AddrPortFrom(d.source(to), 0)
}
