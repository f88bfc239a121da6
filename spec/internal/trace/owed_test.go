package trace

import (
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// TestUncompleted shows which request of NDKPI is taken to lack its completion.
func TestUncompleted(t *testing.T) {
	r := NewRecorder()
	call := func(object, method string, result any) { r.note(object, method, "context", 1).end(result) }
	expect := func(when, want string) {
		t.Helper()
		if got := r.Uncompleted(); got != want {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	call("ndk-srq1", "ModifySrq", ndk.Success)
	expect("after a request that has ended", "")
	call("ndk-srq1", "Close", ndk.Pending)
	call("ndk-pd1", "Close", ndk.Pending)
	expect("with a queue and its protection domain closing", "NDK_SRQ::Close")
	call("ndk-srq1", "Close completion", nil)
	expect("with the queue closed", "NDK_PD::Close")
	call("ndk-pd1", "Close completion", nil)
	expect("with both closed", "")
}

// TestMethodOfEvent shows that an event is that of the latest request which was made with it, and
// not of those who ask for its result.
func TestMethodOfEvent(t *testing.T) {
	r := NewRecorder()
	event := &struct{ nd2.Event }{}
	o := &nd2.Overlapped{Event: event}
	r.note("connector1", "Connect", "_", o).end(nd2.Pending)
	r.note("connector1", "GetOverlappedResult", "_", o).end(nd2.Pending)
	if got := r.MethodOfEvent(event); got != "IND2Connector::Connect" {
		t.Error(got)
	}
	if got := r.MethodOfEvent(&struct{ nd2.Event }{}); got != "" {
		t.Errorf("another event: %s", got)
	}
}

// TestWaiting shows that a call that was asked to wait is to blame only if its request has ended.
func TestWaiting(t *testing.T) {
	r := NewRecorder()
	o := &nd2.Overlapped{}
	r.note("connector1", "Connect", "_", o).end(nd2.Pending)
	if method, _ := r.Waiting(func(*nd2.Overlapped) bool { return true }); method != "" {
		t.Errorf("nothing waits: %s", method)
	}
	r.note("connector1", "GetOverlappedResult", "_ wait", o, true).mayWait(true)
	for over, want := range map[bool]string{false: "IND2Connector::Connect", true: "IND2Overlapped::GetOverlappedResult"} {
		if method, is := r.Waiting(func(*nd2.Overlapped) bool { return over }); method != want || is != over {
			t.Errorf("%v: %s, %v", over, method, is)
		}
	}
}

// TestPending shows which request is taken to be pending.
func TestPending(t *testing.T) {
	r := NewRecorder()
	never, over := func(*nd2.Overlapped) bool { return false }, func(*nd2.Overlapped) bool { return true }
	r.note("connector2", "Accept", "_", &nd2.Overlapped{}).end(nd2.Pending)
	r.note("connector3", "Connect", "_", &nd2.Overlapped{}).end(nd2.Pending)
	if got := r.Pending("Accept", never); got != "connector2" {
		t.Errorf("%q is pending", got)
	}
	if got := r.Pending("Accept", over) + r.Pending("Reject", never); got != "" {
		t.Errorf("%q is pending", got)
	}
}

// TestSide shows that a connector's side is known by what it was asked for.
func TestSide(t *testing.T) {
	r := NewRecorder()
	r.note("connector1", "Connect", "").end(nd2.Pending)
	r.note("connector2", "Accept", "").end(nd2.Pending)
	for name, want := range map[string]string{
		"connector1": ", active side", "connector2": ", passive side",
		"connector3": "",
	} {
		if got := r.Side(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// named is an object that has a name.
func named(name string) *calls.Object { return &calls.Object{Name: name} }

// watched returns an object of a kind whose calls are noted.
func watched[T any](r *Recorder, kind string, object T) T {
	return watch(object, r.seen, r.create(kind))
}

// create notes a new object, which comes out of the last call.
func (r *Recorder) create(kind string) string {
	name := r.newName(kind)
	r.entered(name, kind)
	return name
}
