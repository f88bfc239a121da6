package judge_test

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// notificationBreaches break rules of what notifications announce.
func notificationBreaches() []breach {
	return []breach{
		{
			"a notification without its result", "cq.notify.result-before-notification", false,
			returns(calls.CQNotify, nd2.Success), func(s *setup, _, b *end) {
				s.ok("Receive", b.pair.Receive(1, b.entry(0, 64)))
				asks(b.queue, b.notify)
				b.queue.GetResults(make([]nd2.Result, 2))
				s.message()
				s.message() // which shows that the queue has not failed
			},
		},
		{
			"a Notify for errors that a success ends", "cq.notify.errors-ignores-success", false, notifiesOfAny,
			notifiedInVain(nd2.NotifyErrors),
		},
		{
			"a Notify for what is solicited that another message ends", "cq.notify.solicited-ignores-unsolicited", false,
			notifiesOfAny, notifiedInVain(nd2.NotifySolicited),
		},
	}
}

// notifiesOfAny has each Notify wait for any result.
func notifiesOfAny(c *calls.Call) nd2.Status {
	if c.Method == calls.CQNotify {
		c.NotifyType = nd2.NotifyAny
	}
	return c.Proceed()
}

// notifiedInVain waits for results of a type, and gets one of another.
func notifiedInVain(of nd2.NotifyType) func(s *setup, a, b *end) {
	return func(s *setup, _, b *end) {
		request := ndclient.Start(b.queue, func(o *nd2.Overlapped) nd2.Status { return b.queue.Notify(of, o) })
		s.message()
		b.queue.CancelOverlappedRequests()
		request.Status()
		b.queue.GetResults(make([]nd2.Result, 2))
		s.message() // which shows that the queue has not failed
	}
}
