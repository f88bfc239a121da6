package nic

import "github.com/ndconform/ndconform/nd2"

// Reject is IND2Connector::Reject.
func (c *Connector) Reject(privateData []byte) nd2.Status {
	c.manager.device.Lock()
	defer c.manager.device.UnlockAndDeliver()
	if s := c.check(); s == nd2.DeviceRemoved {
		return s
	}
	switch {
	case len(privateData) > int(c.manager.device.limits.CalleeData):
		return c.spend(requested, nd2.InvalidBufferSize)
	case c.abandoned != nd2.Success:
		return nd2.ConnectionAborted
	case c.phase != requested && c.phase != accepted:
		return nd2.ConnectionInvalid
	}
	c.leave(c.retry(), privateData)
	return nd2.Success
}

// NotifyDisconnect is IND2Connector::NotifyDisconnect.
func (c *Connector) NotifyDisconnect(o *nd2.Overlapped) nd2.Status {
	return c.Requests.start(o, func(r *Request) nd2.Status {
		switch {
		case c.manager.device.stopped:
			return nd2.DeviceRemoved
		case !c.met:
			return nd2.ConnectionInvalid
		case c.phase != established:
			return c.manager.device.peerLeft()
		}
		if r != nil {
			c.notifying = append(c.notifying, r)
		}
		return nd2.Pending
	})
}

// Disconnect is IND2Connector::Disconnect. It pends until the peer knows, unless the
// peer has left first.
func (c *Connector) Disconnect(o *nd2.Overlapped) nd2.Status {
	return c.Requests.start(o, func(r *Request) nd2.Status {
		if s := c.check(); s != nd2.Success {
			return s
		}
		switch c.phase {
		case parted:
			c.disconnect()
			if c.manager.device.quirks.PartedInvalid {
				return nd2.ConnectionInvalid
			}
			return nd2.Success
		case established:
			if r != nil {
				c.disconnecting = r
				c.disconnect()
			}
			return nd2.Pending
		}
		return nd2.ConnectionInvalid
	})
}

// disconnect ends an established connection, or its remains after the peer has left,
// and flushes the queue pair.
func (c *Connector) disconnect() {
	c.queuePair.disconnect()
	c.part()
	c.conn.end(nil)
	c.phase = over
	c.notify()
}

// Cancel is IND2Overlapped::CancelOverlappedRequests. It abandons an attempt to
// connect.
func (c *Connector) Cancel() nd2.Status {
	d := c.manager.device
	d.Lock()
	defer d.UnlockAndDeliver()
	if d.faults.cancelFails > 0 {
		return nd2.Unsuccessful
	}
	c.cancel()
	return nd2.Success
}

func (c *Connector) cancel() {
	c.Requests.CompleteAll(nd2.Canceled)
	c.establishing, c.notifying = nil, nil
	switch c.phase {
	case connecting:
		c.leave(c.retry(), nil)
	case accepting:
		c.leave(over, nil)
	}
}

// Close ends the connector and its connection: the queue pair is disconnected.
func (c *Connector) Close() {
	m := c.manager
	m.device.Lock()
	if c.listener != nil {
		c.listener.dismiss(c)
	}
	c.cancel()
	if c.phase == established || c.phase == parted {
		c.queuePair.disconnect()
	}
	c.leave(over, nil)
	m.release(c.binding)
	c.binding = nil
	m.device.UnlockAndDeliver()
	c.Requests.Close()
}
