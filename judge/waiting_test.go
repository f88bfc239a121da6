package judge_test

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
)

// waits finds what waits as it is said to.
func waits(t *testing.T, k *judge.Checker, kind judge.Kind, what string) judge.Wait {
	t.Helper()
	list, _ := k.Waiting(100)
	for _, w := range list {
		if w.Kind == kind && strings.Contains(w.What, what) {
			return w
		}
	}
	t.Fatalf("no %s waits as %q: %+v", kind, what, list)
	return judge.Wait{}
}

// A request waits until it is asked for, and a posted one until its result is taken; in the end nothing waits.
func TestWaiting(t *testing.T) {
	s := open(t, "ref,adapters=2").connect()
	a, b := s.ends[0], s.ends[1]
	if list, more := s.checker.Waiting(100); len(list) > 0 || more > 0 {
		t.Errorf("%+v, and %d more", list, more)
	}
	notify := ndclient.Start(b.queue, func(o *nd2.Overlapped) nd2.Status { return b.queue.Notify(nd2.NotifyAny, o) })
	w := waits(t, s.checker, judge.Pending, "Notify(ND_CQ_NOTIFY_ANY)")
	if !strings.HasSuffix(w.Ends, ", and no request was posted whose result could") {
		t.Error(w.Ends)
	}
	s.ok("Receive", b.pair.Receive(1, b.entry(0, 64)))
	s.ok("Receive", b.pair.Receive(2, b.entry(0, 64)))
	if w := waits(t, s.checker, judge.Posted, "2 Receives, the first with context 0x1"); !strings.Contains(w.Ends, "has sent 0 messages") {
		t.Error(w.Ends)
	}
	s.ok("Send", a.pair.Send(3, a.entry(0, 32), 0))
	s.take(a.queue, 1)
	if w := waits(t, s.checker, judge.Posted, "2 Receives"); !strings.HasPrefix(w.Ends, "GetResults: 1 result is in ") {
		t.Error(w.Ends)
	}
	<-notify.Event.Signaled()
	if w := waits(t, s.checker, judge.Unasked, "Notify"); !strings.HasPrefix(w.Ends, "GetOverlappedResult, ") || w.Breaks != nil {
		t.Errorf("%+v", w)
	}
	if list, more := s.checker.Waiting(1); len(list) != 1 || more != 1 {
		t.Errorf("%+v, and %d more", list, more)
	}
	notify.Ask()
	s.take(b.queue, 1)
	b.pair.Flush()
	s.take(b.queue, 1)
	if list, _ := s.checker.Waiting(100); len(list) > 0 {
		t.Errorf("%+v", list)
	}
	s.close()
}

// A poll without room does not show that the queue is empty: a result that is taken later may have come before a Notify.
func TestAPollWithoutRoomShowsNothing(t *testing.T) {
	s := open(t, "ref,adapters=2").connect()
	a, b := s.ends[0], s.ends[1]
	s.ok("Receive", b.pair.Receive(1, b.entry(0, 8)))
	notify := func() *ndclient.Request {
		return ndclient.Start(b.queue, func(o *nd2.Overlapped) nd2.Status { return b.notify(o) })
	}
	first := notify()
	s.ok("Send", a.pair.Send(2, a.entry(0, 8), 0))
	s.fine(first.Succeed("Notify", limit))
	second := notify()
	b.queue.GetResults(nil)
	s.take(b.queue, 1)
	if w := waits(t, s.checker, judge.Pending, "Notify"); second.Returned != nd2.Pending || w.Breaks != nil {
		t.Errorf("%v, and a wake-up is said to be owed: %+v", second.Returned, w)
	}
}

// A call that goes on waits for what its OVERLAPPED is of, with the mark that it was given.
func TestACallUnderWay(t *testing.T) {
	began := make(chan *calls.Call)
	leave := make(chan struct{})
	s := openWith(t, "ref,adapters=2", true, func(c *calls.Call) nd2.Status {
		if c.Method == calls.QPFlush {
			began <- c
			<-leave
		}
		return c.Proceed()
	})
	s.checker.Mark(func(c *calls.Call) judge.Mark { return judge.Mark{At: 7, Thread: 8} })
	go s.ends[0].pair.Flush()
	<-began
	w := waits(t, s.checker, judge.Underway, "Flush")
	if w.Mark.At != 7 || w.Mark.Thread != 8 || w.Mark.Call == 0 || !strings.HasPrefix(w.Ends, "the provider alone") {
		t.Errorf("%+v", w)
	}
	close(leave)
}

// Objects of a kind that are left are named in one finding, which counts them.
func TestLeaksAreCounted(t *testing.T) {
	s := open(t, "ref,adapters=2")
	for range 3 {
		make1[nd2.CompletionQueue](s, s.ends[0].CompletionQueue(4))
	}
	s.close()
	for _, f := range s.checker.Findings() {
		if strings.HasSuffix(f.Message, ": cq3, cq4, cq5") {
			if f.ID != "client.object.leaked" || f.Count != 3 || !strings.HasPrefix(f.Message, "3 objects of this kind were never released") {
				t.Errorf("%+v", f)
			}
			return
		}
	}
	t.Errorf("%v", s.checker.Findings())
}
