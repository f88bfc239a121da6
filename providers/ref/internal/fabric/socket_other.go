//go:build !linux && !windows

package fabric

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"time"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A socket is a UDP socket that moves one datagram per system call.
type socket struct {
	conn *net.UDPConn
	inbox
}

// listen opens RoCEv2's port at an address.
func listen(address netip.Addr) (*socket, error) {
	conn, err := net.ListenUDP("udp", net.UDPAddrFromAddrPort(netip.AddrPortFrom(address, wire.Port)))
	if err != nil {
		return nil, err
	}
	return &socket{conn: conn}, nil
}

// await calls try for each arrival until it returns true. An error says that the socket
// is shut.
func (s *socket) await(try func() bool) error {
	f := new(Frame)
	for {
		n, from, err := s.conn.ReadFromUDPAddrPort(f.buffer[:])
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			return err
		case err != nil: // an earlier datagram could not be sent
			continue
		}
		f.start, f.end = 0, n
		s.put(f, from)
		if try() {
			return nil
		}
	}
}

// send sends frames, and returns how many the system has refused.
func (s *socket) send(frames []*Frame) (refused int) {
	for _, f := range frames {
		if _, err := s.conn.WriteToUDPAddrPort(f.Datagram(), f.Path.Dst); err != nil {
			refused++
		}
	}
	return refused
}

// shut makes await and send return. It does not wait for them.
func (s *socket) shut() { _ = s.conn.SetDeadline(time.Unix(1, 0)) }

// close frees the address.
func (s *socket) close() { s.conn.Close() }
