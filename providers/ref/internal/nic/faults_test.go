package nic

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

func TestFailCall(t *testing.T) {
	w := newWorld(t)
	d := w.a.device
	first := d.FailCall("IND2QueuePair::Send", nd2.NoMemory)
	second := d.FailCall("IND2QueuePair::Send", nd2.InsufficientResources)
	want(t, d.Check("IND2QueuePair::Send"), nd2.NoMemory)
	want(t, d.Check("IND2QueuePair::Read"), nd2.Success)
	first()
	first()
	want(t, d.Check("IND2QueuePair::Send"), nd2.InsufficientResources)
	second()
	want(t, d.Check("IND2QueuePair::Send"), nd2.Success)
	if n := d.unwell.Load(); n != 0 {
		t.Errorf("unwell for %d reasons", n)
	}
}

// The status, at both ends, of a request that fails in the hardware.
func TestFailRequest(t *testing.T) {
	for _, c := range []struct {
		name        string
		kind        nd2.RequestType
		outcome     rc.Outcome
		atResponder bool
		a, b        nd2.Status // Success: no failure
	}{
		{"damaged Send", nd2.RequestSend, rc.LocalOperation, false, nd2.InvalidDeviceRequest, nd2.Success},
		{"damaged Write", nd2.RequestWrite, rc.LocalOperation, false, nd2.InvalidDeviceRequest, nd2.Success},
		{"damaged Read", nd2.RequestRead, rc.LocalOperation, false, nd2.InvalidDeviceRequest, nd2.Success},
		{"damaged Bind", nd2.RequestBind, rc.LocalOperation, false, nd2.InvalidDeviceRequest, nd2.Success},
		{"damaged Invalidate", nd2.RequestInvalidate, rc.LocalOperation, false, nd2.InvalidDeviceRequest, nd2.Success},
		{"damaged Receive", nd2.RequestReceive, rc.LocalOperation, false, nd2.RemoteError, nd2.InvalidDeviceRequest},
		{"internal Send", nd2.RequestSend, rc.Internal, false, nd2.InternalError, nd2.Success},
		{"internal Write", nd2.RequestWrite, rc.Internal, false, nd2.InternalError, nd2.Success},
		{"internal Read", nd2.RequestRead, rc.Internal, false, nd2.InternalError, nd2.Success},
		{"internal Bind", nd2.RequestBind, rc.Internal, false, nd2.InternalError, nd2.Success},
		{"internal Invalidate", nd2.RequestInvalidate, rc.Internal, false, nd2.InternalError, nd2.Success},
		{"internal Receive", nd2.RequestReceive, rc.Internal, false, nd2.RemoteError, nd2.InternalError},
		{"Send internal at the responder", nd2.RequestSend, rc.Internal, true, nd2.RemoteError, nd2.InternalError},
		{"Write internal at the responder", nd2.RequestWrite, rc.Internal, true, nd2.RemoteError, nd2.Success},
		{"Read internal at the responder", nd2.RequestRead, rc.Internal, true, nd2.RemoteError, nd2.Success},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			a, b := w.pair()
			mw := w.a.window(t)
			want(t, b.Receive(0, []nd2.SGE{w.b.sge(0, 10)}), nd2.Success)
			if c.kind == nd2.RequestInvalidate {
				want(t, a.Bind(0, w.a.region, mw, w.a.memory, nd2.SilentSuccess), nd2.Success)
			}
			d := w.a.device
			if c.atResponder || c.kind == nd2.RequestReceive {
				d = w.b.device
			}
			undo := d.FailRequest(c.kind, c.outcome, c.atResponder)
			sge, token := []nd2.SGE{w.a.sge(0, 5)}, w.b.region.RemoteToken()
			switch c.kind {
			case nd2.RequestSend, nd2.RequestReceive:
				want(t, a.Send(0, sge, 0), nd2.Success)
			case nd2.RequestWrite:
				want(t, a.Write(0, sge, w.b.address(0), token, 0), nd2.Success)
			case nd2.RequestRead:
				want(t, a.Read(0, sge, w.b.address(0), token, 0), nd2.Success)
			case nd2.RequestBind:
				want(t, a.Bind(0, w.a.region, mw, w.a.memory, nd2.AllowRead), nd2.Success)
			case nd2.RequestInvalidate:
				want(t, a.Invalidate(0, mw, 0), nd2.Success)
			}
			one(t, w.a.cq, c.a)
			if c.b != nd2.Success {
				one(t, w.b.cq, c.b)
			}
			undo()
			if len(d.faults.requests) != 0 || d.unwell.Load() != 0 {
				t.Error("the fault is still there")
			}
			// The next connection works.
			x, y := w.pair()
			results(w.a.cq)
			results(w.b.cq)
			want(t, y.Receive(0, []nd2.SGE{w.b.sge(0, 10)}), nd2.Success)
			want(t, x.Send(0, sge, 0), nd2.Success)
			one(t, w.a.cq, nd2.Success)
		})
	}
}

// A Receive can fail although the message is empty.
func TestFailEmptyReceive(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair()
	want(t, b.Receive(0, nil), nd2.Success)
	want(t, b.Receive(1, nil), nd2.Success)
	defer w.b.device.FailRequest(nd2.RequestReceive, rc.Internal, false)()
	want(t, a.Send(0, nil, 0), nd2.Success)
	r := await(t, w.b.cq, 2)
	want(t, r[0].Status, nd2.InternalError)
	want(t, r[1].Status, nd2.Canceled)
}

func TestFailRequestUndone(t *testing.T) {
	w := newWorld(t)
	a, _ := w.pair()
	w.a.device.FailRequest(nd2.RequestWrite, rc.Internal, false)()
	want(t, a.Write(0, nil, 0, 0, 0), nd2.Success)
	one(t, w.a.cq, nd2.Success)
}
