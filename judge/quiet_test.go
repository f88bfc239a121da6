package judge_test

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
)

// never has a notification of a method's requests not come.
func never(notification, method string) fault {
	return func(c *calls.Call) nd2.Status {
		if c.Method == notification && c.Proxy != nil && c.Proxy.Method == method {
			return nd2.Success
		}
		return c.Proceed()
	}
}

// quiets are what a provider may owe when all is quiet.
var quiets = []struct {
	name, rule string
	fault      fault
	program    func(s *setup, a, b *end)
}{
	{
		"a lost wake-up", "cq.notify.no-lost-wakeup", never(calls.EventSet, calls.CQNotify),
		func(s *setup, a, b *end) {
			b.notify(&nd2.Overlapped{Event: new(ndclient.Event)})
			s.message()
		},
	},
	{
		"a lost wake-up for a solicited message", "cq.notify.no-lost-wakeup", never(calls.EventSet, calls.CQNotify),
		func(s *setup, a, b *end) {
			s.ok("Receive", b.pair.Receive(1, b.entry(0, 64))) // before Notify
			b.queue.Notify(nd2.NotifySolicited, &nd2.Overlapped{Event: new(ndclient.Event)})
			s.ok("Send", a.pair.Send(2, nil, nd2.SendAndSolicitEvent))
			s.take(a.queue, 1)
			s.take(b.queue, 1)
		},
	},
	{
		"a Notify for a result that is there", "cq.notify.no-lost-wakeup",
		at(calls.CQNotify, status(nd2.Pending)),
		func(s *setup, a, b *end) {
			b.queue.GetResults(make([]nd2.Result, 1))
			s.ok("Receive", b.pair.Receive(1, b.entry(0, 64)))
			s.ok("Send", a.pair.Send(2, nil, 0))
			s.take(a.queue, 1)
			b.notify(&nd2.Overlapped{Event: new(ndclient.Event)})
			s.take(b.queue, 1)
		},
	},
	{
		"one of two Notifies that a result has ended", "cq.notify.releases-every-request", func() fault {
			sets := 0
			return func(c *calls.Call) nd2.Status {
				if c.Method == calls.EventSet && c.Proxy.Method == calls.CQNotify {
					if sets++; sets == 1 {
						return nd2.Success
					}
				}
				return c.Proceed()
			}
		}(),
		func(s *setup, a, b *end) {
			b.notify(&nd2.Overlapped{Event: new(ndclient.Event)})
			second := ndclient.Start(b.queue, b.notify)
			s.message()
			second.Await(limit)
		},
	},
	{
		"a Notify that was canceled in vain", "cq.notify.cancel-ends-all",
		at(calls.CancelOverlappedRequests, status(nd2.Success)),
		func(s *setup, a, b *end) {
			b.notify(&nd2.Overlapped{Event: new(ndclient.Event)})
			b.queue.CancelOverlappedRequests()
		},
	},
	{
		"an event that is never set", "cq.notify.notified-once", never(calls.EventSet, calls.CQNotify),
		func(s *setup, a, b *end) {
			request := &nd2.Overlapped{Event: new(ndclient.Event)}
			b.notify(request)
			s.message()
			b.queue.GetOverlappedResult(request, true)
		},
	},
	{
		"a request without an event and a packet", "overlapped.notification.without-event",
		never(calls.PortPost, calls.CQNotify),
		func(s *setup, a, b *end) {
			s.ok("BindCompletionPort", b.File.BindCompletionPort(new(ndclient.Port), 1))
			request := new(nd2.Overlapped)
			b.notify(request)
			b.queue.CancelOverlappedRequests()
			b.queue.GetOverlappedResult(request, true)
		},
	},
	{
		"a request that has to fail and pends", "connector.completeconnect.nd-connection-invalid",
		nth(calls.ConnectorCompleteConnect, 2, status(nd2.Pending)),
		func(s *setup, a, b *end) {
			b.conn.CompleteConnect(&nd2.Overlapped{Event: new(ndclient.Event)})
		},
	},
	{
		"a packet that never comes", "cq.notify.notified-once", never(calls.PortPost, calls.CQNotify),
		func(s *setup, a, b *end) {
			s.ok("BindCompletionPort", b.File.BindCompletionPort(new(ndclient.Port), 1))
			request := &nd2.Overlapped{Event: new(ndclient.Event)}
			b.notify(request)
			b.queue.CancelOverlappedRequests()
			b.queue.GetOverlappedResult(request, true)
		},
	},
}

// TestQuiet: what never comes is found when all is quiet, and nothing is on a sound provider.
func TestQuiet(t *testing.T) {
	for _, q := range quiets {
		t.Run(q.name, func(t *testing.T) {
			for sound, f := range map[bool]fault{false: q.fault, true: (*calls.Call).Proceed} {
				s := openWith(t, "ref,adapters=2", true, f).connect()
				q.program(s, s.ends[0], s.ends[1])
				owes := s.checker.Owes()
				s.checker.Quiet()
				found := slices.ContainsFunc(s.checker.Findings(), func(f judge.Finding) bool { return f.ID == q.rule })
				if owes == sound || found == sound {
					t.Errorf("sound %t: owes %t, found %v", sound, owes, s.checker.Findings())
				}
			}
		})
	}
}

// TestNotifiedWhileAsked: a notification that comes while GetOverlappedResult says that the request goes on is its end's.
func TestNotifiedWhileAsked(t *testing.T) {
	asked := false
	s := openWith(t, "ref,adapters=2", true, func(c *calls.Call) nd2.Status {
		if c.Method != calls.GetOverlappedResult || c.Kind != "IND2Listener" || asked {
			return c.Proceed()
		}
		asked = true
		c.Object.Inner.(nd2.Listener).CancelOverlappedRequests()
		c.Object.Inner.(nd2.Listener).GetOverlappedResult(c.Overlapped, true)
		return nd2.Pending
	})
	e := s.ends[1]
	l := make1[nd2.Listener](s, e.Listener())
	_, f := e.at.Listen(l)
	s.fine(f)
	request := &nd2.Overlapped{Event: new(ndclient.Event)}
	l.GetConnectionRequest(e.conn, request)
	for _, want := range []nd2.Status{nd2.Pending, nd2.Canceled} {
		if got := l.GetOverlappedResult(request, false); got != want {
			t.Errorf("asked, the provider says %v in place of %v", got, want)
		}
	}
	if s.checker.Owes() {
		t.Error("something is owed")
	}
}

// TestNever: a request that has to fail and never ends is found while another one is under way, which is not.
func TestNever(t *testing.T) {
	s := openWith(t, "ref,adapters=2", true, nth(calls.ConnectorCompleteConnect, 2, status(nd2.Pending))).connect()
	b := s.ends[1]
	other, refused := ndclient.NewRequest(b.queue), &nd2.Overlapped{Event: new(ndclient.Event)}
	other.Start(b.notify)
	b.conn.CompleteConnect(refused)
	for _, o := range []*nd2.Overlapped{other.Overlapped, refused} {
		s.checker.Never(o)
		found := slices.ContainsFunc(s.checker.Findings(), func(f judge.Finding) bool {
			return f.ID == "connector.completeconnect.nd-connection-invalid"
		})
		if found != (o == refused) {
			t.Errorf("found %v", s.checker.Findings())
		}
	}
}
