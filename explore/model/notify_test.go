package model

import (
	"testing"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// A request for solicited results completes with a later one for any result, unless both
// were made beside each other.
func TestATriggerCompletesWhatWasThereBefore(t *testing.T) {
	for _, c := range []struct {
		what           string
		solicited, any uint64
		due            bool
	}{
		{"before", 4, 5, true},
		{"beside", 5, 5, false},
	} {
		solicited, other := &PendingNotify{
			Kind: nd2.NotifySolicited,
			tick: c.solicited,
		}, &PendingNotify{Kind: nd2.NotifyAny, tick: c.any}
		q := &queue{pending: []*PendingNotify{solicited, other}}
		q.result(9, false, nd2.Success)
		if solicited.due != c.due || !other.due {
			t.Errorf("made %s: due are %v and %v", c.what, solicited.due, other.due)
		}
	}
}

// Queues may have room for a limited number of requests, but for one at least.
func TestARequestIsRefusedBesideOthersOnly(t *testing.T) {
	for _, number := range []int{0, SharedQueue} {
		w := &World{}
		w.ends[0], w.ends[1] = &end{queues: []*queue{{}}}, &end{}
		first, second := &PendingNotify{}, &PendingNotify{}
		if number == SharedQueue {
			w.ends[0].watching = []*PendingNotify{first, second}
		} else {
			w.ends[0].queues[0].pending = []*PendingNotify{first, second}
		}
		if v := w.NotifyReturned(&Call{Queue: number, Notify: second}, nd2.InsufficientResources); v != nil {
			t.Errorf("queue %d, beside another one: %v", number, v)
		}
		if v := w.NotifyReturned(&Call{Queue: number, Notify: first}, nd2.InsufficientResources); v == nil {
			t.Errorf("queue %d: the only request may be refused", number)
		}
	}
}

// A Notify may return that it was canceled only if a cancellation may have come before it returned.
func TestNotifyReturnsACancellationBesideOneOnly(t *testing.T) {
	for _, beside := range []bool{false, true} {
		w := &World{Cover: Coverage{}}
		pending := &PendingNotify{mayCancel: beside}
		w.ends[0] = &end{queues: []*queue{{pending: []*PendingNotify{pending}}}}
		if v := w.NotifyReturned(&Call{Notify: pending}, nd2.Canceled); (v == nil) != beside {
			t.Errorf("beside a cancellation is %v: %v", beside, v)
		}
	}
}

// A request for solicited results or errors waits for one, and may end with whatever a trigger for any
// result announces, or what has come before.
func TestRequestsWaitForWhatTheyAskFor(t *testing.T) {
	const number = 0
	for _, c := range []struct {
		name      string
		kind      nd2.NotifyType
		fresh     int
		beside    bool // another request for any result
		tick      uint64
		solicited bool
		status    nd2.Status
		may       bool
	}{
		{"nobody solicited", nd2.NotifySolicited, 0, false, 10, false, nd2.Success, false},
		{"solicited", nd2.NotifySolicited, 0, false, 10, true, nd2.Success, true},
		{"an error", nd2.NotifySolicited, 0, false, 10, false, nd2.Canceled, true},
		{"posted before", nd2.NotifySolicited, 0, false, 0, false, nd2.Success, true},
		{"queued before", nd2.NotifySolicited, 1, false, 10, false, nd2.Success, true},
		{"beside any", nd2.NotifySolicited, 0, true, 10, false, nd2.Success, true},
		{"no error", nd2.NotifyErrors, 0, false, 10, true, nd2.Success, false},
		{"any", nd2.NotifyAny, 0, false, 10, false, nd2.Success, true},
	} {
		w := New(program.Config{Connections: 1, Queue: 8}, [2]nd2.AdapterInfo{})
		q := w.ends[0].queues[number]
		q.fresh = c.fresh
		a := &PendingNotify{Kind: c.kind, tick: 5, fresh: q.fresh}
		if c.beside {
			q.addPending(&PendingNotify{Kind: nd2.NotifyAny, tick: 4})
		}
		q.addPending(a)
		q.taken++
		q.result(c.tick, c.solicited, c.status)
		if v := w.Fired(0, number, a, nd2.Success); (v == nil) != c.may {
			t.Errorf("%s: %v", c.name, v)
		}
	}
}

// If the client takes a result before it sees that a Notify ended, the Notify may not have announced that result, and
// the next one may complete at once. It may not if only this result can have completed the first.
func TestTriggerBeforeTheLastResult(t *testing.T) {
	const number = 0
	for fresh, may := range []bool{false, true} {
		w := New(program.Config{Connections: 1, Queue: 8}, [2]nd2.AdapterInfo{})
		q := w.ends[0].queues[number]
		q.taken, q.fresh = 1, fresh
		q.clear = never
		request := func() *PendingNotify {
			a := &PendingNotify{Kind: nd2.NotifyAny, tick: w.moment(), taken: q.taken, fresh: q.fresh}
			q.addPending(a)
			return a
		}
		first := request()
		q.taken++
		q.fresh++
		q.result(w.moment(), false, nd2.Success)
		if v := w.Fired(0, number, first, nd2.Success); v != nil {
			t.Fatal(v)
		}
		if v := w.Fired(0, number, request(), nd2.Success); (v == nil) != may {
			t.Errorf("%d results that nobody had announced: %v", fresh, v)
		}
	}
}

// A result that comes once the queue has been empty completes the Notify that follows, unless another
// request may have announced it.
func TestNoWakeupIsLost(t *testing.T) {
	const number = 0
	for _, c := range []struct {
		name   string
		kind   nd2.NotifyType
		left   bool // results, by the last GetResults
		before bool // the result was asked for before the queue was empty
		beside bool // another request waits, for what is solicited
		early  bool // it was made before the result was asked for
		ended  bool // another request has ended since
		status nd2.Status
		due    bool
	}{
		{name: "any", kind: nd2.NotifyAny, due: true},
		{name: "nobody solicited", kind: nd2.NotifySolicited},
		{name: "an error", kind: nd2.NotifySolicited, status: nd2.Canceled, due: true},
		{name: "errors of the queue", kind: nd2.NotifyErrors},
		{name: "results left", kind: nd2.NotifyAny, left: true},
		{name: "old", kind: nd2.NotifyAny, before: true},
		{name: "before the result, beside another", kind: nd2.NotifyAny, beside: true, early: true, due: true},
		{name: "beside another that another result may have completed", kind: nd2.NotifyAny, beside: true},
		{name: "an error beside another", kind: nd2.NotifyAny, beside: true, early: true, status: nd2.Canceled},
		{name: "after another", kind: nd2.NotifyAny, ended: true},
	} {
		w := New(program.Config{Connections: 1, Queue: 8}, [2]nd2.AdapterInfo{})
		q := w.ends[0].queues[number]
		other := &PendingNotify{Kind: nd2.NotifySolicited}
		if c.ended || c.beside {
			q.addPending(other)
		}
		asked := w.moment()
		w.Polled(0, number, !c.left)
		if !c.before {
			asked = w.moment()
		}
		if c.ended {
			w.moment()
			if v := w.Fired(0, number, other, nd2.Canceled); v == nil {
				t.Error("nobody has canceled it")
			}
		}
		a := &PendingNotify{Kind: c.kind, tick: w.moment()}
		if c.early {
			a.tick = 0
		}
		q.addPending(a)
		if q.wake(asked, false, c.status); a.due != c.due {
			t.Errorf("%s: due %v", c.name, a.due)
		}
	}
}
