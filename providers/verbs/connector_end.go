//go:build linux && cgo && verbs

package verbs

import "github.com/ndconform/ndconform/nd2"

// Reject implements [nd2.Connector].
func (c *connector) Reject(privateData []byte) nd2.Status {
	data, s := snapshot(privateData, maxCalleeData)
	if s != nd2.Success {
		return s
	}
	defer c.exit()
	if s := c.enter(); s == nd2.DeviceRemoved {
		return s
	}
	switch {
	case c.abandoned:
		return nd2.ConnectionAborted
	case c.phase != requested && c.phase != accepted:
		return nd2.ConnectionInvalid
	}
	if c.phase == requested {
		c.adapter.device.refusals.add(c.id, data)
	}
	err := c.refuse(data)
	c.leave(vacant, false)
	if err != nil {
		return statusOfError(err, nd2.ConnectionAborted)
	}
	return nd2.Success
}

// refuse tells the peer. On iWARP, a connection that the peer has accepted can only be
// ended.
func (c *connector) refuse(data []byte) error {
	if c.phase == accepted && c.adapter.device.limits.IWARP {
		return c.id.Disconnect()
	}
	return c.id.Reject(data)
}

// NotifyDisconnect implements [nd2.Connector].
func (c *connector) NotifyDisconnect(o *nd2.Overlapped) nd2.Status {
	if o == nil {
		return nd2.InvalidParameter1
	}
	defer c.exit()
	if s := c.enter(); s == nd2.DeviceRemoved {
		return s
	}
	switch {
	case !c.met:
		return nd2.ConnectionInvalid
	case c.phase != established:
		return nd2.Success
	}
	c.notifying = append(c.notifying, c.requests.Begin(o))
	return nd2.Pending
}

// Disconnect implements [nd2.Connector]. It is pending until the peer has answered.
func (c *connector) Disconnect(o *nd2.Overlapped) nd2.Status {
	if o == nil {
		return nd2.InvalidParameter1
	}
	defer c.exit()
	if s := c.enter(); s != nd2.Success {
		return s
	}
	switch c.phase {
	case established:
	case left:
		c.part()
		return nd2.Success
	default:
		return nd2.ConnectionInvalid
	}
	err := c.id.Disconnect()
	c.part()
	if err != nil { // the peer is gone
		return nd2.Success
	}
	c.disconnecting = c.requests.Begin(o)
	return nd2.Pending
}

// part flushes the queue pair and lets it go.
func (c *connector) part() {
	c.queuePair.part()
	c.queuePair, c.phase = nil, over
	c.notify()
}

// notify completes the requests that wait for the end of the connection.
func (c *connector) notify() {
	for _, r := range c.notifying {
		c.adapter.device.cm.End(r, nd2.Success)
	}
	c.notifying = nil
}

// leave ends a connection that was not established; joined says that the queue pair was
// already part of it.
func (c *connector) leave(next phase, joined bool) {
	if c.queuePair != nil {
		c.queuePair.withdraw(joined || c.asked != none)
		c.queuePair = nil
	}
	c.phase = next
	c.drop()
}

// CancelOverlappedRequests implements [nd2.Overlapping]. It abandons an attempt to
// connect.
func (c *connector) CancelOverlappedRequests() nd2.Status {
	defer c.exit()
	_ = c.enter()
	c.cancel(nd2.Canceled)
	return nd2.Success
}

func (c *connector) cancel(s nd2.Status) {
	c.adapter.device.cm.EndAll(&c.requests, s)
	c.establishing, c.disconnecting, c.notifying = nil, nil, nil
	switch c.phase {
	case connecting:
		c.leave(vacant, false)
	case accepting:
		c.leave(over, true)
	}
}

// queuePairFreed notes that the queue pair is being freed.
func (c *connector) queuePairFreed() {
	d := c.adapter.device
	switch c.phase {
	case established:
		_ = c.id.Disconnect()
		c.part()
		c.phase = deprived
	case left:
		c.part()
		c.phase = deprived
	case connecting, accepted, accepting:
		d.cm.End(c.establishing, nd2.Canceled)
		c.establishing = nil
		c.leave(deprived, true)
	}
}

// remove notes that the device is gone.
func (c *connector) remove() {
	d := c.adapter.device
	d.cm.Lock()
	defer d.cm.Unlock()
	d.cm.EndAll(&c.requests, nd2.DeviceRemoved)
	c.establishing, c.disconnecting, c.notifying = nil, nil, nil
}

// free ends the connector and its connection.
func (c *connector) free() {
	d := c.adapter.device
	d.cm.Lock()
	defer d.cm.Unlock()
	if c.listener != nil {
		c.listener.dismiss(c, nd2.Canceled)
	}
	c.cancel(nd2.Canceled)
	if c.phase == established {
		_ = c.id.Disconnect()
	}
	if c.phase == established || c.phase == left {
		c.part()
	}
	c.leave(over, true)
}
