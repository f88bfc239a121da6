package judge

import (
	"slices"
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
)

// A token is a local one, of what was registered with an adapter that was opened.
type token struct {
	adapter *object
	value   uint32
}

// A region is what the checker knows of a memory region.
type region struct {
	phase regionPhase
	// attempted says that Deregister has been called since Register was, and has not been refused as too early.
	attempted  bool
	start, end uintptr
	rights     nd2.RegionFlags
	// changed is when Register or Deregister was called last.
	changed uint64
	// users counts the requests that use it and have not ended.
	users int
	// bindings counts the Binds to it whose windows may still be bound.
	bindings int
	// tokens are the local tokens that the client was told.
	tokens []uint32
	// base is its address for peers.
	base   uint64
	remote remote
}

// A regionPhase is how far a region's registration has come.
type regionPhase uint8

const (
	unregistered regionPhase = iota
	registering              // Register has been called, and has not ended
	registered
	deregistering
)

// A window is what the checker knows of a memory window.
type window struct {
	// bound and region say what it is bound to; certain says whether that is known.
	bound, certain bool
	region, on     *object // on is the queue pair that it is bound on
	// outstanding counts the Binds and Invalidates of it that have not ended.
	outstanding int
	remote      remote
	// base, length and flags are those of the latest Bind; backed says that the region has all rights for it, and taken
	// that the call has succeeded.
	base, length  uint64
	flags         nd2.OpFlags
	backed, taken bool
	// changed is when Bind or Invalidate was called last, and settled is when the latest of them with a known end was
	// called; bindings older than the version dead have been invalidated.
	changed, settled, dead uint64
}

// free reports whether a window is certainly unbound, and no Bind or Invalidate of it is outstanding.
func (w *window) free() bool { return w.outstanding == 0 && w.certain && !w.bound }

func trackCreateRegion(s *step) {
	if o := s.created(); o != nil {
		o.region = &region{}
	}
}

func trackCreateWindow(s *step) {
	if o := s.created(); o != nil {
		o.window = &window{certain: true}
	}
}

// span is where a buffer is.
func span(b []byte) (start, end uintptr) {
	start = uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return start, start + uintptr(len(b))
}

// offset is where an address is in the region, in bytes from its start.
func (m *region) offset(address uintptr) int64 { return int64(address) - int64(m.start) }

func beginRegister(s *step) {
	// Deregister may have ended, and the client not have asked yet.
	if m := s.o.region; m != nil && m.phase != registered && !s.going(s.o) {
		s.k.untoken(s.o)
		m.phase, m.attempted = registering, false
		m.start, m.end = span(s.c.Buffer)
		m.base, m.changed = memory.Address(s.c.Buffer), s.k.clock
		m.remote.next()
		m.rights = s.c.Rights
		m.tokens = m.tokens[:0]
	}
}

// trackRegister is of Register and Deregister without an OVERLAPPED; otherwise [trackRequest] notes the end.
func trackRegister(s *step) {
	if s.pending == nil && s.status != nd2.Pending {
		s.o.registration(s.k, s.c.Method == calls.MRDeregister, s.status, s.began)
	}
}

func beginDeregister(s *step) {
	m := s.o.region
	if m == nil {
		return
	}
	m.attempted = true
	if m.phase == registered {
		m.phase, m.changed = deregistering, s.k.clock
	}
}

// registration notes how Register or Deregister has ended, unless another call has begun since.
func (o *object) registration(k *Checker, ends bool, status nd2.Status, began uint64) {
	m := o.region
	switch {
	case m == nil || began < m.changed:
	case !ends && status == nd2.Success:
		m.phase = registered
	case !ends && m.phase == registering, ends && status == nd2.Success:
		m.phase = unregistered
		m.remote.next()
		k.untoken(o)
		m.tokens = m.tokens[:0]
	case ends && m.phase == deregistering:
		m.phase, m.attempted = registered, status != nd2.DeviceBusy
	}
}

// registered is [object.registration] of a request.
func (o *object) registered(p *pending, status nd2.Status) {
	if p.method == calls.MRRegister || p.method == calls.MRDeregister {
		o.registration(p.k, p.method == calls.MRDeregister, status, p.began)
	}
}

// untoken forgets the tokens of a region.
func (k *Checker) untoken(o *object) {
	for _, value := range o.region.tokens {
		if t := (token{o.adapter, value}); k.tokens[t] == o {
			delete(k.tokens, t)
		}
	}
}

// tokenize notes the tokens of a region.
func (k *Checker) tokenize(o *object) {
	for _, value := range o.region.tokens {
		k.tokens[token{o.adapter, value}] = o
	}
}

func trackLocalToken(s *step) {
	m := s.o.region
	if m == nil || m.phase == unregistered || m.phase == deregistering || slices.Contains(m.tokens, s.c.Count) {
		return
	}
	m.tokens = append(m.tokens, s.c.Count)
	s.k.tokenize(s.o)
}

// nobodys reports whether a local token is certainly no registered region's: each region has told its own.
func (k *Checker) nobodys(o *object, value uint32) bool {
	if k.tokenOf(o, value) != nil || o.adapter == nil {
		return false
	}
	for other := range k.alive {
		if m := other.region; m != nil && m.phase != unregistered && len(m.tokens) == 0 &&
			other.adapter.opened == o.adapter.opened {
			return false
		}
	}
	return true
}

// tokenOf returns the region of a local token, nil if no registered region has it. A region of the same adapter, opened
// another time, will do.
func (k *Checker) tokenOf(o *object, value uint32) *object {
	if o.adapter == nil {
		return nil
	}
	if of := k.tokens[token{o.adapter, value}]; of != nil {
		return of
	}
	for t, of := range k.tokens {
		if t.value == value && t.adapter.opened == o.adapter.opened {
			return of
		}
	}
	return nil
}
