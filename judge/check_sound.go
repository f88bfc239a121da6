package judge

import "github.com/ndconform/ndconform/nd2"

// These checks are of requests that are certainly valid.

// soundPost: no parameter of a request is refused whose parameters are all valid.
func soundPost(s *step) {
	if !invalid(s.status) || !s.soundEntries() || s.anyRefusal() || s.c.Request == nd2.RequestBind ||
		s.c.Request == nd2.RequestInvalidate || s.c.Request == nd2.RequestReceive {
		return
	}
	if s.c.Address+bytesOf(s.c.SGE) >= s.c.Address {
		s.breach(s.request.rule("nd-success"), s.o, "%s returned %v, and its parameters are valid",
			s.c.Method, s.status)
	}
}

// anyRefusal reports whether a request may be refused with any failure that is well known: its connection may have
// ended, it has a flag that is none of its type's, its memory does not allow it, or a shared queue may be full.
func (s *step) anyRefusal() bool {
	q := s.o.pair
	switch flags, known := requestFlags[s.c.Request]; {
	case q == nil:
		return s.places <= 0
	case q.stopping, q.broken, s.request.doomed != "":
		return true
	case s.c.Request == nd2.RequestBind && s.c.Flags&(nd2.AllowRead|nd2.AllowWrite) == 0:
		return true
	default:
		return known && s.c.Flags&^flags != 0
	}
}

// soundEntries reports whether the entries of a request are certainly within all limits.
func (s *step) soundEntries() bool {
	q, info := s.o.pair, s.o.limits()
	if q == nil || info == nil || !q.offered {
		return false
	}
	length, entries := bytesOf(s.c.SGE), uint32(len(s.c.SGE))
	if s.c.Flags&nd2.Inline != 0 {
		return length <= uint64(q.inline) && entries <= q.initiatorSGEs
	}
	most := q.initiatorSGEs
	if s.c.Request == nd2.RequestRead {
		most = min(most, info.MaxReadSGE)
	}
	return s.request.whole && s.request.doomed == "" && entries <= most && length <= uint64(info.MaxTransferLength)
}

// soundBind notes that a Bind is to memory that allows what is asked for, and whether it is of a free window.
func soundBind(s *step) {
	region, w := s.k.stateOf(s.c.Region), s.k.stateOf(s.c.Window)
	if region == nil || w == nil || region.region == nil || w.window == nil || foreign(region, s.o) || foreign(w, s.o) ||
		region.gone || w.gone || region.adapter != s.o.adapter || w.adapter != s.o.adapter {
		return
	}
	m := region.region
	start, end := span(s.c.Buffer)
	within := m.phase == registered && start >= m.start && end <= m.end && end > start
	s.backed = within && s.allowed(m.rights)
	s.sound = s.backed && w.window.free()
}

// allowed reports whether a region's rights are those for which a window is opened.
func (s *step) allowed(rights nd2.RegionFlags) bool {
	if s.c.Flags&(nd2.AllowRead|nd2.AllowWrite) == 0 {
		return false
	}
	var needed nd2.RegionFlags
	if s.c.Flags&nd2.AllowRead != 0 {
		needed |= nd2.AllowRemoteRead
	}
	if s.c.Flags&nd2.AllowWrite != 0 {
		needed |= nd2.AllowRemoteWrite
	}
	return rights&needed == needed
}

// bindDenied: a Bind is not refused for memory that allows it.
func bindDenied(s *step) {
	if s.sound && (s.status == nd2.AccessViolation || s.status == nd2.InvalidDeviceRequest) {
		s.breach("qp.bind.nd-success", s.o, "Bind returned %v of a free window, and the region allows it", s.status)
	}
}
