package trace

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// A lessee records what a client holds on an adapter.
type lessee struct {
	*Recorder
	t *testing.T
}

func newLessee(t *testing.T) *lessee {
	l := &lessee{NewRecorder(), t}
	l.provider("provider", "under test")
	l.provider("provider", "at the other end")
	for range 2 {
		l.create("provider1", "OpenAdapter", "adapter")
	}
	l.create("provider2", "OpenAdapter", "adapter")
	return l
}

func (l *lessee) create(by, method, kind string) (name string) {
	l.begin(by, method, "").end(nd2.Success)
	return l.Recorder.create(kind)
}

// lacks makes a call that is refused, and expects what was held then.
func (l *lessee) lacks(object, method string, held, all int, args ...any) {
	l.t.Helper()
	l.begin(object, method, "_ _ _ _", args...).end(nd2.InsufficientResources)
	got, ok := l.Lack()
	if !ok || got.Held != held || got.All != all {
		l.t.Errorf("%s: held %d, %d in all; want %d, %d", got.Method, got.Held, got.All, held, all)
	}
}

// TestHoldingsOfObjects shows that objects are counted by adapter, until their last reference goes.
func TestHoldingsOfObjects(t *testing.T) {
	l := newLessee(t)
	l.lacks("adapter1", "CreateListener", 0, 0)
	one := l.create("adapter1", "CreateListener", "listener")
	l.create("adapter3", "CreateListener", "listener")
	l.lacks("adapter2", "CreateListener", 1, 2)
	l.begin(one, "AddRef", "").end(uint32(2))
	l.begin(one, "Release", "").end(uint32(1))
	l.lacks("adapter1", "CreateListener", 1, 2)
	l.begin(one, "Release", "").end(uint32(0))
	l.lacks("adapter1", "CreateListener", 0, 1)
	if got := l.Got()["IND2Adapter::CreateListener"]; got != (Got{Times: 2, Most: 2}) {
		t.Errorf("got %+v, want 2 times, 2 at most", got)
	}
}

// TestHoldingsOfRequests shows that a request is counted until its end has been asked for, and that the call that made
// a pending request has its lack.
func TestHoldingsOfRequests(t *testing.T) {
	l := newLessee(t)
	queue := l.create("adapter1", "CreateCompletionQueue", "cq")
	first, second := new(nd2.Overlapped), new(nd2.Overlapped)
	l.begin(queue, "Notify", "_ _", nd2.NotifyAny, first).end(nd2.Pending)
	l.lacks(queue, "Notify", 1, 1, nd2.NotifyAny, second)
	if got, _ := l.Lack(); got.Same != 1 {
		t.Errorf("%d of the same queue, want 1", got.Same)
	}
	l.lacks(l.create("adapter1", "CreateCompletionQueue", "cq"), "Notify", 1, 1, nd2.NotifyAny, second)
	if got, _ := l.Lack(); got.Same != 0 {
		t.Errorf("%d of another queue, want 0", got.Same)
	}
	l.begin(queue, "GetOverlappedResult", "_ wait?", first, false).polled(false, nd2.Success)
	l.lacks(queue, "Notify", 0, 0, nd2.NotifyAny, second)

	l.begin(queue, "Notify", "_ _", nd2.NotifyAny, first).end(nd2.Pending)
	l.begin(queue, "GetOverlappedResult", "_ wait?", first, false).polled(false, nd2.InsufficientResources)
	if got, _ := l.Lack(); got.Method != "IND2CompletionQueue::Notify" {
		t.Errorf("%s lacks something, want the request", got.Method)
	}
}

// TestHoldingsOfRegions shows that a registration ends with its Deregister, and a port with what
// is bound to it.
func TestHoldingsOfRegions(t *testing.T) {
	l := newLessee(t)
	region := l.create("adapter1", "CreateMemoryRegion", "mr")
	o := new(nd2.Overlapped)
	l.begin(region, "Register", "_ _? _", make([]byte, 8), nd2.RegionFlags(0), o).end(nd2.Success)
	l.lacks(region, "Register", 1, 1, make([]byte, 8), nd2.RegionFlags(0), o)
	l.begin(region, "Deregister", "_", o).end(nd2.Success)
	l.lacks(region, "Register", 0, 0, make([]byte, 8), nd2.RegionFlags(0), o)

	connector := l.create("adapter1", "CreateConnector", "connector")
	l.begin(connector, "Bind", "_", sockaddr(nil)).end(nd2.Success)
	l.lacks(connector, "Bind", 1, 1, sockaddr(nil))
	l.begin(connector, "Release", "").end(uint32(0))
	l.lacks("connector9", "Bind", 0, 0, sockaddr(nil))
}
