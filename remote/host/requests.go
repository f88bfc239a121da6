package host

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/proto"
)

// request returns the OVERLAPPED with a number, the same one each time.
func (h *host) request(o *proto.Overlapped) *nd2.Overlapped {
	if o == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.requests[o.GetId()]; r != nil {
		return r
	}
	if len(h.requests) >= 8*h.Limits.Objects {
		h.stop(errTooMany("requests", 8*h.Limits.Objects))
	}
	r := &nd2.Overlapped{}
	switch e := (event{h, o.GetId(), r}); {
	case o.GetWithoutPacket():
		r.Event = &quiet{e}
	case o.GetEvent():
		r.Event = &e
	}
	h.requests[o.GetId()], h.known[r] = r, o.GetId()
	return r
}

// An event tells the client what the provider does to the event of its request.
type event struct {
	*host
	id uint64
	of *nd2.Overlapped
}

// Set implements [nd2.Event]. The provider has completed the request before.
func (e *event) Set() {
	e.tell(&proto.Event{Set: true, Internal: uint64(e.of.Internal), InternalHigh: uint64(e.of.InternalHigh)})
}

// Reset implements [nd2.Event].
func (e *event) Reset() { e.tell(&proto.Event{}) }

func (e *event) tell(m *proto.Event) {
	m.Overlapped = e.id
	e.send(&proto.Frame{Frame: &proto.Frame_Event{Event: m}})
}

// quiet is the event of a request for which no packet may come; see [providers.COM].
type quiet struct{ event }

func (*quiet) WithoutPacket() bool { return true }

// A port tells the client about the packets of a file.
type port struct {
	*host
	file uint64
}

func (p *port) Post(key uintptr, o *nd2.Overlapped) {
	p.mu.Lock()
	m := &proto.Packet{File: p.file, Key: uint64(key), Overlapped: p.known[o]}
	p.mu.Unlock()
	if o != nil {
		m.Internal, m.InternalHigh = uint64(o.Internal), uint64(o.InternalHigh)
	}
	p.send(&proto.Frame{Frame: &proto.Frame_Packet{Packet: m}})
}
