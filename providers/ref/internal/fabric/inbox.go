//go:build !linux

package fabric

import (
	"net/netip"
	"sync"
)

// An inbox holds the arrival of a socket that receives one datagram per system call.
type inbox struct {
	mu sync.Mutex
	// arrived is the datagram not yet taken, or nil.
	arrived *Frame
	from    netip.AddrPort
}

func (s *inbox) put(f *Frame, from netip.AddrPort) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.arrived, s.from = f, netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
}

// receive moves the arrival into frames, and returns its source. It does not wait.
func (s *inbox) receive(frames []*Frame, from []netip.AddrPort) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.arrived == nil {
		return 0
	}
	frames[0].copyFrom(s.arrived)
	from[0], s.arrived = s.from, nil
	return 1
}

// pieces returns 1: an arrival is one datagram.
func (s *inbox) pieces(int) int { return 1 }

func (s *inbox) cut(int, int, *Frame, *Frame) {}

// pollable is false: receive takes only what await has received.
const pollable = false

// cuts is false: the system can't cut one send into several datagrams.
const cuts = false
