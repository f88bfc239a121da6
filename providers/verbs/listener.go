//go:build linux && cgo && verbs

package verbs

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/verbs/internal/async"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// maxBacklog is the backlog of a listener that asks for no limit.
const maxBacklog = 1024

// A listener implements [nd2.Listener]. device.cm guards it.
type listener struct {
	overlapping
	handle uintptr

	id        *ib.ID // once bound
	listening bool
	backlog   int
	// arrivals are the requests not yet taken, gets the GetConnectionRequests in
	// progress. At least one of the two is empty.
	arrivals []*arrival
	gets     []pendingGet
}

type pendingGet struct {
	request   *async.Request
	connector *connector
}

// An arrival is a request for a connection.
type arrival struct {
	handle uintptr
	id     *ib.ID
	reads  reads
	data   []byte
	// gone says that the peer has given up.
	gone bool
}

func newListener(a *adapter, f *async.File) *listener {
	l := &listener{}
	d := a.device
	l.handle = d.resources.add(ofConnections, l, l.free)
	l.begin(l, a, f, func() { d.resources.end(l.handle) }, nd2.IIDListener)
	return l
}

// free ends the listener, and refuses the requests not yet taken.
func (l *listener) free() {
	d := l.adapter.device
	d.cm.Lock()
	defer d.cm.Unlock()
	l.cancel()
	arrivals := l.arrivals
	l.arrivals, l.listening = nil, false
	if l.id != nil {
		l.id.Destroy()
		l.id = nil
	}
	for _, a := range arrivals {
		d.resources.end(a.handle)
	}
}

// Bind implements [nd2.Listener].
func (l *listener) Bind(address []byte) nd2.Status {
	a, ok := parseAddress(address)
	if !ok {
		return nd2.InvalidParameter1
	}
	d := l.adapter.device
	d.cm.Lock()
	defer d.cm.Unlock()
	switch {
	case d.removed.Load():
		return nd2.DeviceRemoved
	case l.id != nil:
		return nd2.SharingViolation
	case !a.Addr().IsUnspecified() && !d.owns(a.Addr()):
		return nd2.InvalidAddress
	}
	id, s := d.bind(l.handle, a)
	l.id = id
	return s
}

// Listen implements [nd2.Listener].
func (l *listener) Listen(backlog uint32) nd2.Status {
	d := l.adapter.device
	d.cm.Lock()
	defer d.cm.Unlock()
	switch {
	case d.removed.Load():
		return nd2.DeviceRemoved
	case l.id == nil || l.listening:
		return nd2.InvalidDeviceState
	}
	if err := l.id.Listen(maxBacklog); err != nil {
		return bindingStatus(err)
	}
	l.listening = true
	l.backlog = int(min(backlog, maxBacklog))
	if backlog == 0 {
		l.backlog = maxBacklog
	}
	return nd2.Success
}

// GetLocalAddress implements [nd2.Listener].
func (l *listener) GetLocalAddress(address []byte, size *uint32) nd2.Status {
	if size == nil {
		return nd2.InvalidParameter2
	}
	d := l.adapter.device
	d.cm.Lock()
	defer d.cm.Unlock()
	if l.id == nil {
		return nd2.InvalidDeviceState
	}
	return copyAddress(address, size, l.id.Local())
}

// GetConnectionRequest implements [nd2.Listener].
func (l *listener) GetConnectionRequest(of nd2.Unknown, o *nd2.Overlapped) nd2.Status {
	c, ok := object.Own[*connector](of, l.adapter)
	switch {
	case !ok:
		return nd2.InvalidParameter1
	case o == nil:
		return nd2.InvalidParameter2
	}
	d := l.adapter.device
	d.cm.Lock()
	defer d.cm.Unlock()
	switch {
	case d.removed.Load():
		return nd2.DeviceRemoved
	case !l.listening:
		return nd2.InvalidDeviceState
	case c.phase != vacant || c.id != nil:
		return nd2.ConnectionActive
	}
	if len(l.arrivals) > 0 {
		c.hold(l.arrivals[0])
		l.arrivals = l.arrivals[1:]
		return nd2.Success
	}
	c.phase, c.listener = waiting, l
	l.gets = append(l.gets, pendingGet{l.requests.Begin(o), c})
	return nd2.Pending
}

// CancelOverlappedRequests implements [nd2.Overlapping].
func (l *listener) CancelOverlappedRequests() nd2.Status {
	d := l.adapter.device
	d.cm.Lock()
	defer d.cm.Unlock()
	l.cancel()
	return nd2.Success
}

func (l *listener) cancel() {
	for len(l.gets) > 0 {
		l.dismiss(l.gets[0].connector, nd2.Canceled)
	}
}

// dismiss ends the GetConnectionRequest of a connector.
func (l *listener) dismiss(c *connector, s nd2.Status) {
	i := slices.IndexFunc(l.gets, func(t pendingGet) bool { return t.connector == c })
	l.adapter.device.cm.End(l.gets[i].request, s)
	l.gets = slices.Delete(l.gets, i, i+1)
	c.phase, c.listener = vacant, nil
}

func (l *listener) remove() {
	d := l.adapter.device
	d.cm.Lock()
	defer d.cm.Unlock()
	for len(l.gets) > 0 {
		l.dismiss(l.gets[0].connector, nd2.DeviceRemoved)
	}
}

// event takes a new request.
func (l *listener) event(e *ib.CMEvent) {
	if e.Kind != ib.ConnectRequest {
		return
	}
	d := l.adapter.device
	if d.refusals.repeat(e.Request) {
		return
	}
	name, port := e.Request.Device()
	if name != d.name || port != d.port || len(l.gets) == 0 && len(l.arrivals) >= l.backlog {
		e.Request.Destroy() // this refuses it
		return
	}
	a := &arrival{
		id: e.Request, reads: reads{e.ReadsIn, e.ReadsOut},
		data: append([]byte{}, clip(e.Data, maxCallerData)...),
	}
	a.handle = d.resources.add(ofConnections, a, a.id.Destroy)
	a.id.SetHandle(a.handle)
	if len(l.gets) == 0 {
		l.arrivals = append(l.arrivals, a)
		return
	}
	t := l.gets[0]
	l.gets = l.gets[1:]
	t.connector.hold(a)
	d.cm.End(t.request, nd2.Success)
}

// event handles an event of a request not yet taken.
func (a *arrival) event(e *ib.CMEvent) {
	if e.Kind == ib.Rejected || e.Kind == ib.ConnectError || e.Kind == ib.Unreachable {
		a.gone = true
	}
}

// clip cuts the padding: private data beyond what a peer can send.
func clip(b []byte, most int) []byte { return b[:min(len(b), most)] }
