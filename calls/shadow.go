package calls

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// A Shadow is the OVERLAPPED that the provider is given in place of a client's, for
// one request. It is its own event, so that every notification comes by here.
type Shadow struct {
	nd2.Overlapped
	// Object is what the request is on.
	Object *Object
	// Number tells older requests from newer ones.
	Number uint64
	// Method is what the request was made with; NotifyType is of [CQNotify].
	Method     string
	NotifyType nd2.NotifyType
	// Client is the client's.
	Client *nd2.Overlapped

	mu sync.Mutex
	// told says that the provider has notified of the request.
	told bool
	// muted drops its notifications, and leaves it pending forever.
	muted bool
	// forced, if not nil, is the final status, whatever the provider's is.
	forced *nd2.Status
	// hidden has Internal of the client's OVERLAPPED become 0.
	hidden bool
}

// requests makes a call with an OVERLAPPED.
func (c *Call) requests() nd2.Status {
	switch {
	case c.layer.transparent:
		return c.made()
	case c.Method == GetOverlappedResult:
		c.Shadow = c.shadowOf(c.Overlapped)
		return c.made()
	case c.Overlapped == nil:
		return c.made()
	}
	s := c.newShadow(c.Method, c.NotifyType, c.Overlapped)
	c.Remember(s)
	c.Shadow = s
	status := c.made()
	if status != nd2.Pending {
		s.Object.drop(s)
	}
	return status
}

// overlapped is what the provider is given.
func (c *Call) overlapped() *nd2.Overlapped {
	if c.Shadow != nil {
		return &c.Shadow.Overlapped
	}
	return c.Overlapped
}

func (o *Object) newShadow(method string, kind nd2.NotifyType, client *nd2.Overlapped) *Shadow {
	s := &Shadow{Object: o, Number: o.layer.number(), Method: method, NotifyType: kind, Client: client}
	s.Event = s
	return s
}

// Remember makes s the request that GetOverlappedResult of its client's OVERLAPPED
// asks about.
func (o *Object) Remember(s *Shadow) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.requests == nil {
		o.requests = map[*nd2.Overlapped]*Shadow{}
	}
	o.requests[s.Client] = s
}

func (o *Object) drop(s *Shadow) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.requests[s.Client] == s {
		delete(o.requests, s.Client)
	}
}

// shadowOf returns the request that a client's OVERLAPPED was last given to.
func (o *Object) shadowOf(client *nd2.Overlapped) *Shadow {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.requests[client]
}

// Requests lists the object's overlapped requests, the latest of each OVERLAPPED,
// oldest first. The slice is the caller's.
func (o *Object) Requests() []*Shadow {
	o.mu.Lock()
	defer o.mu.Unlock()
	list := slices.Collect(maps.Values(o.requests))
	slices.SortFunc(list, func(a, b *Shadow) int { return cmp.Compare(a.Number, b.Number) })
	return list
}

// Outstanding lists those requests of which the client has not been notified.
func (o *Object) Outstanding() []*Shadow {
	return slices.DeleteFunc(o.Requests(), (*Shadow).notified)
}

// Notified lists those requests of which the client has been notified.
func (o *Object) Notified() []*Shadow {
	return slices.DeleteFunc(o.Requests(), func(s *Shadow) bool { return !s.notified() })
}

func (s *Shadow) notified() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.told || s.muted || s.forced != nil
}

// Again returns another request with the client's OVERLAPPED, which is not what
// GetOverlappedResult asks about. See [Object.Remember].
func (s *Shadow) Again() *Shadow {
	s.mu.Lock()
	defer s.mu.Unlock()
	again := s.Object.newShadow(s.Method, s.NotifyType, s.Client)
	again.hidden = s.hidden
	return again
}

// Set implements [nd2.Event]: the provider tells of the request's end.
func (s *Shadow) Set() {
	if s.over() {
		return
	}
	s.Object.do(&Call{Method: EventSet, Shadow: s}, func(c *Call) nd2.Status {
		c.Shadow.SetEvent()
		return nd2.Success
	})
}

// SetEvent tells the client that the request has ended, by its OVERLAPPED and its
// event.
func (s *Shadow) SetEvent() {
	if s.quiet() {
		return
	}
	s.Client.Internal = s.internal()
	if s.Client.Event != nil {
		s.Client.Event.Set()
	}
}

// Reset implements [nd2.Event].
func (s *Shadow) Reset() {
	s.Object.do(&Call{Method: EventReset, Shadow: s}, func(c *Call) nd2.Status {
		if c.Shadow.Client.Event != nil {
			c.Shadow.Client.Event.Reset()
		}
		return nd2.Success
	})
}

// Force gives a request that has ended another status.
func (s *Shadow) Force(status nd2.Status) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forced = &status
}

// PostPacket tells the client that the request has ended, by a packet to the
// completion port of the object's file, if there is one.
func (s *Shadow) PostPacket() {
	if f := s.Object.File; f != nil && !s.quiet() {
		f.Post(s.Client)
	}
}

// Post is [Shadow.Set] for the packet: the hooks see it, too.
func (s *Shadow) Post() {
	s.Object.do(&Call{Method: PortPost, Shadow: s}, func(c *Call) nd2.Status {
		c.Shadow.PostPacket()
		return nd2.Success
	})
}

// over notes that the provider has told of the request's end, and reports whether the
// client is not to hear of it.
func (s *Shadow) over() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.told = true
	return s.muted || s.forced != nil
}

func (s *Shadow) quiet() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.muted
}

// Mute has the client never hear of the request again, and leaves it pending.
func (s *Shadow) Mute() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.muted = true
}

// Status is what the request has ended with: what [Shadow.End] or [Shadow.Force] have
// said, or else the provider.
func (s *Shadow) Status() nd2.Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.forced != nil {
		return *s.forced
	}
	return nd2.Status(s.Internal)
}

// HideStatus has Internal of the client's OVERLAPPED become 0 at the request's end,
// whatever its status is.
func (s *Shadow) HideStatus() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hidden = true
}

func (s *Shadow) internal() uintptr {
	s.mu.Lock()
	hidden := s.hidden
	s.mu.Unlock()
	if hidden {
		return 0
	}
	return uintptr(s.Status())
}

// End ends the request for the client, unless it has ended, whatever the provider
// makes of it later.
func (s *Shadow) End(status nd2.Status) {
	if s.forceUnlessOver(status) {
		s.SetEvent()
		s.PostPacket()
	}
}

// result is GetOverlappedResult.
func (s *Shadow) result(inner nd2.Overlapping, wait bool) nd2.Status {
	s.mu.Lock()
	muted, forced := s.muted, s.forced
	s.mu.Unlock()
	switch {
	case muted:
		return nd2.Pending
	case forced != nil:
		return *forced
	}
	return inner.GetOverlappedResult(&s.Overlapped, wait)
}

// forceUnlessOver gives the request a status unless it has one, and reports whether
// it had none.
func (s *Shadow) forceUnlessOver(status nd2.Status) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.told || s.muted || s.forced != nil {
		return false
	}
	s.forced = &status
	return true
}
