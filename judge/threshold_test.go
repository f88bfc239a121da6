package judge_test

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
)

// shares is what a program does with a shared receive queue that holds two Receives, with a threshold of two.
type shares = func(s *setup, from nd2.QueuePair, to nd2.SharedReceiveQueue, results nd2.CompletionQueue)

// send sends a message to the shared queue.
func (s *setup) send(from nd2.QueuePair) {
	s.ok("Send", from.Send(9, s.ends[0].entry(0, 32), 0))
	s.take(s.ends[0].queue, 1)
}

const below = "srq.notify.fires-below-threshold"

// TestNotifiedTooEarly: a notification comes only once the queue may hold fewer Receives than its threshold.
func TestNotifiedTooEarly(t *testing.T) {
	for _, c := range []struct {
		name  string
		wrong bool
		first shares
	}{
		{"as many as the threshold", true, func(*setup, nd2.QueuePair, nd2.SharedReceiveQueue, nd2.CompletionQueue) {}},
		{
			"a message on its way", false, func(s *setup, from nd2.QueuePair, _ nd2.SharedReceiveQueue, _ nd2.CompletionQueue) {
				s.send(from)
			},
		},
		{
			"a higher threshold", false, func(s *setup, _ nd2.QueuePair, q nd2.SharedReceiveQueue, _ nd2.CompletionQueue) {
				s.ok("Modify", q.Modify(0, 3))
			},
		},
		{
			"a lower threshold", true, func(s *setup, _ nd2.QueuePair, q nd2.SharedReceiveQueue, _ nd2.CompletionQueue) {
				s.ok("Modify", q.Modify(0, 1))
			},
		},
		{
			"one more than was taken", true,
			func(s *setup, from nd2.QueuePair, q nd2.SharedReceiveQueue, results nd2.CompletionQueue) {
				s.send(from)
				s.take(results, 1)
				s.ok("Receive", q.Receive(3, s.ends[1].entry(0, 64)))
			},
		},
	} {
		b := breach{apart: true, program: sharing(
			func(s *setup, from nd2.QueuePair, q nd2.SharedReceiveQueue, results nd2.CompletionQueue) {
				c.first(s, from, q, results)
				asksShared(s, from, q, results)
			})}
		found := slices.ContainsFunc(b.on(t, returns(calls.SRQNotify, nd2.Success)), func(f judge.Finding) bool {
			return f.ID == below
		})
		if found != c.wrong {
			t.Errorf("%s: found %t", c.name, found)
		}
	}
}

// TestNeverNotified: a notification is owed once the queue has certainly held as many Receives as its threshold, and
// then certainly fewer.
func TestNeverNotified(t *testing.T) {
	lost := never(calls.EventSet, calls.SRQNotify)
	for _, c := range []struct {
		name       string
		fault      fault
		sent, seen int
		change     func(q nd2.SharedReceiveQueue) nd2.Status
		owed       bool
	}{
		{name: "nothing sent", fault: lost},
		{name: "nothing taken", fault: lost, sent: 1},
		{name: "taken", fault: lost, sent: 1, seen: 1, owed: true},
		{name: "taken, and notified", fault: (*calls.Call).Proceed, sent: 1, seen: 1},
		{name: "a lower threshold", fault: lost, sent: 1, seen: 1, change: func(q nd2.SharedReceiveQueue) nd2.Status {
			return q.Modify(0, 1)
		}},
		{
			name: "a lower threshold, and all taken", fault: lost, sent: 2, seen: 2, owed: true,
			change: func(q nd2.SharedReceiveQueue) nd2.Status { return q.Modify(0, 1) },
		},
		{name: "canceled", fault: lost, sent: 1, seen: 1, change: nd2.SharedReceiveQueue.CancelOverlappedRequests},
	} {
		s := openWith(t, "ref,adapters=2", true, c.fault)
		sharing(
			func(s *setup, from nd2.QueuePair, q nd2.SharedReceiveQueue, results nd2.CompletionQueue) {
				request := &nd2.Overlapped{Event: new(ndclient.Event)}
				q.Notify(request)
				if c.change != nil {
					s.ok("change", c.change(q))
				}
				for range c.sent {
					s.send(from)
				}
				if c.seen > 0 {
					s.take(results, c.seen)
				}
				s.checker.Quiet()
				found := slices.ContainsFunc(s.checker.Findings(), func(f judge.Finding) bool { return f.ID == below })
				if found != c.owed {
					t.Errorf("%s: found %t: %v", c.name, found, s.checker.Findings())
				}
				q.CancelOverlappedRequests()
				q.GetOverlappedResult(request, true)
			})(s, s.ends[0], s.ends[1])
	}
}

// TestNotifiedLate: a notification may come so late that it ends a Notify that is made after the queue holds enough
// Receives again, and a queue whose Notify was canceled may have stayed armed.
func TestNotifiedLate(t *testing.T) {
	for _, c := range []struct {
		name   string
		before func(q nd2.SharedReceiveQueue)
	}{
		{"one that waits", func(nd2.SharedReceiveQueue) {}},
		{"one that was canceled", func(q nd2.SharedReceiveQueue) { q.CancelOverlappedRequests() }},
	} {
		asked := 0
		lost := never(calls.EventSet, calls.SRQNotify)
		s := openWith(t, "ref,adapters=2", true, func(c *calls.Call) nd2.Status {
			if c.Method == calls.SRQNotify {
				if asked++; asked == 2 {
					return nd2.Success
				}
			}
			return lost(c)
		})
		sharing(func(s *setup, from nd2.QueuePair, q nd2.SharedReceiveQueue, results nd2.CompletionQueue) {
			first := &nd2.Overlapped{Event: new(ndclient.Event)}
			q.Notify(first)
			s.send(from)
			s.take(results, 1)
			c.before(q)
			s.ok("Receive", q.Receive(3, s.ends[1].entry(0, 64)))
			q.Notify(&nd2.Overlapped{Event: new(ndclient.Event)})
			if found := s.checker.Findings(); len(found) > 0 {
				t.Errorf("%s: %v", c.name, found)
			}
			q.CancelOverlappedRequests()
			q.GetOverlappedResult(first, true)
		})(s, s.ends[0], s.ends[1])
	}
}

// TestThresholdUnknown: of two calls of Modify that overlap nobody knows which has set the threshold.
func TestThresholdUnknown(t *testing.T) {
	var within func()
	s := openWith(t, "ref,adapters=2", true, func(c *calls.Call) nd2.Status {
		status := c.Proceed()
		if c.Method == calls.SRQModify && within != nil {
			other := within
			within = nil
			other()
		}
		if c.Method == calls.SRQNotify {
			return nd2.Success
		}
		return status
	})
	sharing(func(s *setup, _ nd2.QueuePair, q nd2.SharedReceiveQueue, _ nd2.CompletionQueue) {
		within = func() { s.ok("Modify", q.Modify(0, 3)) } // it comes last, and returns first
		s.ok("Modify", q.Modify(0, 1))
		asks(q, q.Notify)
		if found := s.checker.Findings(); len(found) > 0 {
			t.Errorf("two that overlap: %v", found)
		}
		s.ok("Modify", q.Modify(0, 1))
		asks(q, q.Notify)
		if found := s.checker.Findings(); !slices.ContainsFunc(found, func(f judge.Finding) bool { return f.ID == below }) {
			t.Errorf("one by itself: %v", found)
		}
	})(s, s.ends[0], s.ends[1])
}

// TestNotifiedBesideRefusal: a message takes a Receive all the same once another Connect of its queue pair was refused.
func TestNotifiedBesideRefusal(t *testing.T) {
	b := breach{apart: true, program: sharing(
		func(s *setup, from nd2.QueuePair, q nd2.SharedReceiveQueue, results nd2.CompletionQueue) {
			a := s.ends[0]
			s.ok("Receive", q.Receive(3, s.ends[1].entry(0, 64)))
			request := ndclient.Start(q, q.Notify)
			s.ok("Send", from.Send(1, a.entry(0, 32), 0))
			k := make1[nd2.Connector](s, a.Connector())
			s.ok("Bind", k.Bind(a.at.Sockaddr()))
			again := ndclient.Start(k, func(o *nd2.Overlapped) nd2.Status {
				return k.Connect(from, s.ends[1].at.Sockaddr(), 0, 0, nil, o)
			})
			if !again.Await(limit) || !again.Final().Failed() {
				t.Errorf("Connect ended with %v", again.Final())
			}
			k.Release()
			s.ok("Send", from.Send(2, a.entry(0, 32), 0))
			if !request.Await(limit) || request.Final() != nd2.Success {
				t.Errorf("Notify ended with %v", request.Final())
			}
			s.take(a.queue, 2)
			s.take(results, 2)
		})}
	if found := b.on(t, (*calls.Call).Proceed); len(found) > 0 {
		t.Errorf("found %v", found)
	}
}
