package judge_test

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/client"
)

// A misuse is a program that misuses the interface in one way, with the rule that it breaks. An apart one is not
// connected before.
type misuse struct {
	name, rule string
	apart      bool
	program    func(s *setup, a, b *end)
}

// allMisuses are those of this file and of others.
func allMisuses() []misuse { return slices.Concat(misuses, connectionMisuses, parameterMisuses) }

// misuses are those that no other file lists.
var misuses = []misuse{
	{"deregister under a Receive", "client.memory.in-use", false, func(s *setup, a, b *end) {
		s.ok("Receive", a.pair.Receive(1, a.entry(0, 64)))
		s.deregister(a.region)
		a.token = s.register(a.region, a.memory, nd2.AllowLocalWrite)
	}},
	{"deregister under a Send", "client.memory.in-use", false, func(s *setup, a, b *end) {
		s.ok("Receive", b.pair.Receive(1, b.entry(0, 64)))
		s.ok("Send", a.pair.Send(2, a.entry(0, 64), 0))
		s.deregister(a.region)
		s.take(a.queue, 1)
		s.take(b.queue, 1)
		a.token = s.register(a.region, a.memory, nd2.AllowLocalWrite)
	}},
	{"a Send with a token of nobody", "client.memory.not-registered", false, func(s *setup, a, b *end) {
		s.ok("Send", a.pair.Send(1, []nd2.SGE{{Buffer: a.memory[:9], MemoryRegionToken: a.token ^ 0x5a5a}}, 0))
		s.take(a.queue, 1)
	}},
	{"a Receive after Deregister", "client.memory.not-registered", false, func(s *setup, a, b *end) {
		s.deregister(a.region)
		s.ok("Receive", a.pair.Receive(1, a.entry(0, 9)))
		a.pair.Flush()
		s.take(a.queue, 1)
		a.token = s.register(a.region, a.memory, nd2.AllowLocalWrite)
	}},
	{"a Write with the peer's local token", "client.memory.not-registered", false, func(s *setup, a, b *end) {
		a.pair.Write(1, []nd2.SGE{{Buffer: a.memory[:9], MemoryRegionToken: b.token ^ 1}}, 0, 0, 0)
		s.take(a.queue, 1)
	}},
	{"a Send of memory beside the region", "client.memory.outside-region", false, func(s *setup, a, b *end) {
		s.ok("Send", a.pair.Send(1, []nd2.SGE{{Buffer: s.buffer()[:9], MemoryRegionToken: a.token}}, 0))
		s.take(a.queue, 1)
	}},
	{"a Receive of memory beside the region", "client.memory.outside-region", false, func(s *setup, a, b *end) {
		s.ok("Receive", a.pair.Receive(1, []nd2.SGE{{Buffer: s.buffer()[:9], MemoryRegionToken: a.token}}))
	}},
	{"a Receive into memory that is read-only", "client.memory.no-local-write", false, func(s *setup, a, b *end) {
		s.deregister(a.region)
		a.token = s.register(a.region, a.memory, nd2.AllowRemoteRead)
		s.ok("Receive", a.pair.Receive(1, a.entry(0, 9)))
	}},
	{"a Read into memory that is read-only", "client.memory.no-local-write", false, func(s *setup, a, b *end) {
		s.deregister(a.region)
		a.token = s.register(a.region, a.memory, nd2.AllowRemoteRead)
		s.ok("Read", a.pair.Read(1, a.entry(0, 9), 0, 0, 0))
		s.take(a.queue, 1)
	}},
	{"a second buffer for a region", "client.memory.one-buffer", false, func(s *setup, a, b *end) {
		o := nd2.Overlapped{Event: new(ndclient.Event)}
		a.region.Register(s.buffer(), 0, &o)
	}},
	{"a region released that is registered", "client.memory.released-registered", false, func(s *setup, a, b *end) {
		m := make1[nd2.MemoryRegion](s, a.MemoryRegion())
		s.register(m, s.buffer(), nd2.AllowLocalWrite)
		m.Release()
	}},
	{"a region deregistered under a window", "client.memory.window-bound", false, func(s *setup, a, b *end) {
		s.ok("Bind", a.pair.Bind(1, a.region, a.window, a.memory[:99], nd2.AllowRead))
		s.take(a.queue, 1)
		o := nd2.Overlapped{Event: new(ndclient.Event)}
		a.region.Deregister(&o)
		s.ok("Invalidate", a.pair.Invalidate(1, a.window, 0))
		s.take(a.queue, 1)
	}},
	{"a window bound twice", "client.window.bound", false, func(s *setup, a, b *end) {
		s.ok("Bind", a.pair.Bind(1, a.region, a.window, a.memory[:99], nd2.AllowRead))
		s.take(a.queue, 1)
		a.pair.Bind(1, a.region, a.window, a.memory[:99], nd2.AllowRead)
		s.take(a.queue, 1)
	}},
	{"a Bind beyond the region", "client.window.outside-region", false, func(s *setup, a, b *end) {
		if a.pair.Bind(1, a.region, a.window, s.buffer()[:99], nd2.AllowRead) == nd2.Success {
			s.take(a.queue, 1)
		}
	}},
	{"a Bind that allows nothing", "client.window.no-access-flag", false, func(s *setup, a, b *end) {
		if a.pair.Bind(1, a.region, a.window, a.memory[:99], 0) == nd2.Success {
			s.take(a.queue, 1)
		}
	}},
	{"a Bind for Writes to memory that is read-only", "client.window.no-local-write", false, func(s *setup, a, b *end) {
		s.deregister(a.region)
		a.token = s.register(a.region, a.memory, nd2.AllowRemoteRead)
		if a.pair.Bind(1, a.region, a.window, a.memory[:99], nd2.AllowWrite) == nd2.Success {
			s.take(a.queue, 1)
		}
	}},
	{"a Bind of the peer's window", "client.object.wrong", false, func(s *setup, a, b *end) {
		if a.pair.Bind(1, a.region, b.window, a.memory[:99], nd2.AllowRead) == nd2.Success {
			s.take(a.queue, 1)
		}
	}},
	{"an OVERLAPPED given to a second Notify", "client.overlapped.in-use", false, func(s *setup, a, b *end) {
		r := ndclient.NewRequest(a.queue)
		a.queue.Notify(nd2.NotifyAny, r.Overlapped)
		a.queue.Notify(nd2.NotifySolicited, r.Overlapped)
		a.queue.CancelOverlappedRequests()
	}},
	{"an OVERLAPPED of a Notify given to NotifyDisconnect", "client.overlapped.in-use", false, func(s *setup, a, b *end) {
		r := ndclient.NewRequest(a.queue)
		r.Start(func(o *nd2.Overlapped) nd2.Status { return a.queue.Notify(nd2.NotifyAny, o) })
		a.conn.NotifyDisconnect(r.Overlapped)
		a.conn.CancelOverlappedRequests()
		a.queue.CancelOverlappedRequests()
	}},
	{"a result asked for of a call that failed", "client.overlapped.not-pending", false, func(s *setup, a, b *end) {
		fresh := make1[nd2.Connector](s, a.Connector())
		o := nd2.Overlapped{Event: new(ndclient.Event)}
		if fresh.NotifyDisconnect(&o).Failed() {
			fresh.GetOverlappedResult(&o, false)
		}
		fresh.Release()
	}},
	{"a wait for a Disconnect that failed", "client.overlapped.not-pending", true, func(s *setup, a, b *end) {
		o := nd2.Overlapped{Event: new(ndclient.Event)}
		if a.conn.Disconnect(&o).Failed() {
			a.conn.GetOverlappedResult(&o, false)
		}
	}},
	{"a wait without an event", "client.overlapped.wait-without-event", false, func(s *setup, a, b *end) {
		var o nd2.Overlapped
		a.queue.Notify(nd2.NotifyAny, &o)
		a.queue.CancelOverlappedRequests()
		a.queue.GetOverlappedResult(&o, true)
	}},
	{"an OVERLAPPED elsewhere given to a second Notify", "client.overlapped.in-use", false, func(s *setup, a, b *end) {
		a.queue.Notify(nd2.NotifyAny, elsewhere(0x1000, true))
		a.queue.Notify(nd2.NotifySolicited, elsewhere(0x1000, true))
		a.queue.CancelOverlappedRequests()
	}},
	{"a result asked for of a call elsewhere that failed", "client.overlapped.not-pending", false, func(s *setup, a,
		b *end,
	) {
		fresh := make1[nd2.Connector](s, a.Connector())
		if fresh.NotifyDisconnect(elsewhere(0x1000, true)).Failed() {
			fresh.GetOverlappedResult(elsewhere(0x1000, true), false)
		}
		fresh.Release()
	}},
	{"a wait without an event elsewhere", "client.overlapped.wait-without-event", false, func(s *setup, a, b *end) {
		o := elsewhere(0x1000, false)
		a.queue.Notify(nd2.NotifyAny, o)
		a.queue.CancelOverlappedRequests()
		a.queue.GetOverlappedResult(o, true)
	}},
	{"a notification whose result is not asked for", "client.overlapped.result-not-asked", false, func(s *setup, a,
		b *end,
	) {
		r := ndclient.NewRequest(b.queue)
		b.queue.Notify(nd2.NotifyAny, r.Overlapped)
		s.message()
		<-r.Event.Signaled()
		r.Start(func(o *nd2.Overlapped) nd2.Status { return b.queue.Notify(nd2.NotifyAny, o) })
		b.queue.CancelOverlappedRequests()
		r.Await(limit)
	}},
	{"a Disconnect without an OVERLAPPED", "client.overlapped.missing", true, func(s *setup, a, b *end) {
		a.conn.Disconnect(nil)
	}},
	{"a Send before the connection", "client.queue-pair.not-connected", true, func(s *setup, a, b *end) {
		a.pair.Send(1, a.entry(0, 9), 0)
	}},
	{"a Bind before the connection", "client.queue-pair.not-connected", true, func(s *setup, a, b *end) {
		a.pair.Bind(1, a.region, a.window, a.memory[:99], nd2.AllowRead)
	}},
	{"too many Receives", "client.queue-pair.full", false, func(s *setup, a, b *end) {
		for n := range depth + 1 {
			a.pair.Receive(uintptr(n), a.entry(0, 9))
		}
	}},
	{"too many Sends without a poll", "client.queue-pair.full", false, func(s *setup, a, b *end) {
		for n := range depth + 1 {
			a.pair.Write(uintptr(n), nil, 0, 0, 0)
		}
		s.take(a.queue, depth)
	}},
	{"too many entries", "client.queue-pair.too-many-entries", false, func(s *setup, a, b *end) {
		list := append(append(a.entry(0, 1), a.entry(1, 2)...), a.entry(2, 3)...)
		if a.pair.Receive(1, list) == nd2.Success {
			a.pair.Flush()
		}
	}},
	{"too much inline data", "client.queue-pair.inline", false, func(s *setup, a, b *end) {
		if a.pair.Send(1, a.entry(0, 65), nd2.Inline) == nd2.Success {
			s.take(a.queue, 1)
		}
	}},
	{"a Write that solicits an event", "client.queue-pair.flags", false, func(s *setup, a, b *end) {
		if a.pair.Write(1, nil, 0, 0, nd2.SendAndSolicitEvent) == nd2.Success {
			s.take(a.queue, 1)
		}
	}},
	{"a Send after Disconnect", "client.queue-pair.after-disconnect", false, func(s *setup, a, b *end) {
		s.fine(s.connection.Disconnect(limit))
		if a.pair.Send(1, a.entry(0, 9), 0) == nd2.Success {
			s.take(a.queue, 1)
		}
		a.keeps[a.conn], b.keeps[b.conn] = true, true
		a.conn.Release()
		b.conn.Release()
	}},
	{
		"a completion queue of one result for two Receives", "client.completion-queue.too-small", true,
		func(s *setup, a, b *end) {
			q := make1[nd2.CompletionQueue](s, a.CompletionQueue(1))
			p := ndclient.Pair1(q)
			p.ReceiveDepth = 2
			pair := make1[nd2.QueuePair](s, a.QueuePair(p))
			s.ok("Receive", pair.Receive(1, a.entry(0, 9)))
			s.ok("Receive", pair.Receive(2, a.entry(9, 18)))
			pair.Release()
			q.Release()
		},
	},
	{"one result taken for a notification", "client.completion-queue.not-drained", false, func(s *setup, a, b *end) {
		notify := func() *ndclient.Request {
			return ndclient.Start(b.queue, func(o *nd2.Overlapped) nd2.Status { return b.queue.Notify(nd2.NotifyAny, o) })
		}
		for n := range 2 {
			s.ok("Receive", b.pair.Receive(uintptr(n), b.entry(0, 64)))
			s.ok("Send", a.pair.Send(uintptr(n), a.entry(0, 9), 0))
		}
		s.take(a.queue, 2)
		notify().Await(limit)
		b.queue.GetResults(make([]nd2.Result, 1))
		again := notify()
		s.ok("Receive", b.pair.Receive(2, b.entry(0, 64)))
		s.ok("Send", a.pair.Send(2, a.entry(0, 9), 0))
		s.take(a.queue, 1)
		b.queue.GetOverlappedResult(again.Overlapped, true)
		s.take(b.queue, 2)
	}},
	{"results that are never taken", "client.completion-queue.results-left", false, func(s *setup, a, b *end) {
		s.ok("Write", a.pair.Write(1, nil, 0, 0, 0))
		a.keeps[a.queue] = true
		a.queue.Release()
		a.keeps[a.pair] = true
		a.pair.Release()
	}},
	{"a deeper queue than the adapter has", "client.limits.exceeded", true, func(s *setup, a, b *end) {
		var q nd2.Unknown
		a.CreateCompletionQueue(nd2.IIDCompletionQueue, a.File, a.at.Info.MaxCompletionQueueDepth+1, 0, 0, &q)
	}},
	{"more inline data than the adapter has", "client.limits.exceeded", true, func(s *setup, a, b *end) {
		p := ndclient.Pair1(a.queue)
		p.Inline = a.at.Info.MaxInlineDataSize + 1
		_, _ = ndclient.Create[nd2.QueuePair](a.QueuePair(p))
	}},
	{"a queue pair on the peer's queue", "client.object.wrong", true, func(s *setup, a, b *end) {
		_, _ = ndclient.Create[nd2.QueuePair](a.QueuePair(ndclient.Pair1(b.queue)))
	}},
	{"a Send before CompleteConnect", "client.connector.complete-connect", true, func(s *setup, a, b *end) {
		accept := s.half(a, b)
		a.pair.Send(1, a.entry(0, 9), 0)
		s.fine(ndclient.Start(a.conn, a.conn.CompleteConnect).Succeed("CompleteConnect", limit))
		s.fine(accept.Succeed("Accept", limit))
	}},
	{"CompleteConnect while Connect is pending", "client.connector.connect-pending", true, func(s *setup, a, b *end) {
		connect, _ := s.ask(a, b)
		var o nd2.Overlapped
		a.conn.CompleteConnect(&o)
		a.conn.CancelOverlappedRequests()
		connect.Await(limit)
	}},
	{"CompleteConnect after a Connect that failed", "client.connector.connect-failed", true, func(s *setup, a, b *end) {
		connect, _ := s.ask(a, b)
		b.conn.Reject(nil)
		connect.Await(limit)
		var o nd2.Overlapped
		a.conn.CompleteConnect(&o)
	}},
	{"an Accept without a request", "client.connector.no-request", true, func(s *setup, a, b *end) {
		var o nd2.Overlapped
		a.conn.Accept(a.pair, 0, 0, nil, &o)
	}},
	{"a Reject without a request", "client.connector.no-request", true, func(s *setup, a, b *end) {
		a.conn.Reject(nil)
	}},
	{"a request asked for before Listen", "client.listener.not-listening", true, func(s *setup, a, b *end) {
		l := make1[nd2.Listener](s, a.Listener())
		r := ndclient.Start(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(a.conn, o) })
		l.CancelOverlappedRequests()
		r.Await(limit)
		l.Release()
	}},
	{"private data that are too long", "client.private-data.too-long", true, func(s *setup, a, b *end) {
		s.ok("Bind", a.conn.Bind(a.at.Sockaddr()))
		var o nd2.Overlapped
		a.conn.Connect(a.pair, b.at.Sockaddr(), 0, 0, make([]byte, a.at.Info.MaxCallerData+1), &o)
	}},
	{"a queue pair given to a second connector", "client.connector.one-queue-pair", false, func(s *setup, a, b *end) {
		k := make1[nd2.Connector](s, a.Connector())
		s.ok("Bind", k.Bind(a.at.Sockaddr()))
		var o nd2.Overlapped
		k.Connect(a.pair, b.at.Sockaddr(), 0, 0, nil, &o)
		k.Release()
	}},
	{"a queue pair that is used after its release", "client.object.used-after-release", true, func(s *setup, a, b *end) {
		pair := make1[nd2.QueuePair](s, a.QueuePair(ndclient.Pair1(a.queue)))
		pair.Release()
		pair.Flush()
	}},
	{"a completion queue that is never released", "client.object.leaked", true, func(s *setup, a, b *end) {
		make1[nd2.CompletionQueue](s, a.CompletionQueue(1))
	}},
	{"a reference too many", "client.object.leaked", true, func(s *setup, a, b *end) { a.window.AddRef() }},
	{"a file that is never closed", "client.file.leaked", true, func(s *setup, a, b *end) {
		var f nd2.OverlappedFile
		s.ok("CreateOverlappedFile", a.CreateOverlappedFile(&f))
	}},
}

// A standIn is the event of an OVERLAPPED that stands for one at an address.
type standIn struct {
	*ndclient.Event
	at    uintptr
	event bool
}

func (e standIn) Program() (at uintptr, event bool) { return e.at, e.event }

func elsewhere(at uintptr, event bool) *nd2.Overlapped {
	return &nd2.Overlapped{Event: standIn{new(ndclient.Event), at, event}}
}

// ask makes one end ask for a connection, up to where the other's client decides.
func (s *setup) ask(a, b *end) (connect, get *ndclient.Request) {
	s.listener = make1[nd2.Listener](s, b.Listener())
	to, f := b.at.Listen(s.listener)
	s.fine(f)
	s.ok("Bind", a.conn.Bind(a.at.Sockaddr()))
	get = ndclient.Start(s.listener, func(o *nd2.Overlapped) nd2.Status {
		return s.listener.GetConnectionRequest(b.conn,
			o)
	})
	connect = ndclient.Start(a.conn, func(o *nd2.Overlapped) nd2.Status {
		return a.conn.Connect(a.pair, to, 4, 4, []byte("hello"), o)
	})
	s.fine(get.Succeed("GetConnectionRequest", limit))
	return connect, get
}

// half connects up to where CompleteConnect is missing.
func (s *setup) half(a, b *end) (accept *ndclient.Request) {
	connect, _ := s.ask(a, b)
	accept = ndclient.Start(b.conn, func(o *nd2.Overlapped) nd2.Status { return b.conn.Accept(b.pair, 4, 4, nil, o) })
	s.fine(connect.Succeed("Connect", limit))
	return accept
}

// TestEachRule shows that each rule for programs has a misuse, except the rule of TestUnfinishedRegistration.
func TestEachRule(t *testing.T) {
	planted := map[string]bool{"client.memory.not-yet-registered": true}
	for _, m := range allMisuses() {
		planted[m.rule] = true
	}
	for _, r := range client.All() {
		if !planted[r.ID] {
			t.Errorf("no program breaks %s", r.ID)
		}
	}
}

// TestMisuses: each program is told of its misuse, and of nothing else.
func TestMisuses(t *testing.T) {
	for _, m := range allMisuses() {
		t.Run(m.name, func(t *testing.T) {
			s := open(t, "ref,adapters=2")
			if !m.apart {
				s.connect()
			}
			m.program(s, s.ends[0], s.ends[1])
			found := s.close()
			if len(found) == 0 {
				t.Fatal("nothing was found")
			}
			for _, f := range found {
				if f.ID != m.rule || f.Of != judge.Program {
					t.Errorf("%v\n%v", f, f.Calls)
				}
			}
			if testing.Verbose() {
				t.Log(found[0])
			}
		})
	}
}
