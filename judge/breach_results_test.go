package judge_test

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// at makes a method do something else.
func at(method string, instead func(c *calls.Call) nd2.Status) fault {
	return func(c *calls.Call) nd2.Status {
		if c.Method == method {
			return instead(c)
		}
		return c.Proceed()
	}
}

// returns makes a method return a status without the provider.
func returns(method string, s nd2.Status) fault {
	return at(method, func(*calls.Call) nd2.Status { return s })
}

// result changes the results of requests of a type.
func result(kind nd2.RequestType, change func(r *nd2.Result)) fault {
	return after(calls.CQGetResults, func(c *calls.Call, s nd2.Status) nd2.Status {
		for i := range c.Results[:c.Count] {
			if r := &c.Results[i]; r.RequestType == kind {
				change(r)
			}
		}
		return s
	})
}

// ends makes requests of a type end with a status in place of another one.
func ends(kind nd2.RequestType, status, instead nd2.Status) fault {
	return result(kind, func(r *nd2.Result) {
		if r.Status == instead {
			r.Status = status
		}
	})
}

// lost loses the n-th result of a type.
func lost(kind nd2.RequestType, n int) fault {
	return after(calls.CQGetResults, func(c *calls.Call, s nd2.Status) nd2.Status {
		left := slices.DeleteFunc(c.Results[:c.Count], func(r nd2.Result) bool {
			if r.RequestType == kind {
				n--
			}
			return r.RequestType == kind && n == 0
		})
		c.Count = uint32(len(left))
		return s
	})
}

// late delivers the first result of a type behind the second one.
func late(kind nd2.RequestType) fault {
	var seen int
	var held nd2.Result
	return after(calls.CQGetResults, func(c *calls.Call, s nd2.Status) nd2.Status {
		var given []nd2.Result
		for _, r := range c.Results[:c.Count] {
			if r.RequestType == kind {
				seen++
			}
			if r.RequestType == kind && seen == 1 {
				held = r
				continue
			}
			given = append(given, r)
			if r.RequestType == kind && seen == 2 {
				given = append(given, held)
			}
		}
		c.Count = uint32(copy(c.Results, given))
		return s
	})
}

// twice delivers the first result once more.
func twice() fault {
	var kept *nd2.Result
	return after(calls.CQGetResults, func(c *calls.Call, s nd2.Status) nd2.Status {
		switch {
		case kept == nil && c.Count > 0:
			first := c.Results[0]
			kept = &first
		case kept != nil && c.Count == 0 && len(c.Results) > 0 && kept.RequestContext != 0:
			c.Results[0], c.Count, kept.RequestContext = *kept, 1, 0
		}
		return s
	})
}

// fakes says that a method has succeeded, and delivers a result of that.
func fakes(method string) fault {
	var fake []nd2.Result
	return func(c *calls.Call) nd2.Status {
		switch c.Method {
		case method:
			fake = append(fake, nd2.Result{
				RequestType: c.Request, RequestContext: c.Context, QueuePairContext: c.OnQP().Context,
			})
			return nd2.Success
		case calls.CQGetResults:
			s := c.Proceed()
			n := copy(c.Results[c.Count:], fake)
			c.Count, fake = c.Count+uint32(n), fake[n:]
			return s
		}
		return c.Proceed()
	}
}

// poll takes what results there are.
func (e *end) poll() { e.queue.GetResults(make([]nd2.Result, 8)) }

// fail posts a Send that fails.
func (e *end) fail() {
	e.pair.Send(1, []nd2.SGE{{Buffer: e.memory[:9], MemoryRegionToken: e.token ^ 0x5a5a}}, 0)
}

func oneMessage(s *setup, a, _ *end) {
	s.message()
	a.poll()
}

// twoMessages sends two messages, and then takes the results.
func twoMessages(s *setup, a, b *end) {
	for n := range uintptr(2) {
		s.ok("Receive", b.pair.Receive(n, b.entry(0, 64)))
	}
	for n := range uintptr(2) {
		s.ok("Send", a.pair.Send(n, a.entry(0, 32), 0))
	}
	s.take(b.queue, 2)
	s.take(a.queue, 2)
}

// resultBreaches break rules of results.
func resultBreaches() []breach {
	return []breach{
		{
			"the context of no request", "cq.getresults.contexts", false,
			result(nd2.RequestSend, func(r *nd2.Result) { r.RequestContext ^= 1 << 40 }), oneMessage,
		},
		{
			"the context of no queue pair", "cq.getresults.contexts", false,
			result(nd2.RequestSend, func(r *nd2.Result) { r.QueuePairContext ^= 1 << 40 }), oneMessage,
		},
		{
			"more results than the array holds", "cq.getresults.count", false,
			after(calls.CQGetResults, func(c *calls.Call, s nd2.Status) nd2.Status {
				if len(c.Results) == 0 {
					c.Count = 1
				}
				return s
			}), func(_ *setup, a, _ *end) { a.queue.GetResults(nil) },
		},
		{
			"another type", "cq.getresults.request-type", false,
			result(nd2.RequestSend, func(r *nd2.Result) { r.RequestType = nd2.RequestWrite }), oneMessage,
		},
		{"a result twice", "cq.getresults.every-request-ends", false, twice(), oneMessage},
		{"a Send that is overtaken", "cq.getresults.initiator-order", false, late(nd2.RequestSend), twoMessages},
		{"a Receive that is overtaken", "cq.getresults.receive-order", false, late(nd2.RequestReceive), twoMessages},
		{
			"a silent Send that is told", "cq.getresults.silent-success", false,
			at(calls.QPSend, func(c *calls.Call) nd2.Status {
				c.Flags &^= nd2.SilentSuccess
				return c.Proceed()
			}), func(s *setup, a, b *end) {
				s.ok("Receive", b.pair.Receive(1, b.entry(0, 64)))
				s.ok("Send", a.pair.Send(2, a.entry(0, 32), nd2.SilentSuccess))
				s.take(b.queue, 1)
				s.message()
			},
		},
		{
			"a silent Send behind a failure that is not told", "cq.getresults.silent-failure", false, lost(nd2.RequestSend, 2),
			func(s *setup, a, _ *end) {
				a.fail()
				s.take(a.queue, 1)
				silent, told := a.pair.Send(2, nil, nd2.SilentSuccess), a.pair.Send(3, nil, 0)
				if silent == nd2.Success && told == nd2.Success {
					s.take(a.queue, 1)
				}
			},
		},
		{
			"a silent Send behind another that fails later", "cq.getresults.silent-failure", false, lost(nd2.RequestSend, 2),
			func(s *setup, a, _ *end) {
				a.fail()
				silent, told := a.pair.Send(2, nil, nd2.SilentSuccess), a.pair.Send(3, nil, 0)
				if silent == nd2.Success && told == nd2.Success {
					s.take(a.queue, 2)
				}
			},
		},
		{
			"more bytes than the Receive has", "cq.getresults.bytes-transferred", false,
			result(nd2.RequestReceive, func(r *nd2.Result) { r.BytesTransferred = 1 << 20 }), oneMessage,
		},
		{
			"fewer bytes than were sent", "cq.getresults.bytes-transferred", false,
			result(nd2.RequestReceive, func(r *nd2.Result) { r.BytesTransferred-- }), oneMessage,
		},
		{
			"a long message that fits", "cq.getresults.receive.nd-buffer-overflow", false,
			result(nd2.RequestReceive, func(r *nd2.Result) {
				if r.Status == nd2.BufferOverflow {
					r.Status, r.BytesTransferred = nd2.Success, 9
				}
			}), func(s *setup, a, b *end) {
				s.ok("Receive", b.pair.Receive(1, b.entry(0, 9)))
				s.ok("Send", a.pair.Send(2, a.entry(0, 64), 0))
				s.take(b.queue, 1)
			},
		},
		{
			"a Receive that no message has taken", "qp.receive.order", true, ends(nd2.RequestReceive, nd2.Success, nd2.Canceled),
			func(s *setup, a, _ *end) {
				s.ok("Receive", a.pair.Receive(1, a.entry(0, 9)))
				a.pair.Flush()
				s.take(a.queue, 1)
			},
		},
		{
			"more messages than were sent", "qp.receive.order", false, ends(nd2.RequestReceive, nd2.Success, nd2.Canceled),
			func(s *setup, _, b *end) {
				s.message()
				s.ok("Receive", b.pair.Receive(1, b.entry(0, 9)))
				b.pair.Flush()
				s.take(b.queue, 1)
			},
		},
		{
			"results in the other queue", "cq.getresults.a-queue-for-each", true,
			at(calls.AdapterCreateQueuePair, func(c *calls.Call) nd2.Status {
				c.ReceiveCQ = c.InitiatorCQ
				return c.Proceed()
			}), func(s *setup, a, _ *end) {
				other := make1[nd2.CompletionQueue](s, a.CompletionQueue(depth))
				p := ndclientPair(other, a.queue)
				pair := make1[nd2.QueuePair](s, a.QueuePair(p))
				s.ok("Receive", pair.Receive(1, a.entry(0, 9)))
				pair.Flush()
				a.poll()
				other.GetResults(make([]nd2.Result, 1))
				pair.Release()
				other.Release()
			},
		},
		{
			"a Send behind a failure that is not canceled", "qp.error.cancels-later", false,
			ends(nd2.RequestSend, nd2.IOTimeout, nd2.Canceled), func(s *setup, a, _ *end) {
				a.fail()
				s.take(a.queue, 1)
				if a.pair.Send(2, nil, 0) == nd2.Success {
					s.take(a.queue, 1)
				}
			},
		},
		{
			"a Send before the failure is told that is not canceled", "qp.error.cancels-posted", false,
			ends(nd2.RequestSend, nd2.IOTimeout, nd2.Canceled), func(s *setup, a, _ *end) {
				a.fail()
				if a.pair.Send(2, nil, 0) == nd2.Success {
					s.take(a.queue, 2)
				}
			},
		},
		{
			"a Send after Disconnect", "qp.disconnect.not-usable-again", false, fakes(calls.QPSend),
			func(s *setup, a, _ *end) {
				s.fine(s.connection.Disconnect(limit))
				a.pair.Send(1, nil, 0)
				a.poll()
			},
		},
		{
			"a Send before CompleteConnect", "connector.completeconnect.required", true, fakes(calls.QPSend),
			func(s *setup, a, b *end) {
				s.half(a, b)
				a.pair.Send(1, nil, 0)
				a.poll()
			},
		},
	}
}
