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
	switch e := (event{h, o.GetId()}); {
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
}

func (e *event) Set()   { e.tell(true) }
func (e *event) Reset() { e.tell(false) }

func (e *event) tell(set bool) {
	e.send(&proto.Frame{Frame: &proto.Frame_Event{Event: &proto.Event{Overlapped: e.id, Set: set}}})
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
	id := p.known[o]
	p.mu.Unlock()
	p.send(&proto.Frame{Frame: &proto.Frame_Packet{Packet: &proto.Packet{File: p.file, Key: uint64(key), Overlapped: id}}})
}
