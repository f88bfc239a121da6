package nic

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/cm"
	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// event handles an event of the connection.
func (c *Connector) event(e cm.Event) {
	switch e {
	case cm.Replied:
		c.phase = accepted
		c.conclude(nd2.Success)
	case cm.Opened:
		c.queuePair.ReadyToSend()
		c.phase, c.met = established, true
		c.conclude(nd2.Success)
	case cm.Refused:
		c.refused(c.conn.cm.Rej())
	case cm.TimedOut:
		c.failed(nd2.IOTimeout)
	case cm.Disconnected:
		c.left()
		if c.manager.device.quirks.FlushOnLeave && c.phase == parted {
			c.queuePair.flush()
		}
	case cm.Released:
		if c.disconnecting != nil {
			c.disconnecting.Complete(nd2.Success)
		}
	}
}

// conclude ends the Connect or Accept in progress.
func (c *Connector) conclude(s nd2.Status) {
	c.establishing.Complete(s)
	c.establishing = nil
}

// refused handles the peer's REJ, which may say that the peer has given up.
func (c *Connector) refused(rej *wire.REJ) {
	if c.phase == connecting && c.redial(rej) {
		return
	}
	if rej.Reason == wire.RejectConsumer {
		c.refusal = rej
	}
	if rej.Reason == wire.RejectTimeout && c.phase != requested && c.phase != accepting {
		c.failed(nd2.IOTimeout)
		return
	}
	c.failed(nd2.ConnectionRefused)
}

// redial tries again if the REJ says how: with an MTU that the peer supports, or once
// the peer has forgotten an earlier connection of the queue pair. Source: IBTA 12.6.7.2
// (rejection reasons), 12.9.8.3.1.
func (c *Connector) redial(rej *wire.REJ) bool {
	req := *c.conn.cm.Req()
	switch mtu := wire.MTU(rej.ARI[0]); {
	case rej.Reason == wire.RejectInvalidMTU && rej.ARILength > 0 && mtu.Bytes() > 0 && mtu < req.PathMTU:
		req.PathMTU = mtu
	case rej.Reason == wire.RejectStaleConnection && !c.redialed:
		c.redialed = true
	default:
		return false
	}
	t := c.conn.tuple
	c.conn.abandon(nil)
	c.conn = c.manager.dial(c, t, &req)
	return true
}

// failed ends an attempt to connect. The active side can try again.
func (c *Connector) failed(s nd2.Status) {
	switch c.phase {
	case connecting:
		c.leave(c.retry(), nil)
		c.conclude(s)
	case requested, accepted:
		c.leave(over, nil)
		c.abandoned = s
	case accepting:
		c.leave(over, nil)
		c.conclude(c.aborted(s))
	}
}

// aborted returns the status of an Accept whose peer has given up with s.
func (c *Connector) aborted(s nd2.Status) nd2.Status {
	if s == nd2.ConnectionRefused && !c.manager.device.quirks.UsualCodes {
		return nd2.ConnectionAborted
	}
	return s
}

// left notes that the peer, or an error, has ended the connection. Posted requests
// stay.
func (c *Connector) left() {
	if c.phase == established {
		c.phase = parted
		c.queuePair.left = true
		c.notify()
	}
}

// notify ends the NotifyDisconnects in progress.
func (c *Connector) notify() {
	for _, r := range c.notifying {
		r.Complete(c.manager.device.peerLeft())
	}
	c.notifying = nil
}

// retry returns the phase after a failure that permits another try.
func (c *Connector) retry() phase {
	if c.manager.device.quirks.SpentConnectors {
		return over
	}
	return vacant
}

// fail handles the failure of the queue pair's connection: it ends the connection for
// the peer, too.
func (c *Connector) fail() {
	switch c.phase {
	case accepting: // one of its queues has failed
		c.failed(nd2.ConnectionAborted)
	case established:
		c.conn.abandon(nil)
		c.left()
	}
}

// deprive handles the end of the queue pair.
func (c *Connector) deprive() {
	c.leave(deprived, nil)
	if c.establishing != nil {
		c.conclude(nd2.Canceled)
	}
	c.notify()
}

// leave gives up the queue pair, and the connection if it is not over. A REJ carries
// privateData.
func (c *Connector) leave(to phase, privateData []byte) {
	if c.queuePair != nil {
		c.queuePair.withdraw()
		c.part()
	}
	if c.conn != nil {
		c.conn.abandon(privateData)
	}
	c.phase, c.conn = to, nil
	c.answer()
}
