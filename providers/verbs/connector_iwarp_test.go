//go:build linux && cgo && verbs

package verbs

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
)

// A Connect gets past a connection of TCP that has its two ports, or its own, as a former one
// has that is not closed yet: from another port, or when the port that the client has asked
// for becomes free.
func TestPortTaken(t *testing.T) {
	for _, fixed := range []bool{false, true} {
		for _, reuse := range []bool{false, true} {
			t.Run(fmt.Sprintf("port by Bind %v, reused %v", fixed, reuse), func(t *testing.T) {
				s := openSide(t)
				if !s.device.limits.IWARP {
					t.Skip("RoCE uses no ports of TCP")
				}
				connectFromTakenPort(s, fixed, reuse)
			})
		}
	}
}

func connectFromTakenPort(s *side, fixed, reuse bool) {
	t, a, p := s.t, s.end(false), s.end(false)
	l, address := s.listener()
	c := a.connector.(*connector)
	other, own := s.tcp(address, reuse)
	connect := func() *request {
		return start(a.connector, func(o *nd2.Overlapped) nd2.Status {
			return a.connector.Connect(a.QueuePair, address, 4, 4, nil, o)
		})
	}
	if !fixed {
		c.bound = own
		s.accept(l, a, p, connect())
		return
	}
	succeed(t, "Bind", c.Bind(nd2.Sockaddr(own)))
	if got := connect().wait(t); got != nd2.AddressAlreadyExists {
		t.Errorf("Connect from the port of another connection: %v", got)
	}
	again := connect()
	s.until(func() bool { return c.asked == unanswered })
	other.Close()
	s.accept(l, a, p, again)
}

// accept finishes a Connect that has been started.
func (s *side) accept(l nd2.Listener, a, p *end, connect *request) {
	s.t.Helper()
	got := start(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(p.connector, o) })
	if got.returned == nd2.Pending {
		select {
		case <-got.event.signaled():
		case <-connect.event.signaled():
			s.t.Fatalf("Connect: %v", connect.wait(s.t))
		}
	}
	succeed(s.t, "GetConnectionRequest", got.wait(s.t))
	accept := start(p.connector, func(o *nd2.Overlapped) nd2.Status {
		return p.connector.Accept(p.QueuePair, 4, 4, nil, o)
	})
	succeed(s.t, "Connect", connect.wait(s.t))
	succeed(s.t, "CompleteConnect", start(a.connector, a.connector.CompleteConnect).wait(s.t))
	succeed(s.t, "Accept", accept.wait(s.t))
}

// tcp connects to a listener with TCP alone, which the listener does not report.
func (s *side) tcp(address []byte, reuse bool) (net.Conn, netip.AddrPort) {
	s.t.Helper()
	to, _ := parseAddress(address)
	d := net.Dialer{
		LocalAddr: net.TCPAddrFromAddrPort(s.address(0)),
		Control: func(_, _ string, c syscall.RawConn) error {
			var err error
			failed := c.Control(func(fd uintptr) {
				if reuse {
					err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1)
				}
			})
			return errors.Join(err, failed)
		},
	}
	conn, err := d.Dial("tcp", to.String())
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { conn.Close() })
	if err := conn.(*net.TCPConn).SetLinger(0); err != nil { // its ports are free when it is closed
		s.t.Fatal(err)
	}
	return conn, conn.LocalAddr().(*net.TCPAddr).AddrPort()
}

// until waits for a state of the device's connections.
func (s *side) until(reached func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(limit); ; runtime.Gosched() {
		s.device.cm.Lock()
		ok := reached()
		s.device.cm.Unlock()
		if ok {
			return
		}
		if time.Now().After(deadline) {
			s.t.Fatal("a state is not reached")
		}
	}
}
