package judge_test

import (
	"runtime"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// parameterMisuses give calls wrong parameters.
var parameterMisuses = []misuse{
	{"a Query without a version", "client.adapter.info-version", true, func(s *setup, a, b *end) {
		size := uint32(nd2.AdapterInfoSize)
		a.Query(new(nd2.AdapterInfo), &size)
	}},
	{"a completion queue of no results", "client.completion-queue.no-depth", true, func(s *setup, a, b *end) {
		_, _ = ndclient.Create[nd2.CompletionQueue](a.CompletionQueue(0))
	}},
	{"a Notify of no type", "client.completion-queue.notify-type", true, func(s *setup, a, b *end) {
		s.ended(a.queue, func(o *nd2.Overlapped) nd2.Status { return a.queue.Notify(3, o) })
	}},
	{"a region with a flag of no region", "client.memory.flags", true, func(s *setup, a, b *end) {
		m := make1[nd2.MemoryRegion](s, a.MemoryRegion())
		r := ndclient.Start(m, func(o *nd2.Overlapped) nd2.Status { return m.Register(s.buffer(), 1<<20, o) })
		if r.Await(limit); r.Status() == nd2.Success {
			s.deregister(m)
		}
		m.Release()
	}},
	{"a Read with inline data", "client.queue-pair.flags", false, func(s *setup, a, b *end) {
		if a.pair.Read(1, nil, 0, 0, nd2.Inline) == nd2.Success {
			s.take(a.queue, 1)
		}
	}},
	{"a Bind that solicits an event", "client.queue-pair.flags", false, func(s *setup, a, b *end) {
		if a.pair.Bind(1, a.region, a.window, a.memory[:9], nd2.AllowRead|nd2.SendAndSolicitEvent) == nd2.Success {
			s.take(a.queue, 1)
		}
	}},
	{"an Invalidate that allows Reads", "client.queue-pair.flags", false, func(s *setup, a, b *end) {
		s.bind(a)
		if a.pair.Invalidate(2, a.window, nd2.AllowRead) == nd2.Success {
			s.take(a.queue, 1)
		}
	}},
	{"a window invalidated that was never bound", "client.window.not-bound", false, func(s *setup, a, b *end) {
		a.pair.Invalidate(1, a.window, 0)
		s.take(a.queue, 1)
	}},
	{"a window invalidated twice", "client.window.not-bound", false, func(s *setup, a, b *end) {
		s.bind(a)
		for range 2 {
			s.ok("Invalidate", a.pair.Invalidate(1, a.window, 0))
			s.take(a.queue, 1)
		}
	}},
	{"an Invalidate of the peer's window", "client.object.wrong", false, func(s *setup, a, b *end) {
		if a.pair.Invalidate(1, b.window, 0) == nd2.Success {
			s.take(a.queue, 1)
		}
	}},
	{"an Invalidate of a region", "client.object.wrong", false, func(s *setup, a, b *end) {
		if a.pair.Invalidate(1, a.region, 0) == nd2.Success {
			s.take(a.queue, 1)
		}
	}},
	{"an Invalidate of a window that was released", "client.object.used-after-release", false, func(s *setup, a, b *end) {
		w := make1[nd2.MemoryWindow](s, a.MemoryWindow())
		w.Release()
		if a.pair.Invalidate(1, w, 0) == nd2.Success {
			s.take(a.queue, 1)
		}
	}},
	{"a Bind with region and window swapped", "client.object.wrong", false, func(s *setup, a, b *end) {
		if a.pair.Bind(1, a.window, a.region, a.memory[:9], nd2.AllowRead) == nd2.Success {
			s.take(a.queue, 1)
		}
	}},
	{"a Bind of no window", "client.object.wrong", false, func(s *setup, a, b *end) {
		if a.pair.Bind(1, a.region, nil, a.memory[:9], nd2.AllowRead) == nd2.Success {
			s.take(a.queue, 1)
		}
	}},
	{"a queue pair on a queue that was released", "client.object.used-after-release", true, func(s *setup, a, b *end) {
		q := make1[nd2.CompletionQueue](s, a.CompletionQueue(1))
		q.Release()
		_, _ = ndclient.Create[nd2.QueuePair](a.QueuePair(ndclient.Pair1(q)))
	}},
	{"a shared queue given as a completion queue", "client.object.wrong", true, func(s *setup, a, b *end) {
		q := make1[nd2.SharedReceiveQueue](s, a.SharedReceiveQueue(1, 1, 0))
		var out nd2.Unknown
		a.CreateQueuePair(nd2.IIDQueuePair, a.queue, q, 0, 1, 1, 1, 1, 0, &out)
		q.Release()
	}},
	{"a completion queue given as a shared queue", "client.object.wrong", true, func(s *setup, a, b *end) {
		var out nd2.Unknown
		a.CreateQueuePairWithSrq(nd2.IIDQueuePair, a.queue, a.queue, a.queue, 0, 1, 1, 0, &out)
	}},
	{"a queue pair on no queue", "client.object.wrong", true, func(s *setup, a, b *end) {
		var out nd2.Unknown
		a.CreateQueuePair(nd2.IIDQueuePair, nil, a.queue, 0, 1, 1, 1, 1, 0, &out)
	}},
	{"a connector on the peer's file", "client.object.wrong", true, func(s *setup, a, b *end) {
		s.made(func(out *nd2.Unknown) nd2.Status { return a.CreateConnector(nd2.IIDConnector, b.File, out) })
	}},
	{"a connector on a file that was closed", "client.object.used-after-release", true, func(s *setup, a, b *end) {
		var f nd2.OverlappedFile
		s.ok("CreateOverlappedFile", a.CreateOverlappedFile(&f))
		f.Close()
		s.made(func(out *nd2.Unknown) nd2.Status { return a.CreateConnector(nd2.IIDConnector, f, out) })
	}},
	{"the token of a window that was never bound", "client.window.token-before-bind", true, func(s *setup, a, b *end) {
		a.window.GetRemoteToken()
	}},
	{"a result asked for without an OVERLAPPED", "client.overlapped.missing", true, func(s *setup, a, b *end) {
		a.queue.GetOverlappedResult(nil, false)
	}},
	{"two threads that ask for one result", "client.overlapped.asked-at-once", true, func(s *setup, a, b *end) {
		r := ndclient.Start(a.queue, func(o *nd2.Overlapped) nd2.Status { return a.queue.Notify(nd2.NotifyAny, o) })
		done := s.waits(a.queue, r.Overlapped)
		a.queue.GetOverlappedResult(r.Overlapped, false)
		a.queue.CancelOverlappedRequests()
		<-done
	}},
}

// waits makes another goroutine wait for a request, and returns once it does. done is closed when the request ended.
func (s *setup) waits(on nd2.Overlapping, o *nd2.Overlapped) (done chan struct{}) {
	done = make(chan struct{})
	before := s.checker.Calls()
	go func() {
		defer close(done)
		on.GetOverlappedResult(o, true)
	}()
	timeout.Until(limit, func() <-chan struct{} { return nil }, func() bool {
		runtime.Gosched()
		return s.checker.Calls() > before
	})
	return done
}

// made has a call make an object, and releases that.
func (s *setup) made(create func(out *nd2.Unknown) nd2.Status) {
	var out nd2.Unknown
	if create(&out) == nd2.Success {
		out.Release()
	}
}

// bind binds an end's window.
func (s *setup) bind(e *end) {
	s.t.Helper()
	s.ok("Bind", e.pair.Bind(1, e.region, e.window, e.memory[:99], nd2.AllowRead))
	s.take(e.queue, 1)
}

// ended makes a request and waits for its end, which it brings about by a cancellation.
func (s *setup) ended(on nd2.Overlapping, call func(*nd2.Overlapped) nd2.Status) {
	r := ndclient.Start(on, call)
	if r.Returned == nd2.Pending {
		on.CancelOverlappedRequests()
		r.Await(limit)
	}
}
