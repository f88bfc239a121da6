//go:build !linux

package fabric

import (
	"net/netip"
	"sync"
)

// An inbox is where a socket that takes one datagram per system call puts it.
type inbox struct {
	mu sync.Mutex
	// arrived is a datagram that nobody has taken, or nil.
	arrived *Frame
	from    netip.AddrPort
}

func (s *inbox) put(f *Frame, from netip.AddrPort) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.arrived, s.from = f, netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
}

// receive moves what has arrived into frames, and returns where it came from. It
// does not wait.
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

// pollable is false: receive takes only what await has found.
const pollable = false

// cuts is false: the system can't cut several datagrams from what is sent at once.
const cuts = false
