package ref

import (
	"net/netip"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

func TestListenerStates(t *testing.T) {
	_, a, _ := testSides(t)
	l := created[nd2.Listener](t, func(out *nd2.Unknown) nd2.Status {
		return a.adapter.CreateListener(nd2.IIDListener, a.file, out)
	})
	c, buffer, size := a.connector(), make([]byte, 64), uint32(64)
	returns(t, l.GetLocalAddress(buffer, &size), nd2.InvalidDeviceState)
	returns(t, l.Listen(0), nd2.InvalidDeviceState)
	returns(t, l.GetConnectionRequest(c, new(nd2.Overlapped)), nd2.InvalidDeviceState)
	returns(t, l.Bind(a.sockaddr(0)), nd2.Success)
	returns(t, l.Bind(a.sockaddr(0)), nd2.SharingViolation)
	returns(t, l.GetConnectionRequest(c, new(nd2.Overlapped)), nd2.InvalidDeviceState)
	returns(t, l.GetLocalAddress(buffer, &size), nd2.Success)
	if size != nd2.SockaddrInSize {
		t.Errorf("the address has %d bytes", size)
	}
	returns(t, l.Listen(0), nd2.Success)
	returns(t, l.Listen(0), nd2.InvalidDeviceState)
	size--
	returns(t, l.GetLocalAddress(buffer, &size), nd2.BufferOverflow)
	returns(t, l.GetLocalAddress(nil, nil), nd2.InvalidParameter2)
}

// TestListenerReleased: its port is free again, waiting requests are refused, and
// pending requests are canceled.
func TestListenerReleased(t *testing.T) {
	_, a, b := testSides(t)
	l, address := b.listener()
	l.AddRef()
	passive, active := b.connector(), a.connector()
	request := pends(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(passive, o) })
	returns(t, pends(l, func(o *nd2.Overlapped) nd2.Status {
		return l.GetConnectionRequest(passive, o)
	}).returned, nd2.ConnectionActive)
	returns(t, nd2.Status(l.Release()), 1)
	if !request.pending() {
		t.Error("the request has ended while there are references")
	}
	other := created[nd2.Listener](t, func(out *nd2.Unknown) nd2.Status {
		return b.adapter.CreateListener(nd2.IIDListener, b.file, out)
	})
	returns(t, other.Bind(address), nd2.SharingViolation)
	l.Release()
	returns(t, request.wait(), nd2.Canceled)
	returns(t, other.Bind(address), nd2.Success)
	q := a.queuePair()
	connect := pends(active, func(o *nd2.Overlapped) nd2.Status { return active.Connect(q, address, 0, 0, nil, o) })
	returns(t, connect.wait(), nd2.ConnectionRefused)
}

func TestListenerFaults(t *testing.T) {
	i, a, _ := testSides(t)
	l := created[nd2.Listener](t, func(out *nd2.Unknown) nd2.Status {
		return a.adapter.CreateListener(nd2.IIDListener, a.file, out)
	})
	inject := func(kind providers.FaultKind, call string) (undo func()) {
		undo, err := i.Inject(providers.Fault{Kind: kind, Call: call, Adapter: i.adapters[0].id})
		if err != nil {
			t.Fatal(err)
		}
		return undo
	}
	undo := inject(providers.OutOfResources, "IND2Listener::Bind")
	returns(t, l.Bind(a.sockaddr(0)), nd2.InsufficientResources)
	undo()
	undo = inject(providers.PortsExhausted, "")
	returns(t, l.Bind(a.sockaddr(0)), nd2.TooManyAddresses)
	undo()
	returns(t, l.Bind(nd2.Sockaddr(netip.AddrPortFrom(netip.IPv6Unspecified(), 0))), nd2.Success)
	undo = inject(providers.OutOfResources, "IND2Listener::Listen")
	returns(t, l.Listen(0), nd2.InsufficientResources)
	undo()
	returns(t, l.Listen(0), nd2.Success)
	c := a.connector()
	request := pends(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(c, o) })
	undo = inject(providers.CancelFails, "")
	returns(t, l.CancelOverlappedRequests(), nd2.Unsuccessful)
	undo()
	if !request.pending() {
		t.Error("the request has been canceled")
	}
	returns(t, l.CancelOverlappedRequests(), nd2.Success)
	returns(t, request.wait(), nd2.Canceled)
}
