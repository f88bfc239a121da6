package judge_test

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// asks asks about a request that pends, once, and then cancels it.
func asks(o nd2.Overlapping, call func(*nd2.Overlapped) nd2.Status) {
	request := &nd2.Overlapped{Event: new(ndclient.Event)}
	if call(request) == nd2.Pending {
		o.GetOverlappedResult(request, false)
		o.CancelOverlappedRequests()
		o.GetOverlappedResult(request, true)
	}
}

// notify asks for a notification of any result.
func (e *end) notify(o *nd2.Overlapped) nd2.Status { return e.queue.Notify(nd2.NotifyAny, o) }

// canceledUnasked has GetOverlappedResult say that a method's latest request, which pends, was canceled.
func canceledUnasked(method string) fault {
	var latest *nd2.Overlapped
	return func(c *calls.Call) nd2.Status {
		if c.Method == method {
			latest = c.Overlapped
		}
		s := c.Proceed()
		if c.Method != calls.GetOverlappedResult || c.Overlapped != latest || s != nd2.Pending {
			return s
		}
		latest = nil
		return nd2.Canceled
	}
}

// nth has only the n-th call of a method do something else.
func nth(method string, n int, instead func(c *calls.Call) nd2.Status) fault {
	return at(method, func(c *calls.Call) nd2.Status {
		if n--; n == 0 {
			return instead(c)
		}
		return c.Proceed()
	})
}

// status is what is returned in place of carrying out a call.
func status(s nd2.Status) func(*calls.Call) nd2.Status {
	return func(*calls.Call) nd2.Status { return s }
}

// connectsAndAsks connects two ends, and asks more than once how Connect has ended.
func connectsAndAsks(s *setup, a, b *end) {
	s.listener = make1[nd2.Listener](s, b.Listener())
	to, f := b.at.Listen(s.listener)
	s.fine(f)
	s.ok("Bind", a.conn.Bind(a.at.Sockaddr()))
	get := ndclient.Start(s.listener, func(o *nd2.Overlapped) nd2.Status {
		return s.listener.GetConnectionRequest(b.conn, o)
	})
	o := &nd2.Overlapped{Event: new(ndclient.Event)}
	a.conn.Connect(a.pair, to, 4, 4, nil, o)
	s.fine(get.Succeed("GetConnectionRequest", limit))
	b.conn.Reject(nil)
	for range 3 {
		a.conn.GetOverlappedResult(o, true)
	}
}

// mutes has the events of a method's requests never be set.
func mutes(method string) fault {
	return func(c *calls.Call) nd2.Status {
		if c.Method == calls.EventSet && c.Proxy.Method == method {
			return nd2.Success
		}
		return c.Proceed()
	}
}

// twoNotifies makes one message end two Notifies, and then cancels what is left.
func twoNotifies(cancels bool) func(s *setup, a, b *end) {
	return func(s *setup, a, _ *end) {
		first, second := ndclient.Start(a.queue, a.notify), ndclient.Start(a.queue, a.notify)
		s.message()
		second.Await(limit)
		if cancels {
			a.queue.CancelOverlappedRequests()
			first.Status()
		}
	}
}

// requestBreaches break rules of overlapped requests and places of queues.
func requestBreaches() []breach {
	return []breach{
		{
			"a Send for which there is a place", "qp.initiator.place-after-result", false,
			returns(calls.QPSend, nd2.NoMoreEntries), func(_ *setup, a, _ *end) { a.pair.Send(1, nil, 0) },
		},
		{
			"a Receive for which there is a place", "qp.receive.place-after-result", true,
			returns(calls.QPReceive, nd2.NoMoreEntries), func(_ *setup, a, _ *end) { a.pair.Receive(1, a.entry(0, 9)) },
		},
		{
			"a Receive of a new queue pair", "qp.receive.before-connecting", true,
			returns(calls.QPReceive, nd2.ConnectionInvalid), func(_ *setup, a, _ *end) { a.pair.Receive(1, a.entry(0, 9)) },
		},
		{
			"a notification of nothing", "cq.notify.nd-pending", true, returns(calls.CQNotify, nd2.Success),
			func(_ *setup, a, _ *end) { asks(a.queue, a.notify) },
		},
		{
			"a second notification of one result", "cq.notify.arms-once", false,
			nth(calls.CQNotify, 2, status(nd2.Success)), func(s *setup, a, _ *end) {
				first := ndclient.Start(a.queue, a.notify)
				s.message()
				s.fine(first.Succeed("Notify", limit))
				asks(a.queue, a.notify)
			},
		},
		{
			"an overrun of a queue with room", "adapter.createcompletionqueue.holds-depth", false,
			returns(calls.CQNotify, nd2.BufferOverflow), func(_ *setup, a, _ *end) { asks(a.queue, a.notify) },
		},
		{
			"a Notify after an overrun", "cq.notify.nd-buffer-overflow", false, func() fault {
				answers := []nd2.Status{nd2.BufferOverflow, nd2.Success}
				return at(calls.CQNotify, func(*calls.Call) (s nd2.Status) {
					s, answers = answers[0], answers[1:]
					return s
				})
			}(), func(_ *setup, a, _ *end) {
				asks(a.queue, a.notify)
				asks(a.queue, a.notify)
			},
		},
		{
			"a Notify that nobody has canceled", "cq.notify.nd-success", false, canceledUnasked(calls.CQNotify),
			func(_ *setup, a, _ *end) { asks(a.queue, a.notify) },
		},
		{
			"a GetConnectionRequest that nobody has canceled", "overlapped.canceloverlappedrequests.own-requests-only", false,
			canceledUnasked(calls.ListenerGetConnectionRequest), func(s *setup, _, b *end) {
				k := make1[nd2.Connector](s, b.Connector())
				asks(s.listener, func(o *nd2.Overlapped) nd2.Status { return s.listener.GetConnectionRequest(k, o) })
				k.Release()
			},
		},
		{
			"a status that changes", "overlapped.getoverlappedresult.status-stays", true, func() fault {
				n := 0
				return after(calls.GetOverlappedResult, func(_ *calls.Call, s nd2.Status) nd2.Status {
					if s == nd2.ConnectionRefused {
						n++
					}
					if n == 2 {
						return nd2.IOTimeout
					}
					return s
				})
			}(), connectsAndAsks,
		},
		{
			"a call that does not wait", "overlapped.getoverlappedresult.waits", true, func() fault {
				done := false
				return func(c *calls.Call) nd2.Status {
					if c.Method == calls.GetOverlappedResult && c.Wait && !done {
						done = true
						return nd2.Pending
					}
					return c.Proceed()
				}
			}(), connectsAndAsks,
		},
		{
			"nothing that can be canceled", "overlapped.canceloverlappedrequests.nothing-pending", true,
			returns(calls.CancelOverlappedRequests, nd2.Unsuccessful),
			func(_ *setup, a, _ *end) { a.queue.CancelOverlappedRequests() },
		},
		{
			"a request that a cancellation does not end", "overlapped.canceloverlappedrequests.nd-success", false,
			func() fault {
				canceled := false
				return func(c *calls.Call) nd2.Status {
					canceled = canceled || c.Method == calls.CancelOverlappedRequests
					if canceled && (c.Kind == "IND2Listener" && c.Method == calls.CancelOverlappedRequests ||
						c.Method == calls.EventSet && c.Proxy.Method == calls.ListenerGetConnectionRequest) {
						return nd2.Success
					}
					return c.Proceed()
				}
			}(), func(s *setup, _, b *end) {
				k := make1[nd2.Connector](s, b.Connector())
				s.listener.GetConnectionRequest(k, &nd2.Overlapped{Event: new(ndclient.Event)})
				s.listener.CancelOverlappedRequests()
				k.Release()
			},
		},
		{
			"a request that was canceled and still pends", "overlapped.canceloverlappedrequests.status-on-return", false,
			func() fault {
				told := false
				return after(calls.GetOverlappedResult, func(_ *calls.Call, s nd2.Status) nd2.Status {
					if s == nd2.Canceled && !told {
						told = true
						return nd2.Pending
					}
					return s
				})
			}(),
			func(_ *setup, a, _ *end) {
				request := &nd2.Overlapped{Event: new(ndclient.Event)}
				if a.conn.NotifyDisconnect(request) == nd2.Pending {
					a.conn.CancelOverlappedRequests()
					a.conn.GetOverlappedResult(request, false)
					a.conn.GetOverlappedResult(request, true)
				}
			},
		},
		{
			"an event that is never set", "overlapped.notification.pending", true, mutes(calls.ConnectorConnect),
			connectsAndAsks,
		},
		{
			"an event that is not reset", "overlapped.notification.resets-event", false,
			returns(calls.EventReset, nd2.Success), func(_ *setup, a, _ *end) {
				e := new(ndclient.Event)
				e.Set()
				o := &nd2.Overlapped{Event: e}
				if a.notify(o) == nd2.Pending {
					a.queue.CancelOverlappedRequests()
					a.queue.GetOverlappedResult(o, true)
				}
			},
		},
		{
			"a Notify that is canceled after what has ended it", "cq.notify.releases-every-request", false,
			func() fault {
				var first *nd2.Overlapped
				return func(c *calls.Call) nd2.Status {
					s := c.Proceed()
					switch {
					case c.Method == calls.CQNotify && first == nil:
						first = c.Overlapped
					case c.Method == calls.GetOverlappedResult && c.Overlapped == first && s == nd2.Success:
						return nd2.Canceled
					}
					return s
				}
			}(), twoNotifies(true),
		},
		{
			"a Notify that is forgotten", "cq.notify.releases-every-request", false,
			func() fault {
				var first *calls.ProxyOverlapped
				return func(c *calls.Call) nd2.Status {
					s := c.Proceed()
					if c.Method == calls.CQNotify && first == nil {
						first = c.Proxy
						first.Mute()
					}
					return s
				}
			}(), twoNotifies(false),
		},
	}
}
