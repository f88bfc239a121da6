package fabric

import (
	"errors"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A socket receives what it sends to itself, and ends when it is shut. It needs no
// address but 127.0.0.1: Wine has no other.
func TestWinsock(t *testing.T) {
	own := netip.MustParseAddr("127.0.0.1")
	s := listenAlone(t, own)
	defer s.close()
	to := netip.AddrPortFrom(own, wire.Port)
	f := &Frame{Path: &Path{Dst: to}}
	f.end = copy(f.buffer[:], "frame")
	if refused := s.send([]*Frame{f, f}); refused > 0 {
		t.Fatalf("%d frames refused", refused)
	}
	frames, from := []*Frame{new(Frame)}, make([]netip.AddrPort, 1)
	arrivals := 0
	err := s.await(func() bool {
		arrivals += s.receive(frames, from)
		if got := frames[0].Datagram(); string(got) != "frame" || from[0] != to {
			t.Errorf("received % x from %v", got, from[0])
		}
		return arrivals == 2
	})
	if err != nil {
		t.Error(err)
	}
	ended := make(chan error)
	go func() { ended <- s.await(func() bool { return false }) }()
	s.shut()
	if err := <-ended; !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("shut: %v", err)
	}
}

// A socket holds back more for a busy receiver than those of the system do: what it does
// not is lost.
func TestWinsockHoldsBack(t *testing.T) {
	own := netip.MustParseAddr("127.0.0.1")
	s := listenAlone(t, own)
	defer s.close()
	plain, err := datagrams(own)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = windows.Closesocket(plain) }()
	if usual, ours := receiveBuffer(t, plain), receiveBuffer(t, s.handle); ours <= usual {
		t.Errorf("%d bytes, and the system's %d", ours, usual)
	}
}

func receiveBuffer(t *testing.T, s windows.Handle) int {
	n, err := windows.GetsockoptInt(s, windows.SOL_SOCKET, windows.SO_RCVBUF)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Winsock's errors are known by their own numbers.
func TestWinsockRefusals(t *testing.T) {
	own := netip.MustParseAddr("127.0.0.1")
	s := listenAlone(t, own)
	defer s.close()
	if _, err := listen(own); !errors.Is(why(err), ErrTaken) {
		t.Errorf("an address in use: %v", err)
	}
	if err := why(errNoOwn); !strings.Contains(err.Error(), "not an address of this machine") {
		t.Error(err)
	}
	if host, network := reach(own, own); !host || !network {
		t.Errorf("no way to itself: %v, %v", host, network)
	}
	deadline := time.AfterFunc(10*time.Second, func() { panic("a socket that is shut goes on") })
	defer deadline.Stop()
	s.shut()
	_ = s.await(func() bool { return false })
}

// listenAlone is listen, once no other program of this machine has the port.
func listenAlone(t *testing.T, own netip.Addr) *socket {
	t.Helper()
	for until := time.Now().Add(time.Minute); ; {
		s, err := listen(own)
		if err == nil {
			return s
		}
		if !errors.Is(why(err), ErrTaken) || time.Now().After(until) {
			t.Fatal(err)
		}
	}
}
