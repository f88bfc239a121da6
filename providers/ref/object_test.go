package ref

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
)

// every creates one of each object of an adapter.
func (s *testSide) every() map[nd2.GUID]nd2.Unknown {
	all := map[nd2.GUID]nd2.Unknown{}
	add := func(iid nd2.GUID, create func(*nd2.Unknown) nd2.Status) {
		s.t.Helper()
		var out nd2.Unknown
		returns(s.t, create(&out), nd2.Success)
		all[iid] = out
	}
	a := s.adapter
	add(nd2.IIDCompletionQueue, func(out *nd2.Unknown) nd2.Status {
		return a.CreateCompletionQueue(nd2.IIDCompletionQueue, s.file, 8, 0, 0, out)
	})
	add(nd2.IIDMemoryRegion, func(out *nd2.Unknown) nd2.Status {
		return a.CreateMemoryRegion(nd2.IIDMemoryRegion, s.file, out)
	})
	add(nd2.IIDMemoryWindow, func(out *nd2.Unknown) nd2.Status {
		return a.CreateMemoryWindow(nd2.IIDMemoryWindow, out)
	})
	add(nd2.IIDSharedReceiveQueue, func(out *nd2.Unknown) nd2.Status {
		return a.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, s.file, 8, 2, 0, 0, 0, out)
	})
	add(nd2.IIDQueuePair, func(out *nd2.Unknown) nd2.Status {
		return a.CreateQueuePair(nd2.IIDQueuePair, s.cq, s.cq, 0, 8, 8, 2, 2, 8, out)
	})
	add(nd2.IIDConnector, func(out *nd2.Unknown) nd2.Status {
		return a.CreateConnector(nd2.IIDConnector, s.file, out)
	})
	add(nd2.IIDListener, func(out *nd2.Unknown) nd2.Status {
		return a.CreateListener(nd2.IIDListener, s.file, out)
	})
	return all
}

func TestQueryInterface(t *testing.T) {
	_, a, _ := testSides(t)
	overlapping := map[nd2.GUID]bool{
		nd2.IIDCompletionQueue: true, nd2.IIDMemoryRegion: true, nd2.IIDSharedReceiveQueue: true,
		nd2.IIDConnector: true, nd2.IIDListener: true,
	}
	ids := []nd2.GUID{
		nd2.IIDUnknown, nd2.IIDOverlapped, nd2.IIDCompletionQueue, nd2.IIDSharedReceiveQueue,
		nd2.IIDMemoryWindow, nd2.IIDMemoryRegion, nd2.IIDQueuePair, nd2.IIDConnector, nd2.IIDListener,
		nd2.IIDAdapter, nd2.IIDProvider,
		{}, // nobody's
	}
	for own, o := range a.every() {
		for _, iid := range ids {
			expected, out := object.NoInterface, nd2.Unknown(a.cq)
			if iid == own || iid == nd2.IIDUnknown || iid == nd2.IIDOverlapped && overlapping[own] {
				expected = nd2.Success
			}
			returns(t, o.QueryInterface(iid, &out), expected)
			switch {
			case expected == nd2.Success && out != o:
				t.Errorf("%v of %v is another object", iid, own)
			case expected == nd2.Success:
				returns(t, nd2.Status(out.Release()), 1)
			case out != nil:
				t.Errorf("%v of %v: a failure, and an object", iid, own)
			}
		}
		returns(t, o.QueryInterface(own, nil), nd2.InvalidParameter2)
		returns(t, nd2.Status(o.AddRef()), 2)
		returns(t, nd2.Status(o.Release()), 1)
		returns(t, nd2.Status(o.Release()), 0)
		returns(t, nd2.Status(o.Release()), 0) // one too many
	}
}

// An object keeps its antecedents alive, and releases them at its end.
func TestReferences(t *testing.T) {
	_, a, _ := testSides(t)
	count := func(u nd2.Unknown) uint32 {
		u.AddRef()
		return u.Release()
	}
	adapter, cq := count(a.adapter), count(a.cq)
	srq := created[nd2.Unknown](t, func(out *nd2.Unknown) nd2.Status {
		return a.adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, a.file, 8, 2, 0, 0, 0, out)
	})
	var plain, shared nd2.Unknown
	returns(t, a.adapter.CreateQueuePair(nd2.IIDQueuePair, a.cq, a.cq, 0, 8, 8, 2, 2, 8, &plain), nd2.Success)
	returns(t, a.adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, a.cq, a.cq, srq, 0, 8, 2, 8, &shared), nd2.Success)
	if got := count(a.cq); got != cq+4 {
		t.Errorf("%d references to the completion queue, want %d", got, cq+4)
	}
	if got := count(srq); got != 2 {
		t.Errorf("%d references to the shared receive queue", got)
	}
	if got := count(a.adapter); got != adapter+3 {
		t.Errorf("%d references to the adapter, want %d", got, adapter+3)
	}
	plain.Release()
	shared.Release()
	if count(a.cq) != cq || count(srq) != 1 || count(a.adapter) != adapter+1 {
		t.Error("references are left")
	}
	for _, o := range a.every() {
		o.Release()
	}
	if count(a.adapter) != adapter+1 {
		t.Error("references to the adapter are left")
	}
}

// An adapter works on while its objects live and the provider is gone.
func TestAdapterOutlived(t *testing.T) {
	i, _, _ := testSides(t)
	s := newTestSide(t, i, 0)
	s.adapter.AddRef()
	s.adapter.Release()
	q := s.queuePair()
	returns(t, q.Receive(1, nil), nd2.Success)
	returns(t, q.Flush(), nd2.Success)
	returns(t, s.result().Status, nd2.Canceled)
}
