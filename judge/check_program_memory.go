package judge

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// programEntries: the entries of a request are of registered memory.
func programEntries(s *step) {
	if s.c.Flags&nd2.Inline != 0 {
		return
	}
	for _, e := range s.c.SGE {
		if len(e.Buffer) == 0 {
			continue
		}
		of := s.k.tokenOf(s.o, e.MemoryRegionToken)
		if of == nil {
			if s.k.nobodys(s.o, e.MemoryRegionToken) {
				s.misuse("client.memory.not-registered", s.o, "%s has an entry with token %#x, which is no registered region's",
					s.c.Method, e.MemoryRegionToken)
			}
			continue
		}
		m := of.region
		start, end := span(e.Buffer)
		switch {
		case m.phase == registering:
			if s.going(of) {
				s.misuse("client.memory.not-yet-registered", s.o, "%s uses %s, whose Register is pending", s.c.Method, of.name)
			}
		case m.phase == deregistering:
			if s.going(of) {
				s.misuse("client.memory.not-registered", s.o, "%s uses %s, whose Deregister is pending", s.c.Method, of.name)
			}
		case start < m.start || end > m.end:
			s.misuse("client.memory.outside-region", s.o,
				"%s has an entry of %d bytes at %s%+d, and %s has %d bytes",
				s.c.Method, len(e.Buffer), of.name, m.offset(start), of.name, m.end-m.start)
		case s.c.Request == nd2.RequestReceive && m.rights&nd2.AllowLocalWrite == 0:
			s.misuse("client.memory.no-local-write", s.o,
				"%s stores into %s, which is registered without ND_MR_FLAG_ALLOW_LOCAL_WRITE",
				s.c.Method, of.name)
		case s.c.Request == nd2.RequestRead && m.rights&(nd2.AllowLocalWrite|nd2.RDMAReadSink) == 0:
			s.misuse("client.memory.no-local-write", s.o,
				"%s stores into %s, which is registered with neither ND_MR_FLAG_ALLOW_LOCAL_WRITE nor ND_MR_FLAG_RDMA_READ_SINK",
				s.c.Method, of.name)
		}
	}
}

// programBind: a window is bound to part of a registered region.
func programBind(s *step) {
	region, w := s.k.stateOf(s.c.Region), s.k.stateOf(s.c.Window)
	for _, o := range []*object{region, w} {
		if o != nil && (o.region == nil && o.window == nil || foreign(o, s.o)) {
			s.misuse("client.object.wrong", s.o, "Bind is given %s, an %s of %s", o.name, o.kind, adapterName(o))
			return
		}
	}
	if s.c.Flags&(nd2.AllowRead|nd2.AllowWrite) == 0 {
		s.misuse("client.window.no-access-flag", s.o, "Bind has neither ND_OP_FLAG_ALLOW_READ nor ND_OP_FLAG_ALLOW_WRITE")
	}
	if region != nil && region.region != nil {
		m := region.region
		start, end := span(s.c.Buffer)
		switch {
		case m.phase == unregistered || m.phase == deregistering && s.going(region):
			s.misuse("client.memory.not-registered", s.o, "Bind is to %s, which is not registered", region.name)
		case m.phase == deregistering, m.phase == registering && !s.going(region):
		case m.phase == registering:
			s.misuse("client.memory.not-yet-registered", s.o, "Bind is to %s, whose Register is pending", region.name)
		case start < m.start || end > m.end:
			s.misuse("client.window.outside-region", s.o, "Bind is to %d bytes at %s%+d, and %s has %d bytes",
				len(s.c.Buffer), region.name, m.offset(start), region.name, m.end-m.start)
		case s.c.Flags&nd2.AllowWrite != 0 && m.rights&nd2.AllowLocalWrite == 0:
			s.misuse("client.window.no-local-write", s.o,
				"Bind opens %s, which is registered without ND_MR_FLAG_ALLOW_LOCAL_WRITE, "+
					"to Writes", region.name)
		}
	}
	if w != nil && w.window != nil && w.window.holds() {
		s.misuse("client.window.bound", s.o, "Bind is of %s, which is bound to %s", w.name, nameOf(w.window.region))
	}
}

// holds reports whether a window is certainly bound, and no request, failure or release is unbinding it.
func (w *window) holds() bool {
	if w.outstanding > 0 || !w.certain || !w.bound || w.region == nil || w.on == nil {
		return false
	}
	return !w.region.gone && !w.on.gone && !w.on.pair.stopping && !w.on.pair.broken
}

func programRegister(s *step) {
	if m := s.o.region; m != nil && (m.phase == registered || m.phase != unregistered && s.going(s.o)) {
		s.misuse("client.memory.one-buffer", s.o, "Register is called on a region that holds a registration")
	}
	if info := s.o.limits(); info != nil && uintptr(len(s.c.Buffer)) > info.MaxRegistrationSize {
		s.misuse("client.limits.exceeded", s.o, "Register is of %d bytes, and MaxRegistrationSize is %d", len(s.c.Buffer),
			info.MaxRegistrationSize)
	}
}

func programToken(s *step) {
	if m := s.o.region; m != nil && m.phase == registering && s.going(s.o) {
		s.misuse("client.memory.not-yet-registered", s.o, "%s is called while Register is pending", s.c.Method)
	}
}

// going reports whether a request of an object is pending, as far as the client can know.
func (s *step) going(o *object) bool {
	for _, p := range o.requests {
		if p.going() {
			return true
		}
	}
	return false
}

func programDeregister(s *step) {
	m := s.o.region
	if m == nil || m.phase != registered {
		return
	}
	if r := s.k.user(s.o); r != nil {
		s.misuse("client.memory.in-use", s.o, "Deregister is called, and the result of %s, which uses the memory, was "+
			"not taken", r)
	}
	if m.bindings == 0 {
		return
	}
	for w := range s.k.alive {
		if w.window != nil && w.window.region == s.o && w.window.holds() {
			s.misuse("client.memory.window-bound", s.o, "Deregister is called, and a window is bound to the region")
			return
		}
	}
}

// user returns the first request that certainly uses a region, or nil.
func (k *Checker) user(o *object) (first *request) {
	if o.region.users == 0 {
		return nil
	}
	for _, r := range k.requests {
		if r.phase != posted || r.silent() || r.uncounted {
			continue
		}
		if r.pair != nil && (r.pair.gone || r.pair.pair.stopping || r.pair.pair.broken) || r.shared != nil {
			continue
		}
		if slices.Contains(r.uses, o) && (first == nil || r.started < first.started) {
			first = r
		}
	}
	return first
}
