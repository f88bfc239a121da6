package nic

import (
	"net/netip"
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// maxBacklog is the backlog of a listener that asks for no limit. Source: IND2Listener::Listen,
// Implementation Notes.
const maxBacklog = 1024

// A Listener receives the requests for an address, and hands them to connectors. The device's lock
// guards all but Requests.
type Listener struct {
	// Requests are the GetConnectionRequests in progress.
	Requests Requests

	manager   *ConnectionManager
	binding   *binding
	listening bool
	backlog   uint32
	// waiting are the requests not yet taken, gets the GetConnectionRequests in progress. At least one
	// of the two is empty, unless the listener is busy.
	waiting []*connection
	gets    []pendingGet
	// given is the connector that has the last request, where requests are given in turn.
	given *Connector
}

type pendingGet struct {
	*Request
	connector *Connector
}

// NewListener returns a listener that notifies through the file.
func (m *ConnectionManager) NewListener(f *File) *Listener {
	l := &Listener{manager: m}
	l.Requests.Init(f)
	m.device.Lock()
	defer m.device.UnlockAndDeliver()
	m.listeners[l] = struct{}{}
	return l
}

// Bind is IND2Listener::Bind.
func (l *Listener) Bind(address netip.AddrPort) (s nd2.Status) {
	m := l.manager
	m.device.Lock()
	defer m.device.UnlockAndDeliver()
	switch {
	case m.device.stopped:
		return nd2.DeviceRemoved
	case l.binding != nil:
		return m.device.alreadyBound()
	case (!address.Addr().IsUnspecified() || m.device.quirks.OneAddress) && !m.owns(address.Addr()):
		return nd2.InvalidAddress
	}
	l.binding, s = m.ports.bind(address, true)
	return s
}

// Listen is IND2Listener::Listen.
func (l *Listener) Listen(backlog uint32) nd2.Status {
	d := l.manager.device
	d.Lock()
	defer d.UnlockAndDeliver()
	switch {
	case d.stopped:
		return nd2.DeviceRemoved
	case l.binding == nil, l.listening:
		return nd2.InvalidDeviceState
	}
	l.backlog = min(backlog, maxBacklog)
	if backlog == 0 || d.quirks.LooseBacklog {
		l.backlog = maxBacklog
	}
	l.listening = true
	return nd2.Success
}

// Address returns the listener's address.
func (l *Listener) Address() (netip.AddrPort, nd2.Status) {
	d := l.manager.device
	d.Lock()
	defer d.UnlockAndDeliver()
	if l.binding == nil || d.quirks.LateAddresses && !l.listening {
		return netip.AddrPort{}, nd2.InvalidDeviceState
	}
	return l.binding.address, nd2.Success
}

// GetConnectionRequest is IND2Listener::GetConnectionRequest.
func (l *Listener) GetConnectionRequest(c *Connector, o *nd2.Overlapped) nd2.Status {
	return l.Requests.start(o, func(r *Request) nd2.Status {
		switch {
		case l.manager.device.stopped:
			return nd2.DeviceRemoved
		case !l.listening:
			return nd2.InvalidDeviceState
		case c.binding != nil:
			return nd2.ConnectionActive
		}
		if s := c.checkUnused(); s != nd2.Success {
			return s
		}
		if len(l.waiting) > 0 && !l.busy() {
			l.give(c)
			return nd2.Success
		}
		if r != nil {
			c.phase, c.listener = waiting, l
			l.gets = append(l.gets, pendingGet{r, c})
		}
		return nd2.Pending
	})
}

// next takes a waiting request.
func (l *Listener) next() *connection {
	i := 0
	if l.manager.device.quirks.NewestFirst {
		i = len(l.waiting) - 1
	}
	c := l.waiting[i]
	l.waiting = slices.Delete(l.waiting, i, i+1)
	return c
}

// full reports whether the backlog is full.
func (l *Listener) full() bool {
	return len(l.gets) == 0 && (uint32(len(l.waiting)) >= l.backlog || l.manager.device.quirks.AskedOnly)
}

// arrive handles a new request.
func (l *Listener) arrive(c *connection) {
	c.listener = l
	l.waiting = append(l.waiting, c)
	l.giveWaiting()
}

// giveWaiting ends GetConnectionRequests for which there are requests.
func (l *Listener) giveWaiting() {
	for len(l.gets) > 0 && len(l.waiting) > 0 && !l.busy() {
		i := 0
		if l.manager.device.quirks.LastAsked {
			i = len(l.gets) - 1
		}
		t := l.gets[i]
		l.gets = slices.Delete(l.gets, i, i+1)
		l.give(t.connector)
		t.Complete(nd2.Success)
	}
}

// busy reports whether the next request waits for the answer to the last one.
func (l *Listener) busy() bool { return l.given != nil && l.given.giver == l }

// give gives the next request to a connector.
func (l *Listener) give(c *Connector) {
	c.hold(l.next())
	if l.manager.device.quirks.InTurn {
		l.given, c.giver = c, l
	}
}

// withdraw drops a request that the peer has given up.
func (l *Listener) withdraw(c *connection) {
	c.listener = nil
	l.waiting = slices.DeleteFunc(l.waiting, func(w *connection) bool { return w == c })
}

// dismiss ends a connector's GetConnectionRequest.
func (l *Listener) dismiss(c *Connector) {
	i := slices.IndexFunc(l.gets, func(t pendingGet) bool { return t.connector == c })
	l.gets[i].Complete(nd2.Canceled)
	l.gets = slices.Delete(l.gets, i, i+1)
	c.phase, c.listener = vacant, nil
}

// Cancel is IND2Overlapped::CancelOverlappedRequests.
func (l *Listener) Cancel() nd2.Status {
	d := l.manager.device
	d.Lock()
	defer d.UnlockAndDeliver()
	if d.faults.cancelFails > 0 {
		return nd2.Unsuccessful
	}
	for len(l.gets) > 0 {
		l.dismiss(l.gets[0].connector)
	}
	return nd2.Success
}

// Close ends the listener. It refuses the requests not yet taken; connectors keep theirs.
func (l *Listener) Close() {
	m := l.manager
	m.device.Lock()
	for len(l.gets) > 0 {
		l.dismiss(l.gets[0].connector)
	}
	for _, c := range l.waiting {
		c.listener = nil
		c.end(nil)
	}
	l.waiting, l.listening = nil, false
	m.release(l.binding)
	delete(m.listeners, l)
	m.device.UnlockAndDeliver()
	l.Requests.Close()
}
