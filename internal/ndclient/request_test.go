package ndclient

import (
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
)

// An object answers GetOverlappedResult with the statuses in turn, the last forever.
type object struct {
	nd2.Overlapping
	statuses []nd2.Status
	asked    int
}

func (o *object) GetOverlappedResult(*nd2.Overlapped, bool) nd2.Status {
	o.asked++
	s := o.statuses[0]
	if len(o.statuses) > 1 {
		o.statuses = o.statuses[1:]
	}
	return s
}

func pends(*nd2.Overlapped) nd2.Status { return nd2.Pending }

// For a client a request ends when its event is set, not before.
func TestARequestThatPends(t *testing.T) {
	o := &object{statuses: []nd2.Status{nd2.Canceled}}
	r := Start(o, pends)
	if r.Ended() || r.Notified() || r.Await(time.Millisecond) || o.asked > 0 {
		t.Errorf("it has ended with %v, asked for %d times", r.Final(), o.asked)
	}
	if s := r.Status(); s != nd2.Canceled || r.Final() != nd2.Pending {
		t.Errorf("asked without an event: %v, %v", s, r.Final())
	}
	r.Event.Set()
	if !r.Await(time.Minute) || r.Final() != nd2.Canceled || !r.Notified() {
		t.Errorf("it ends with %v", r.Final())
	}
	if f := r.Succeed("Notify", time.Minute); f == nil || f.Error() != "Notify returned ND_CANCELED" {
		t.Error(f)
	}
}

// A request goes on while the provider starts further phases, with a notification for each.
func TestPhases(t *testing.T) {
	o := &object{statuses: []nd2.Status{nd2.Pending, nd2.Pending, nd2.Success}}
	r := Start(o, pends)
	r.Event.Set()
	if r.Ended() || r.Event.IsSet() || r.Event.Due() != 2 {
		t.Errorf("after a phase: %v, set %v, %d due", r.Final(), r.Event.IsSet(), r.Event.Due())
	}
	r.Event.Set()
	if f := r.Succeed("Notify", time.Minute); f != nil || r.Event.Sets() != 2 {
		t.Errorf("%v, set %d times", f, r.Event.Sets())
	}
}

// A request that pends and ends with a lack is made once more, and no more often, whatever it lacks then.
func TestALackOfThePendingKind(t *testing.T) {
	for _, c := range []struct {
		then  []nd2.Status
		again nd2.Status // what the second call returns
		made  int
		ends  nd2.Status
	}{
		{[]nd2.Status{nd2.NoMemory, nd2.Success}, nd2.Pending, 2, nd2.Success},
		{[]nd2.Status{nd2.NoMemory, nd2.InsufficientResources, nd2.Success}, nd2.Pending, 2, nd2.InsufficientResources},
		{[]nd2.Status{nd2.NoMemory, nd2.Success}, nd2.ConnectionActive, 2, nd2.NoMemory},
		{[]nd2.Status{nd2.Canceled, nd2.Success}, nd2.Pending, 1, nd2.Canceled},
	} {
		made := 0
		var r *Request
		o := &object{statuses: c.then}
		r = NewRequest(o)
		r.Start(func(*nd2.Overlapped) nd2.Status {
			if made++; made > 1 && c.again != nd2.Pending {
				return c.again
			}
			r.Event.Set()
			return nd2.Pending
		})
		if !r.Await(time.Minute) || r.Final() != c.ends || made != c.made || r.Phases() != c.made || r.call != nil {
			t.Errorf("%v: made %d times, in %d phases, ends with %v; the call is kept: %v",
				c.then, made, r.Phases(), r.Final(), r.call != nil)
		}
	}
}

// A released object has no methods, and a request that ended inline needs none.
func TestNothingIsAskedOfWhatIsReleased(t *testing.T) {
	r := Start(nil, pends)
	if r.AwaitNotified(time.Millisecond) {
		t.Error("nothing has told of the end")
	}
	time.AfterFunc(time.Millisecond, r.Event.Set)
	if !r.AwaitNotified(time.Minute) {
		t.Error("the event is set")
	}
	inline := Start(nil, func(*nd2.Overlapped) nd2.Status { return nd2.NoMemory })
	if !inline.Ended() || inline.Status() != nd2.NoMemory || !Exhausted(inline.Final()) {
		t.Errorf("inline: %v", inline.Final())
	}
	if f := Start(nil, pends).Succeed("Connect", time.Millisecond); f == nil || f.Error() != "Connect has not ended" {
		t.Error(f)
	}
}

// An event wakes waiters that wait before or after it is set, until it is reset.
func TestEvent(t *testing.T) {
	var e Event
	signaled := func() bool {
		select {
		case <-e.Signaled():
			return true
		default:
			return false
		}
	}
	for range 2 {
		waits := e.Signaled()
		e.Set()
		e.Set()
		<-waits
		if !signaled() || !e.IsSet() {
			t.Error("not set")
		}
		e.Reset()
		e.Reset()
		if signaled() || e.IsSet() {
			t.Error("not reset")
		}
	}
	e.Set()
	if !signaled() || e.Sets() != 5 || e.Due() != 3 {
		t.Errorf("set %d times, %d due", e.Sets(), e.Due())
	}
}

// A port counts the packets of each OVERLAPPED, and the OVERLAPPEDs that it did not expect.
func TestPort(t *testing.T) {
	var p Port
	r := Start(nil, pends)
	p.Expect(r.Overlapped)
	p.Post(7, r.Overlapped)
	if p.Strays() != 0 || p.Count(r.Overlapped) != 1 {
		t.Errorf("%d strays, %d packets", p.Strays(), p.Count(r.Overlapped))
	}
	other := new(nd2.Overlapped)
	p.Post(8, other)
	p.Post(8, other)
	if p.Strays() != 1 || p.Count(other) != 2 || p.Packets()[2] != (Packet{8, other}) {
		t.Errorf("%d strays, %v", p.Strays(), p.Packets())
	}
	p.Close()
	p.Post(8, other)
	if p.Count(other) != 0 || len(p.Packets()) > 0 {
		t.Error("a packet has come to a port that is closed")
	}
}

// Create reports an object that was not created.
func TestCreate(t *testing.T) {
	for want, c := range map[string]Creation{
		"CreateConnector returned ND_NO_MEMORY": {"CreateConnector", func(*nd2.Unknown) nd2.Status { return nd2.NoMemory }},
		"CreateConnector created a <nil>":       {"CreateConnector", func(*nd2.Unknown) nd2.Status { return nd2.Success }},
	} {
		if _, f := Create[nd2.Connector](c); f == nil || f.Error() != want {
			t.Errorf("%v, want %s", f, want)
		}
	}
}
