//go:build !linux

package fabric

import (
	"net/netip"
	"sync"
)

// An inbox is where a socket that takes one datagram in one call of the system puts it.
type inbox struct {
	mu sync.Mutex
	// arrived is a datagram that nobody has taken, nil if there is none.
	arrived *Frame
	from    netip.AddrPort
}

func (s *inbox) put(f *Frame, from netip.AddrPort) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.arrived, s.from = f, netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
}

// receive takes what has arrived into frames, and says where it is from. It does not
// wait.
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

// pieces is 1: an arrival is one datagram.
func (s *inbox) pieces(int) int { return 1 }

func (s *inbox) cut(int, int, *Frame, *Frame) {}

// pollable says that receive takes only what await has found.
const pollable = false

// cuts says that send can have the system cut several datagrams from what is sent at once.
const cuts = false
