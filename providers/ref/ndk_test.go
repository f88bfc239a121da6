package ref

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// A testDomain is a protection domain of an NDK adapter, and what queue pairs need.
type testDomain struct {
	provider ndk.Provider
	adapter  ndk.Adapter
	pd       ndk.PD
	cq       ndk.CQ
}

func newTestDomain(t *testing.T, i *instance) *testDomain {
	t.Helper()
	d := &testDomain{provider: i.NDK()}
	never := func(uintptr, ndk.Status, ndk.Object) { t.Error("a completion of what does not pend") }
	ends(t, d.provider.OpenAdapter(i.adapters[0].id, &d.adapter), ndk.Success)
	ends(t, d.adapter.CreatePd(never, 0, &d.pd), ndk.Success)
	ends(t, d.adapter.CreateCq(8, never, 0, &d.cq), ndk.Success)
	return d
}

func ends(t *testing.T, got, want ndk.Status) {
	t.Helper()
	if got != want {
		t.Fatalf("got %v, want %v", got, want)
	}
}

func (d *testDomain) createSrq(affinity *ndk.GroupAffinity, completion ndk.CreateCompletion, out *ndk.SRQ) ndk.Status {
	return d.pd.CreateSrq(4, 1, 1, nil, 0, affinity, completion, 5, out)
}

func (d *testDomain) createQP(srq ndk.SRQ, out *ndk.QP) ndk.Status {
	return d.pd.CreateQpWithSrq(d.cq, d.cq, srq, 0, 1, 1, 0, nil, 0, out)
}

// TestClosing closes everything from the root to the leaves: each waits for those
// below it, and its completion is called when theirs have returned.
func TestClosing(t *testing.T) {
	i, _, _ := testSides(t)
	d := newTestDomain(t, i)
	var srq ndk.SRQ
	var qp ndk.QP
	ends(t, d.createSrq(nil, nil, &srq), ndk.Success)
	ends(t, d.createQP(srq, &qp), ndk.Success)
	var order []uintptr
	note := func(context uintptr) { order = append(order, context) }
	ends(t, d.pd.Close(note, 3), ndk.Pending)
	ends(t, srq.Close(note, 1), ndk.Pending)
	ends(t, d.cq.Close(note, 2), ndk.Pending)
	if len(order) != 0 {
		t.Errorf("closed with a queue pair open: %v", order)
	}
	ends(t, qp.Close(note, 0), ndk.Success)
	ends(t, qp.Close(note, 0), ndk.Success)
	if len(order) != 3 || order[0] == 3 {
		t.Errorf("closed in the order %v", order)
	}
	ends(t, d.provider.CloseAdapter(d.adapter), ndk.Success)
}

// TestCloseInsideCompletion closes a queue before its creation has returned.
func TestCloseInsideCompletion(t *testing.T) {
	i, _, _ := testSides(t)
	d := newTestDomain(t, i)
	var srq ndk.SRQ
	inside, closed := false, 0
	ends(t, d.createSrq(&ndk.GroupAffinity{Mask: 1}, func(context uintptr, s ndk.Status, o ndk.Object) {
		ends(t, s, ndk.Success)
		if context != 5 {
			t.Errorf("context %d", context)
		}
		ends(t, o.Close(func(uintptr) { closed++ }, 0), ndk.Pending)
		inside = closed > 0
	}, &srq), ndk.Pending)
	if srq != nil || inside || closed != 1 {
		t.Errorf("object %v, closed inside %v, %d times", srq, inside, closed)
	}
	ends(t, d.pd.Close(nil, 0), ndk.Success)
}

// TestConnectCanceled closes a connector that is connecting.
func TestConnectCanceled(t *testing.T) {
	i, a, b := testSides(t)
	d := newTestDomain(t, i)
	var srq ndk.SRQ
	var qp ndk.QP
	var c ndk.Connector
	ends(t, d.createSrq(nil, nil, &srq), ndk.Success)
	ends(t, d.createQP(srq, &qp), ndk.Success)
	ends(t, d.adapter.CreateConnector(nil, 0, &c), ndk.Success)
	ends(t, c.Connect(nil, nil, nil, 0, 0, nil, nil, 0), ndk.InvalidParameter)
	l := created[nd2.Listener](t, func(out *nd2.Unknown) nd2.Status {
		return b.adapter.CreateListener(nd2.IIDListener, b.file, out)
	})
	defer l.Release()
	returns(t, l.Bind(b.sockaddr(7)), nd2.Success)
	returns(t, l.Listen(0), nd2.Success)
	var ended []ndk.Status
	ends(t, c.Connect(qp, a.sockaddr(0), b.sockaddr(7), 0, 0, nil, func(_ uintptr, s ndk.Status) {
		ended = append(ended, s)
	}, 0), ndk.Pending)
	ends(t, c.Close(nil, 0), ndk.Success)
	if len(ended) != 1 || ended[0] != ndk.Canceled {
		t.Errorf("the Connect has ended %v", ended)
	}
}
