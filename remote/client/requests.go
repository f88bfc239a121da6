package client

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/proto"
)

// request returns the form of an OVERLAPPED in messages.
func (s *session) request(o *nd2.Overlapped) *proto.Overlapped {
	if o == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.numbers[o]
	if n == 0 {
		s.last++
		n = s.last
		s.numbers[o], s.requests[n] = n, o
	}
	quiet, ok := o.Event.(interface{ WithoutPacket() bool })
	return &proto.Overlapped{Id: n, Event: o.Event != nil, WithoutPacket: ok && quiet.WithoutPacket()}
}

// released forgets the requests that the far side has let go of.
func (s *session) released(object uint64, r *proto.Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.GetGone() {
		delete(s.objects, object)
	}
	if r.GetEmpty() {
		s.forget()
		clear(s.ports)
	}
}
