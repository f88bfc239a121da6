package judge_test

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
)

// A right is a program that does nothing wrong.
type right struct {
	name    string
	apart   bool // its ends are not connected
	program func(s *setup, a, b *end, beside during)
}

// rights are next to misuses.
var rights = []right{
	{"a queue pair connected again after a Connect that was refused", true, func(s *setup, a, b *end, _ during) {
		connect, _ := s.ask(a, b)
		b.conn.Reject(make([]byte, min(a.at.Info.MaxCallerData, b.at.Info.MaxCalleeData)))
		connect.Await(limit)
		s.listener.Release()
		b.conn.Release()
		b.conn = make1[nd2.Connector](s, b.Connector())
		a.conn.Release()
		a.conn = make1[nd2.Connector](s, a.Connector())
		s.connect()
	}},
	{"a connector that connects again after it was refused", true, func(s *setup, a, b *end, _ during) {
		l := make1[nd2.Listener](s, b.Listener())
		to, f := b.at.Listen(l)
		s.fine(f)
		s.ok("Bind", a.conn.Bind(a.at.Sockaddr()))
		for _, take := range []bool{false, true} {
			passive := make1[nd2.Connector](s, b.Connector())
			get := ndclient.Start(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(passive, o) })
			connect := ndclient.Start(a.conn, func(o *nd2.Overlapped) nd2.Status {
				return a.conn.Connect(a.pair, to, 0, 0, nil, o)
			})
			s.fine(get.Succeed("GetConnectionRequest", limit))
			if !take {
				s.ok("Reject", passive.Reject(nil))
				connect.Await(limit)
				passive.Release()
				continue
			}
			accept := ndclient.Start(passive, func(o *nd2.Overlapped) nd2.Status {
				return passive.Accept(b.pair, 0, 0, nil, o)
			})
			s.fine(connect.Succeed("Connect", limit))
			s.ended(a.conn, a.conn.CompleteConnect)
			accept.Await(limit)
			b.conn.Release()
			b.conn = passive
		}
		s.listener = l
	}},
	{"a Reject by the side that has connected", true, func(s *setup, a, b *end, _ during) {
		accept := s.half(a, b)
		s.ok("Reject", a.conn.Reject(nil))
		accept.Await(limit)
	}},
	{"a window that is bound and invalidated again and again", false, func(s *setup, a, b *end, _ during) {
		for range 3 {
			s.ok("Bind", a.pair.Bind(1, a.region, a.window, a.memory[:9], nd2.AllowRead|nd2.ReadFence|nd2.SilentSuccess))
			a.window.GetRemoteToken()
			s.ok("Invalidate", a.pair.Invalidate(2, a.window, nd2.ReadFence))
			s.take(a.queue, 1)
		}
	}},
	{"a Query in both of its ways", true, func(s *setup, a, b *end, _ during) {
		var none, size uint32
		a.Query(new(nd2.AdapterInfo), &none)
		a.Query(nil, &size)
		a.Query(&nd2.AdapterInfo{InfoVersion: nd2.Version2}, &size)
	}},
	{"every type of Notify", true, func(s *setup, a, b *end, _ during) {
		for kind := range nd2.NotifySolicited + 1 {
			s.ended(a.queue, func(o *nd2.Overlapped) nd2.Status { return a.queue.Notify(kind, o) })
		}
	}},
	{"a region with every flag", true, func(s *setup, a, b *end, _ during) {
		m := make1[nd2.MemoryRegion](s, a.MemoryRegion())
		s.register(m, s.buffer(), nd2.AllowRemoteRead|nd2.AllowRemoteWrite|nd2.RDMAReadSink|nd2.DoNotSecureVM)
		s.deregister(m)
		m.Release()
	}},
	{"a queue pair on a queue that somebody has released once", true, func(s *setup, a, b *end, _ during) {
		a.queue.AddRef()
		a.queue.Release()
		pair := make1[nd2.QueuePair](s, a.QueuePair(ndclient.Pair1(a.queue)))
		pair.Release()
	}},
	{"a connector on another file of the adapter", true, func(s *setup, a, b *end, _ during) {
		var f nd2.OverlappedFile
		s.ok("CreateOverlappedFile", a.CreateOverlappedFile(&f))
		s.made(func(out *nd2.Unknown) nd2.Status { return a.CreateConnector(nd2.IIDConnector, f, out) })
		f.Close()
	}},
	{"two threads that ask for two results", true, func(s *setup, a, b *end, _ during) {
		notify := func(o *nd2.Overlapped) nd2.Status { return a.queue.Notify(nd2.NotifyAny, o) }
		first, second := ndclient.Start(a.queue, notify), ndclient.Start(a.queue, notify)
		done := s.waits(a.queue, first.Overlapped)
		for range 3 {
			a.queue.GetOverlappedResult(second.Overlapped, false)
		}
		a.queue.CancelOverlappedRequests()
		<-done
		second.Await(limit)
	}},
}

// TestRightPrograms: of programs that do nothing wrong nothing is said, and nothing of the provider.
func TestRightPrograms(t *testing.T) {
	for _, r := range slices.Concat(rights, unusual) {
		t.Run(r.name, func(t *testing.T) {
			beside := during{}
			s := openWith(t, "ref,adapters=2", true, beside.hook)
			if !r.apart {
				s.connect()
			}
			r.program(s, s.ends[0], s.ends[1], beside)
			for _, f := range s.close() {
				t.Errorf("%v\n%v", f, f.Calls)
			}
		})
	}
}

// TestRequestLimits: a request is within the limits of Reads and of transfers, or is named.
func TestRequestLimits(t *testing.T) {
	for _, test := range []struct {
		name  string
		post  func(a *end) nd2.Status
		wrong bool
	}{
		{"a Read of one entry", func(a *end) nd2.Status { return a.pair.Read(1, a.entry(0, 9), 0, 0, 0) }, false},
		{"a Read of two entries", func(a *end) nd2.Status {
			return a.pair.Read(1, append(a.entry(0, 9), a.entry(9, 18)...), 0, 0, 0)
		}, true},
		{"a Send of two entries", func(a *end) nd2.Status {
			return a.pair.Send(1, append(a.entry(0, 2048), a.entry(2048, 4096)...), 0)
		}, false},
		{"a Send of two entries that are too long together", func(a *end) nd2.Status {
			return a.pair.Send(1, append(a.entry(0, 2048), a.entry(2048, 4097)...), 0)
		}, true},
		{"a Receive that is too long", func(a *end) nd2.Status { return a.pair.Receive(1, a.entry(0, 4097)) }, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, "ref,adapters=2,max-read-sge=1,max-transfer=4096").connect()
			if test.post(s.ends[0]) == nd2.Success {
				s.ends[0].pair.Flush()
				s.take(s.ends[0].queue, 1)
			}
			found := s.close()
			if (len(found) > 0) != test.wrong {
				t.Errorf("found %v", found)
			}
			for _, f := range found {
				if f.ID != "client.limits.exceeded" || f.Of != judge.Program {
					t.Errorf("%v\n%v", f, f.Calls)
				}
			}
		})
	}
}
