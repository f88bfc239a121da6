package judge

import "github.com/ndconform/ndconform/nd2"

// doom notes by which rule a request must not succeed.
func doom(s *step) {
	r := s.request
	if r.kind == nd2.RequestBind {
		r.doomed = doomedBind(s)
		return
	}
	if r.flags&nd2.Inline != 0 {
		return
	}
	foreign := false // registered with the adapter as it was opened another time
	if w := r.window; r.kind == nd2.RequestInvalidate && w != nil && w.window != nil && w.window.free() {
		r.doomed = "qp.invalidate.not-bound"
	}
	for _, e := range s.c.SGE {
		if len(e.Buffer) == 0 {
			continue
		}
		of := s.k.tokenOf(s.o, e.MemoryRegionToken)
		start, end := span(e.Buffer)
		switch {
		case of == nil && !s.k.nobodys(s.o, e.MemoryRegionToken):
			return
		case of == nil:
			r.doomed, r.badToken = r.accessRule(), e.MemoryRegionToken
		case of.region.phase != registered:
			return
		case start < of.region.start || end > of.region.end:
			r.doomed = "mr.bounds.local"
		case r.kind == nd2.RequestRead && of.region.rights&(nd2.AllowLocalWrite|nd2.RDMAReadSink) == 0:
			r.doomed = "mr.rights.no-local-write-to-read"
		case r.kind == nd2.RequestReceive && of.region.rights&nd2.AllowLocalWrite == 0:
			r.doomed = "mr.rights.no-local-write"
		}
		if r.doomed != "" {
			return
		}
		r.sound += uint64(len(e.Buffer))
		foreign = foreign || of.adapter != s.o.adapter
	}
	r.whole = !foreign
}

func (r *request) accessRule() string {
	return "cq.getresults." + requestNames[r.kind] + ".nd-access-violation"
}

func doomedBind(s *step) string {
	if w := s.k.stateOf(s.c.Window); w != nil && foreign(w, s.o) {
		return "qp.bind.foreign-objects"
	}
	o := s.k.stateOf(s.c.Region)
	if o == nil || o.region == nil {
		return ""
	}
	m := o.region
	start, end := span(s.c.Buffer)
	switch {
	case m.phase == unregistered:
		return "qp.bind.unregistered-region"
	case m.phase != registered:
	case start < m.start || end > m.end:
		return "qp.bind.outside-region"
	case s.c.Flags&nd2.AllowWrite != 0 && m.rights&nd2.AllowLocalWrite == 0:
		return "qp.bind.nd-access-violation"
	case foreign(o, s.o):
		return "qp.bind.foreign-objects"
	}
	return ""
}

// resultSent: nothing is sent of a request whose first bytes are of memory that does not allow it, so that neither the
// network nor the peer has a part in its end.
func resultSent(s *step, r *nd2.Result) {
	of := s.request
	if of == nil || of.doomed == "" || of.sound > 0 || !of.unfinished() || of.badToken != 0 ||
		of.kind != nd2.RequestSend && of.kind != nd2.RequestWrite {
		return
	}
	if r.Status == nd2.IOTimeout || r.Status == nd2.RemoteError || r.Status == nd2.DataError {
		s.breach(of.doomed, s.o, "%s ended with %v, and its memory does not allow it", of, r.Status)
	}
}

// resultDoomed: a request does not succeed whose memory does not allow it. A Receive whose message ends before may.
func resultDoomed(s *step, r *nd2.Result) {
	of := s.request
	if of == nil || of.doomed == "" || !of.unfinished() || r.Status != nd2.Success {
		return
	}
	if of.kind == nd2.RequestReceive && uint64(r.BytesTransferred) <= of.sound {
		return
	}
	on := of.pair
	if on == nil {
		on = of.shared
	}
	if of.badToken != 0 && s.k.tokenOf(on, of.badToken) != nil {
		return // that was registered since
	}
	s.breach(of.doomed, s.o, "%s succeeded, although its memory does not allow it", of)
}

// resultAccess: a Send or a Receive of memory that allows it does not end with an access violation.
func resultAccess(s *step, r *nd2.Result) {
	of := s.request
	if of == nil || !of.whole || !of.unfinished() || r.Status != nd2.AccessViolation ||
		of.kind != nd2.RequestSend && of.kind != nd2.RequestReceive {
		return
	}
	for _, m := range of.uses {
		if m.region.phase != registered || m.region.changed > of.started {
			return
		}
	}
	s.breach("cq.getresults."+requestNames[of.kind]+".nd-success", s.o, "%s ended with %v, and its memory is registered",
		of, r.Status)
}
