package judge

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
)

// Where a program has both ends of a connection, the checker knows what a peer's Read or Write reaches: which region
// or window the token is of, and whether that allows it.

// An opening is what a remote token has led to: a region or a window, as it was at some version.
type opening struct {
	of      *object
	version uint64
}

// mostRemotes is how many remote tokens of an object are known, those that are good no longer included.
const mostRemotes = 16

// A remote has the tokens of a region or a window that its client was told for peers.
type remote struct {
	// version changes with each registration or Bind, and when what these opened is closed.
	version uint64
	// told are the tokens, oldest first, and current is the one of this version, if known says that there is one.
	told    []uint32
	current uint32
	known   bool
	// unsteady says that a version has had two tokens: which of them is good is not known.
	unsteady bool
}

// next begins another version.
func (m *remote) next() {
	m.version++
	m.known, m.unsteady = false, false
}

// remote returns the remote tokens of a region or a window, nil of any other object.
func (o *object) remote() *remote {
	switch {
	case o.region != nil:
		return &o.region.remote
	case o.window != nil:
		return &o.window.remote
	}
	return nil
}

// beginRemoteToken notes the version of the token that the call asks for.
func beginRemoteToken(s *step) {
	if m := s.o.remote(); m != nil {
		s.version = m.version
	}
}

// trackRemoteToken notes the token of a region that is registered, or of a window for which a Bind was taken.
func trackRemoteToken(s *step) {
	m := s.o.remote()
	if m == nil || m.version != s.version || s.o.gone || !s.o.opens() {
		return
	}
	value := s.c.Count
	m.unsteady = m.unsteady || m.known && m.current != value
	m.current, m.known = value, true
	s.k.reach[token{s.o.adapter, value}] = opening{s.o, m.version}
	if slices.Contains(m.told, value) {
		return
	}
	if len(m.told) == mostRemotes {
		s.k.unreach(s.o, m.told[0])
		m.told = slices.Delete(m.told, 0, 1)
	}
	m.told = append(m.told, value)
}

// opens reports whether an object may have a token that is good.
func (o *object) opens() bool {
	if o.region != nil {
		return o.region.phase == registered
	}
	return o.window.taken
}

// unreach forgets a remote token of an object.
func (k *Checker) unreach(o *object, value uint32) {
	if t := (token{o.adapter, value}); k.reach[t].of == o {
		delete(k.reach, t)
	}
}

// closed forgets what a released region or window was to peers.
func (k *Checker) closed(o *object) {
	if m := o.remote(); m != nil {
		for _, value := range m.told {
			k.unreach(o, value)
		}
		if o.adapter != nil {
			o.adapter.closed = k.clock
		}
	}
}

// A target is what a Read or Write is for, at the other end.
type target struct {
	opening
	at uint64
	// allows says that it is certainly allowed, and denied is the rule by which a Read must not succeed.
	allows bool
	denied string
}

// aim notes what a Read or Write is for. That is not known of one without bytes.
func (s *step) aim() {
	r := s.request
	if r.kind != nd2.RequestRead && r.kind != nd2.RequestWrite || r.length == 0 {
		return
	}
	far := s.o.pair.far
	if far == nil {
		return
	}
	to, known := s.k.reach[token{far.adapter, s.c.Token}]
	if !known {
		return
	}
	r.target = target{opening: to, at: s.c.Address}
	r.target.allows, r.target.denied = r.verdict(far)
}

// verdict says whether what a request is for allows it for certain, and otherwise the rule by which it allows no Read,
// if that is certain.
func (r *request) verdict(far *object) (allows bool, denied string) {
	o := r.target.of
	if o.gone {
		return false, ""
	}
	if o.region != nil {
		return r.regionVerdict(o.region)
	}
	return r.windowVerdict(o.window, far)
}

// within reports whether a request is within memory from start on.
func (r *request) within(start, length uint64) bool {
	at := r.target.at
	return at >= start && at-start <= length && r.length <= length-(at-start)
}

func (r *request) regionVerdict(m *region) (allows bool, denied string) {
	needed := nd2.AllowRemoteWrite
	if r.kind == nd2.RequestRead {
		needed = nd2.AllowRemoteRead
	}
	switch {
	case m.phase == deregistering || m.phase == registering || m.remote.unsteady:
		return false, ""
	case r.target.version != m.remote.version:
		return false, "mr.deregister.ends-remote-reading"
	case !r.within(m.base, uint64(m.end-m.start)):
		return false, "mr.bounds.read"
	case m.rights&needed&^nd2.AllowLocalWrite == 0:
		return false, "mr.rights.no-remote-read"
	}
	return m.rights&needed == needed, ""
}

func (r *request) windowVerdict(w *window, far *object) (allows bool, denied string) {
	needed := nd2.AllowWrite
	if r.kind == nd2.RequestRead {
		needed = nd2.AllowRead
	}
	switch {
	case r.target.version < w.dead:
		return false, "mw.invalidate.ends-reading"
	case r.target.version != w.remote.version, w.remote.unsteady, w.outstanding > 0, !w.holds(), w.on != far,
		far.severed():
		return false, ""
	case !r.within(w.base, w.length):
		return false, "mw.bounds.read"
	case w.flags&needed == 0:
		return false, "mw.rights.write-only"
	}
	return w.backed, ""
}

// bindTo notes what a window is being bound to.
func (s *step) bindTo(w *window) {
	w.remote.next()
	w.changed, w.taken, s.request.version = s.k.clock, false, w.remote.version
	if s.c.Method != calls.QPBind {
		return
	}
	w.base, w.length, w.flags, w.backed = memory.Address(s.c.Buffer), uint64(len(s.c.Buffer)), s.c.Flags, s.backed
}
