package judge_test

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
)

// idle has a method of a queue pair succeed and do nothing.
func idle(method string) fault { return at(method, (*calls.Call).PostIdle) }

// with registers memory with some rights, has it used, and deregisters it.
func (s *setup) with(e *end, rights nd2.RegionFlags, use func(m nd2.MemoryRegion, list []nd2.SGE)) {
	m := make1[nd2.MemoryRegion](s, e.MemoryRegion())
	b := s.buffer()
	use(m, []nd2.SGE{{Buffer: b[:64], MemoryRegionToken: s.register(m, b, rights)}})
	s.deregister(m)
	m.Release()
}

// bind binds a window, and takes the result if the Bind was not refused.
func (e *end) bind(s *setup, m nd2.MemoryRegion, w nd2.MemoryWindow, b []byte, flags nd2.OpFlags) {
	if e.pair.Bind(1, m, w, b, flags) == nd2.Success {
		s.take(e.queue, 1)
	}
}

const everything = nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite | nd2.RDMAReadSink

// memoryBreaches break rules of a side's own memory.
func memoryBreaches() []breach {
	return []breach{
		{
			"a Send of memory beside the region", "mr.bounds.local", false,
			ends(nd2.RequestSend, nd2.Success, nd2.AccessViolation), func(s *setup, a, _ *end) {
				s.ok("Send", a.pair.Send(1, []nd2.SGE{{Buffer: s.buffer()[:9], MemoryRegionToken: a.token}}, 0))
				s.take(a.queue, 1)
			},
		},
		{
			"a Receive into memory that is read-only", "mr.rights.no-local-write", false,
			result(nd2.RequestReceive, func(r *nd2.Result) {
				r.Status, r.BytesTransferred = nd2.Success, 32
			}), func(s *setup, a, b *end) {
				s.with(b, nd2.AllowRemoteRead, func(_ nd2.MemoryRegion, list []nd2.SGE) {
					s.ok("Receive", b.pair.Receive(1, list))
					s.ok("Send", a.pair.Send(2, a.entry(0, 32), 0))
					s.take(b.queue, 1)
				})
			},
		},
		{
			"a Read into memory that is read-only", "mr.rights.no-local-write-to-read", false,
			result(nd2.RequestRead, func(r *nd2.Result) { r.Status = nd2.Success }), func(s *setup, a, b *end) {
				s.with(a, nd2.AllowRemoteRead, func(_ nd2.MemoryRegion, list []nd2.SGE) {
					s.ok("Read", a.pair.Read(1, list, memory.Address(b.memory), b.region.GetRemoteToken(), 0))
					s.take(a.queue, 1)
				})
			},
		},
		{
			"a Bind beside the region", "qp.bind.outside-region", false, idle(calls.QPBind), func(s *setup, a, _ *end) {
				a.bind(s, a.region, a.window, s.buffer()[:9], nd2.AllowRead)
			},
		},
		{
			"a Bind to a region that is not registered", "qp.bind.unregistered-region", false, idle(calls.QPBind),
			func(s *setup, a, _ *end) {
				m := make1[nd2.MemoryRegion](s, a.MemoryRegion())
				a.bind(s, m, a.window, a.memory[:9], nd2.AllowRead)
				m.Release()
			},
		},
		{
			"a Bind that opens read-only memory to Writes", "qp.bind.nd-access-violation", false, idle(calls.QPBind),
			func(s *setup, a, _ *end) {
				s.with(a, nd2.AllowRemoteRead, func(m nd2.MemoryRegion, list []nd2.SGE) {
					a.bind(s, m, a.window, list[0].Buffer, nd2.AllowWrite)
					a.pair.Invalidate(2, a.window, nd2.SilentSuccess)
					a.pair.Flush()
				})
			},
		},
		{
			"a Bind of another adapter's window", "qp.bind.foreign-objects", false, idle(calls.QPBind),
			func(s *setup, a, b *end) { a.bind(s, a.region, b.window, a.memory[:9], nd2.AllowRead) },
		},
		{
			"an Invalidate of a window that is not bound", "qp.invalidate.not-bound", false, idle(calls.QPInvalidate),
			func(s *setup, a, _ *end) {
				if a.pair.Invalidate(1, a.window, 0) == nd2.Success {
					s.take(a.queue, 1)
				}
			},
		},
		{
			"a region that is deregistered with a window bound", "mr.deregister.busy-while-bound", false,
			func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if c.Method == calls.MRDeregister && s == nd2.DeviceBusy {
					return nd2.Success
				}
				return s
			}, func(s *setup, a, _ *end) {
				a.bind(s, a.region, a.window, a.memory[:99], nd2.AllowRead)
				var o nd2.Overlapped
				a.region.Deregister(&o)
				a.keeps[a.region] = true
			},
		},
		{
			"a region that is busy without a window", "mr.deregister.nd-success", false,
			returns(calls.MRDeregister, nd2.DeviceBusy), func(_ *setup, a, b *end) {
				for _, e := range []*end{a, b} {
					var o nd2.Overlapped
					e.region.Deregister(&o)
					e.keeps[e.region] = true
				}
			},
		},
		{
			"a buffer that is larger than MaxRegistrationSize", "mr.register.nd-invalid-parameter", true,
			after(calls.AdapterQuery, func(c *calls.Call, s nd2.Status) nd2.Status {
				c.Info.MaxRegistrationSize = 100
				return s
			}), func(*setup, *end, *end) {},
		},
		{
			"two buffers in one region", "mr.register.one-buffer", true,
			func() fault {
				n := 0
				return at(calls.MRRegister, func(c *calls.Call) nd2.Status {
					if n++; n > 2 { // each end has registered one
						return nd2.Success
					}
					return c.Proceed()
				})
			}(), func(s *setup, a, _ *end) {
				var o nd2.Overlapped
				a.region.Register(s.buffer(), nd2.AllowLocalWrite, &o)
			},
		},
	}
}

// reads makes an end Read some bytes of another one's memory into its own.
func (e *end) reads(s *setup, from []byte, token uint32) {
	s.with(e, everything, func(_ nd2.MemoryRegion, list []nd2.SGE) {
		s.ok("Read", e.pair.Read(9, list, memory.Address(from), token, 0))
		s.take(e.queue, 1)
	})
}

// throughWindow binds a's window, and has b Read through it.
func throughWindow(flags nd2.OpFlags, at int, invalidates bool) func(s *setup, a, b *end) {
	return func(s *setup, a, b *end) {
		s.message() // after which both ends may post
		a.region.GetRemoteToken()
		a.bind(s, a.region, a.window, a.memory[:128], flags)
		token := a.window.GetRemoteToken()
		if invalidates {
			s.ok("Invalidate", a.pair.Invalidate(2, a.window, 0))
			s.take(a.queue, 1)
		}
		b.reads(s, a.memory[at:], token)
		if !invalidates {
			a.pair.Invalidate(2, a.window, nd2.SilentSuccess)
			a.keeps[a.region] = true // which the window holds
		}
	}
}

// denies has a Read fail that is allowed, and allows has one succeed that fails.
var (
	denies = ends(nd2.RequestRead, nd2.AccessViolation, nd2.Success)
	allows = result(nd2.RequestRead, func(r *nd2.Result) { r.Status = nd2.Success })
)

// reachBreaches break rules of what a Read reaches at the other end.
func reachBreaches() []breach {
	return []breach{
		{
			"a Read of memory that allows it", "cq.getresults.read.nd-success", false, denies,
			func(s *setup, a, b *end) { a.reads(s, b.memory, b.region.GetRemoteToken()) },
		},
		{
			"a Read through a window that allows it", "cq.getresults.read.nd-success", false, denies,
			throughWindow(nd2.AllowRead, 64, false),
		},
		{
			"a Read beyond the region", "mr.bounds.read", false, allows,
			func(s *setup, a, b *end) { a.reads(s, b.memory[size-32:], b.region.GetRemoteToken()) },
		},
		{
			"a Read of memory that is closed to peers", "mr.rights.no-remote-read", false, allows,
			func(s *setup, a, b *end) {
				s.with(b, nd2.AllowLocalWrite, func(m nd2.MemoryRegion, list []nd2.SGE) {
					a.reads(s, list[0].Buffer, m.GetRemoteToken())
				})
			},
		},
		{
			"a Read of memory that was deregistered", "mr.deregister.ends-remote-reading", false, allows,
			func(s *setup, a, b *end) {
				b.region.GetRemoteToken()
				m := make1[nd2.MemoryRegion](s, b.MemoryRegion())
				buffer := s.buffer()
				s.register(m, buffer, everything)
				token := m.GetRemoteToken()
				s.deregister(m)
				a.reads(s, buffer, token)
				m.Release()
			},
		},
		{"a Read beyond the window", "mw.bounds.read", false, allows, throughWindow(nd2.AllowRead, 100, false)},
		{"a Read of a window for Writes", "mw.rights.write-only", false, allows, throughWindow(nd2.AllowWrite, 0, false)},
		{
			"a Read of a window that was invalidated", "mw.invalidate.ends-reading", false, allows,
			throughWindow(nd2.AllowRead, 0, true),
		},
	}
}
