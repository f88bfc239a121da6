package judge_test

import (
	"bytes"
	"sync/atomic"
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
)

// during is what another thread does while a call of a method is in progress: once, before the provider does it.
type during map[string]func(*calls.Call)

// unusual are programs that were accused of something once.
var unusual = []right{
	{"results taken after Notify", false, func(s *setup, a, b *end, _ during) {
		for n := range 2 {
			s.ok("Receive", b.pair.Receive(uintptr(n), b.entry(0, 64)))
			s.ok("Send", a.pair.Send(uintptr(n), a.entry(0, 9), 0))
		}
		s.take(a.queue, 2)
		ndclient.Start(b.queue, b.notify).Await(limit)
		b.queue.GetResults(make([]nd2.Result, 1))
		again := ndclient.Start(b.queue, b.notify)
		s.take(b.queue, 1)
		b.queue.CancelOverlappedRequests()
		again.Await(limit)
	}},
	{"two threads that take results of one queue", false, func(s *setup, a, b *end, _ during) {
		first, second := ndclient.Start(b.queue, b.notify), ndclient.Start(b.queue, b.notify)
		for n := range 2 {
			s.ok("Receive", b.pair.Receive(uintptr(n), b.entry(0, 64)))
			s.ok("Send", a.pair.Send(uintptr(n), a.entry(0, 9), 0))
		}
		s.take(a.queue, 2)
		first.Await(limit)
		second.Await(limit)
		b.queue.GetResults(make([]nd2.Result, 1))
		third := ndclient.Start(b.queue, b.notify)
		b.queue.CancelOverlappedRequests()
		third.Await(limit)
		s.take(b.queue, 1)
	}},
	{"a window bound, invalidated and bound in one go", false, func(s *setup, a, _ *end, _ during) {
		bind := func() { s.ok("Bind", a.pair.Bind(1, a.region, a.window, a.memory[:99], nd2.AllowRead)) }
		bind()
		s.take(a.queue, 1)
		s.ok("Invalidate", a.pair.Invalidate(2, a.window, nd2.SilentSuccess))
		bind()
		s.take(a.queue, 1)
		s.ok("Invalidate", a.pair.Invalidate(2, a.window, 0))
		s.take(a.queue, 1)
	}},
	{"a Send beside Disconnect", false, func(s *setup, a, _ *end, beside during) {
		beside[calls.ConnectorDisconnect] = func(*calls.Call) { a.pair.Send(1, a.entry(0, 9), 0) }
		ndclient.Start(a.conn, a.conn.Disconnect).Await(limit)
	}},
	{"a Read into a sink", false, func(s *setup, a, b *end, _ during) {
		m := make1[nd2.MemoryRegion](s, a.MemoryRegion())
		sink := s.buffer()
		token := s.register(m, sink, nd2.RDMAReadSink)
		s.ok("Read", a.pair.Read(1, []nd2.SGE{{Buffer: sink[:9], MemoryRegionToken: token}}, memory.Address(b.memory),
			b.region.GetRemoteToken(), 0))
		s.take(a.queue, 1)
		s.deregister(m)
		m.Release()
	}},
	{"a region whose Deregister has failed", false, func(s *setup, a, _ *end, beside during) {
		m := make1[nd2.MemoryRegion](s, a.MemoryRegion())
		s.register(m, s.buffer(), nd2.AllowLocalWrite)
		beside[calls.MRDeregister] = func(*calls.Call) { panic(nd2.InternalError) }
		ndclient.Start(m, m.Deregister).Await(limit)
		m.Release()
	}},
	{"a queue released after a notification", false, func(s *setup, a, _ *end, _ during) {
		a.keeps[a.queue], a.keeps[a.pair] = true, true
		r := ndclient.NewRequest(a.queue)
		r.Start(a.notify)
		s.ok("Receive", a.pair.Receive(1, a.entry(0, 9)))
		a.pair.Flush()
		<-r.Event.Signaled()
		a.queue.Release()
		a.pair.Release()
	}},
	{"a queue released before its queue pair", false, func(s *setup, a, _ *end, _ during) {
		a.keeps[a.queue], a.keeps[a.pair] = true, true
		a.pair.Send(1, nil, 0) // nobody receives it
		ndclient.Start(a.conn, a.conn.Disconnect).Await(limit)
		a.queue.Release()
		a.pair.Release()
	}},
	{"a Send of a region that is being deregistered", false, func(s *setup, a, b *end, beside during) {
		beside[calls.MRDeregister] = func(*calls.Call) { s.message() }
		s.deregister(a.region)
		a.token = s.register(a.region, a.memory, nd2.AllowLocalWrite)
	}},
	{"a NotifyDisconnect that is refused late", true, func(s *setup, a, b *end, beside during) {
		accept := s.half(a, b)
		o := nd2.Overlapped{Event: new(ndclient.Event)}
		beside[calls.ConnectorNotifyDisconnect] = func(*calls.Call) { panic(nd2.Pending) }
		a.conn.NotifyDisconnect(&o)
		s.ended(a.conn, a.conn.CompleteConnect)
		accept.Await(limit)
		beside[calls.GetOverlappedResult] = func(c *calls.Call) {
			c.Overlapped.Event.Set()
			panic(nd2.ConnectionInvalid)
		}
		a.conn.GetOverlappedResult(&o, false)
	}},
	{"a token that was asked for once", false, func(s *setup, a, _ *end, beside during) {
		s.deregister(a.region)
		s.fine(ndclient.Start(a.region, func(o *nd2.Overlapped) nd2.Status {
			return a.region.Register(a.memory, nd2.AllowLocalWrite, o)
		}).Succeed("Register", limit)) // nothing says that the token is another one
		a.pair.Send(1, a.entry(0, 9), 0)
		ndclient.Start(a.conn, a.conn.Disconnect).Await(limit)
	}},
}

// lenient are programs on providers that are unusual, and legal: nothing is said of them.
func lenient() []breach {
	var kept *nd2.Overlapped
	var told atomic.Bool
	keeps := func(c *calls.Call) nd2.Status {
		switch {
		case c.Method == calls.ConnectorNotifyDisconnect:
			kept = c.Overlapped
		case c.Method != calls.GetOverlappedResult || c.Overlapped != kept:
			return c.Proceed()
		case told.Load():
			return nd2.Success
		}
		return nd2.Pending
	}
	return []breach{
		{
			"long data to a connected connector", "", false, nth(calls.ConnectorConnect, 2, status(nd2.InvalidBufferSize)),
			func(s *setup, a, _ *end) {
				asks(a.conn, func(o *nd2.Overlapped) nd2.Status {
					return a.conn.Connect(a.pair, s.ends[1].at.Sockaddr(), 0, 0, make([]byte, a.at.Info.MaxCallerData+1), o)
				})
			},
		},
		{
			"data of a Reject before Connect ends", "", true, nth(calls.ConnectorGetPrivateData, 1, status(nd2.Success)),
			func(s *setup, a, b *end) {
				connect, _ := s.ask(a, b)
				addressOf(a.conn.GetPrivateData, 0)
				s.ok("Reject", b.conn.Reject([]byte("no")))
				connect.Await(limit)
			},
		},
		{"a Connect again before the end of the first is told", "", true, fault((*calls.Call).Proceed), retries},
		{
			"the address of a peer that has left", "", false,
			says(calls.ConnectorGetPeerAddress, nd2.ConnectionInvalid, nd2.BufferOverflow), func(s *setup, a, b *end) {
				gone := ndclient.Start(a.conn, a.conn.NotifyDisconnect)
				s.fine(ndclient.Start(b.conn, b.conn.Disconnect).Succeed("Disconnect", limit))
				gone.Await(limit)
				addressOf(a.conn.GetPeerAddress, 4)
			},
		},
		{"a NotifyDisconnect kept for the connection", "", true, keeps, func(s *setup, a, b *end) {
			connect, _ := s.ask(a, b)
			told.Store(false)
			o := &nd2.Overlapped{Event: new(ndclient.Event)}
			a.conn.NotifyDisconnect(o)
			s.answer(connect, a, b)
			s.fine(ndclient.Start(b.conn, b.conn.Disconnect).Succeed("Disconnect", limit))
			told.Store(true)
			kept.Event.Set()
			a.conn.GetOverlappedResult(o, false)
		}},
		{"limits of another version", "", false, func(c *calls.Call) nd2.Status {
			if c.Method == calls.AdapterQuery && c.Info.InfoVersion == 1 {
				return nd2.Success
			}
			return c.Proceed()
		}, func(_ *setup, a, _ *end) {
			for _, room := range []uint32{80, nd2.AdapterInfoSize} {
				a.Query(&nd2.AdapterInfo{InfoVersion: 1}, &room)
			}
		}},
		{"many entries that are taken", "", false, func(c *calls.Call) nd2.Status {
			c.SGE = c.SGE[:min(len(c.SGE), 1)]
			return c.Proceed()
		}, func(s *setup, a, b *end) {
			most := 2 * max(a.at.Info.MaxInitiatorSGE, a.at.Info.MaxReceiveSGE)
			many := func(e *end) []nd2.SGE { return append(e.entry(0, 9), make([]nd2.SGE, most)...) }
			s.ok("Receive", b.pair.Receive(1, many(b)))
			s.ok("Send", a.pair.Send(1, many(a), 0))
			s.take(a.queue, 1)
			s.take(b.queue, 1)
		}},
		{
			"a region invalidated without a connection", "", true, returns(calls.QPInvalidate, nd2.InvalidParameter2),
			func(_ *setup, a, _ *end) { a.pair.Invalidate(1, a.region, 0) },
		},
		{"an end of a connection that was left early", "", true, func(c *calls.Call) nd2.Status {
			if c.Method == calls.ConnectorDisconnect && !told.Swap(true) {
				return nd2.Success
			}
			return keeps(c)
		}, func(s *setup, a, b *end) {
			s.half(a, b)
			told.Store(false)
			o := &nd2.Overlapped{Event: new(ndclient.Event)}
			a.conn.NotifyDisconnect(o)
			ndclient.Start(a.conn, a.conn.Disconnect).Await(limit)
			kept.Event.Set()
			a.conn.GetOverlappedResult(o, false)
		}},
	}
}

// retries connects to a port where nobody listens, and to the listener, and asks then how the first Connect has ended.
func retries(s *setup, a, b *end) {
	s.listener = make1[nd2.Listener](s, b.Listener())
	to, f := b.at.Listen(s.listener)
	s.fine(f)
	s.ok("Bind", a.conn.Bind(a.at.Sockaddr()))
	get := ndclient.Start(s.listener, func(o *nd2.Overlapped) nd2.Status {
		return s.listener.GetConnectionRequest(b.conn, o)
	})
	nobody, first := bytes.Clone(to), new(nd2.Overlapped)
	nobody[2], nobody[3] = 0, 9
	a.conn.Connect(a.pair, nobody, 4, 4, nil, first)
	again := func(o *nd2.Overlapped) nd2.Status { return a.conn.Connect(a.pair, to, 4, 4, nil, o) }
	connect := ndclient.Start(a.conn, again)
	for connect.Returned != nd2.Pending { // the first goes on
		connect = ndclient.Start(a.conn, again)
	}
	s.fine(get.Succeed("GetConnectionRequest", limit))
	a.conn.GetOverlappedResult(first, false)
	s.answer(connect, a, b)
	a.conn.GetReadLimits(new(uint32), new(uint32))
}

// TestLenientProviders: nothing is said of a provider that does what it may.
func TestLenientProviders(t *testing.T) {
	for _, l := range lenient() {
		t.Run(l.name, func(t *testing.T) {
			for _, f := range l.on(t, l.fault) {
				t.Errorf("%v\n%v", f, f.Calls)
			}
		})
	}
}

// hook makes the calls of the other thread. A hook that panics with a status makes the call fail with it.
func (d during) hook(c *calls.Call) (status nd2.Status) {
	f := d[c.Method]
	if f == nil {
		return c.Proceed()
	}
	delete(d, c.Method)
	defer func() {
		if failure, is := recover().(nd2.Status); is {
			status = failure
		}
	}()
	f(c)
	return c.Proceed()
}

// TestAskedBeforeTheCallReturns shows that a request is over that GetOverlappedResult said has ended, even if the call
// that made it returns ND_PENDING after that.
func TestAskedBeforeTheCallReturns(t *testing.T) {
	var ended *nd2.Overlapped
	var other func()
	s := openWith(t, "ref,adapters=2", true, func(c *calls.Call) nd2.Status {
		if c.Method == calls.GetOverlappedResult && c.Overlapped == ended {
			return nd2.Success
		}
		status := c.Proceed()
		if f := other; c.Method == calls.MRRegister && f != nil {
			other, ended = nil, c.Overlapped
			ended.Event.Reset()
			ended.Event.Set()
			f()
			return nd2.Pending
		}
		return status
	}).connect()
	a := s.ends[0]
	s.deregister(a.region)
	r := ndclient.NewRequest(a.region)
	other = func() {
		s.ok("GetOverlappedResult", a.region.GetOverlappedResult(r.Overlapped, false))
		a.token = a.region.GetLocalToken()
		s.message()
	}
	a.region.Register(a.memory, nd2.AllowLocalWrite, r.Overlapped)
	s.message()
	s.deregister(a.region)
	s.fine(ndclient.Start(a.region, func(o *nd2.Overlapped) nd2.Status {
		return a.region.Register(a.memory, nd2.AllowLocalWrite, o)
	}).Succeed("Register", limit))
	for _, f := range s.close() {
		t.Errorf("%v\n%v", f, f.Calls)
	}
}

// TestFreedOverlapped shows that nobody looks at an OVERLAPPED whose request is over: the program may have freed it.
func TestFreedOverlapped(t *testing.T) {
	s := open(t, "ref,adapters=2")
	a := s.ends[0]
	m := make1[nd2.MemoryRegion](s, a.MemoryRegion())
	freed := false
	o := &nd2.Overlapped{Event: program{new(ndclient.Event), &freed}}
	register := func(o *nd2.Overlapped) nd2.Status { return m.Register(s.buffer(), 0, o) }
	if s := register(o); s == nd2.Pending {
		timeout.Until(limit, func() <-chan struct{} { return nil }, func() bool {
			return m.GetOverlappedResult(o, false) != nd2.Pending
		})
	}
	freed = true
	s.deregister(m)
	for range 100 {
		ndclient.Start(a.queue, a.notify)
	}
	a.queue.CancelOverlappedRequests()
	m.Release()
	s.close()
}

// A program is the event of an OVERLAPPED, which can't be looked at once it is freed.
type program struct {
	*ndclient.Event
	freed *bool
}

func (p program) Program() (at uintptr, event bool) {
	if *p.freed {
		panic("a freed OVERLAPPED is looked at")
	}
	return 64, true
}

// The checker forgets silent requests, even if the provider never reports anything of them.
func TestSilentRequestsAreForgotten(t *testing.T) {
	s := open(t, "ref,adapters=2").connect()
	a := s.ends[0]
	const most = judge.MostSilent + judge.MaxEnded
	for range 2 * most {
		timeout.Until(limit, func() <-chan struct{} { return nil }, func() bool {
			return a.pair.Write(1, nil, 0, 0, nd2.SilentSuccess) == nd2.Success
		})
	}
	if kept := s.checker.Requests(); kept > most+20*depth {
		t.Errorf("%d requests are kept", kept)
	}
	for _, f := range s.close() {
		t.Errorf("%v\n%v", f, f.Calls)
	}
}
