package mutant

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// A shadow is the OVERLAPPED that the engine is given in place of a client's. It is
// its own event, so that every notification comes by here.
type shadow struct {
	nd2.Overlapped
	object *object
	// number tells older requests from newer ones.
	number uint64
	// method is what the request was made with; kind is of Notify.
	method string
	kind   nd2.NotifyType
	client *nd2.Overlapped

	mu sync.Mutex
	// told says that the engine has notified of the request.
	told bool
	// muted drops its notifications, and leaves it pending for ever.
	muted bool
	// forced, if not nil, is the final status, whatever the engine's is.
	forced *nd2.Status
}

// doOverlapped is do for a call with an OVERLAPPED.
func (o *object) doOverlapped(c *call, client *nd2.Overlapped, next func(c *call, o *nd2.Overlapped) nd2.Status) nd2.Status {
	if client == nil {
		return o.do(c, func(c *call) nd2.Status { return next(c, nil) })
	}
	s := &shadow{object: o, number: o.world.number(), method: c.method, kind: c.kind, client: client}
	s.Event = s
	o.remember(s)
	c.shadow = s
	status := o.do(c, func(c *call) nd2.Status { return next(c, &s.Overlapped) })
	if status != nd2.Pending {
		o.drop(s)
	}
	return status
}

func (o *object) remember(s *shadow) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.requests == nil {
		o.requests = map[*nd2.Overlapped]*shadow{}
	}
	o.requests[s.client] = s
}

func (o *object) drop(s *shadow) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.requests[s.client] == s {
		delete(o.requests, s.client)
	}
}

// shadowOf gives the request that a client's OVERLAPPED was given to last.
func (o *object) shadowOf(client *nd2.Overlapped) *shadow {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.requests[client]
}

// outstanding lists the requests of which nobody has been notified, in no order.
func (o *object) outstanding() (list []*shadow) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, s := range o.requests {
		if !s.notified() {
			list = append(list, s)
		}
	}
	return list
}

func (s *shadow) notified() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.told || s.muted || s.forced != nil
}

// Set implements [nd2.Event]: the engine tells of the request's end.
func (s *shadow) Set() {
	if s.over() {
		return
	}
	s.object.do(&call{method: "Event::Set", shadow: s}, func(c *call) nd2.Status {
		c.shadow.set()
		return nd2.Success
	})
}

// set tells the client.
func (s *shadow) set() {
	if s.quiet() {
		return
	}
	s.client.Internal = s.Internal
	if s.client.Event != nil {
		s.client.Event.Set()
	}
}

// Reset implements [nd2.Event].
func (s *shadow) Reset() {
	s.object.do(&call{method: "Event::Reset", shadow: s}, func(c *call) nd2.Status {
		if c.shadow.client.Event != nil {
			c.shadow.client.Event.Reset()
		}
		return nd2.Success
	})
}

// force gives a request that is over another status.
func (s *shadow) force(status nd2.Status) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forced = &status
}

// post tells the client's port.
func (s *shadow) post() {
	if f := s.object.file; f != nil && !s.quiet() {
		f.post(s.client)
	}
}

// over notes that the engine has told of the request's end, and reports whether the
// client is not to hear of it.
func (s *shadow) over() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.told = true
	return s.muted || s.forced != nil
}

func (s *shadow) quiet() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.muted
}

// mute has the client never hear of the request again.
func (s *shadow) mute() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.muted = true
}

// status is what the engine ended the request with.
func (s *shadow) status() nd2.Status { return nd2.Status(s.Internal) }

// end ends the request for the client, whatever the engine makes of it later.
func (s *shadow) end(status nd2.Status) {
	s.mu.Lock()
	over := s.told || s.muted || s.forced != nil
	if !over {
		s.forced = &status
	}
	s.mu.Unlock()
	if over {
		return
	}
	s.set()
	s.post()
}

// result is GetOverlappedResult.
func (s *shadow) result(inner nd2.Overlapping, wait bool) nd2.Status {
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
