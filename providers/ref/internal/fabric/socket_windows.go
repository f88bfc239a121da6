package fabric

import (
	"errors"
	"net/netip"
	"os"
	"runtime"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A socket is a UDP socket, used through Winsock directly: Go's sockets ask the system
// to suppress the resets that datagrams may provoke, and Wine can't do that.
type socket struct {
	inbox
	handle windows.Handle
	// some is set when a datagram has come, stop when the socket is shut.
	some, stop windows.Handle
	stopped    atomic.Bool
}

// listen opens RoCEv2's port at an address.
func listen(address netip.Addr) (*socket, error) {
	s := new(socket)
	for _, step := range []func(netip.Addr) error{s.open, s.bind} {
		if err := step(address); err != nil {
			s.close()
			return nil, err
		}
	}
	return s, nil
}

func (s *socket) open(address netip.Addr) (err error) {
	s.some, err = windows.CreateEvent(nil, 1, 0, nil)
	if err != nil {
		return err
	}
	s.stop, err = windows.CreateEvent(nil, 1, 0, nil)
	if err != nil {
		return err
	}
	s.handle, err = datagrams(address)
	if err != nil {
		return err
	}
	_ = windows.SetsockoptInt(s.handle, windows.SOL_SOCKET, windows.SO_RCVBUF, bufferSize) // as much as is allowed
	return nil
}

func (s *socket) bind(address netip.Addr) error {
	return windows.Bind(s.handle, sockaddr(netip.AddrPortFrom(address, wire.Port)))
}

// await calls try for each arrival until it returns true. An error says that the socket
// is shut.
func (s *socket) await(try func() bool) error {
	f := new(Frame)
	for {
		n, from, err := s.next(f.buffer[:])
		switch {
		case s.stopped.Load():
			return os.ErrDeadlineExceeded
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

// A reception is the memory that the system writes while a datagram is awaited.
type reception struct {
	overlapped  windows.Overlapped
	buffer      windows.WSABuf
	from        windows.RawSockaddrAny
	size        int32
	got, ignore uint32
}

// next waits for a datagram, or for the socket to be shut.
func (s *socket) next(to []byte) (n int, from netip.AddrPort, err error) {
	r := &reception{buffer: windows.WSABuf{Len: uint32(len(to)), Buf: &to[0]}}
	r.overlapped.HEvent, r.size = s.some, int32(unsafe.Sizeof(r.from))
	var pin runtime.Pinner // the system holds it while nothing here does
	defer pin.Unpin()
	pin.Pin(r)
	pin.Pin(&to[0])
	err = windows.WSARecvFrom(s.handle, &r.buffer, 1, &r.got, &r.ignore, &r.from, &r.size, &r.overlapped, nil)
	if errors.Is(err, windows.ERROR_IO_PENDING) {
		if which, _ := windows.WaitForMultipleObjects([]windows.Handle{s.stop, s.some}, false, windows.INFINITE); which == 0 {
			_ = windows.CancelIoEx(s.handle, &r.overlapped)
		}
		err = windows.GetOverlappedResult(s.handle, &r.overlapped, &r.got, true)
	}
	if err != nil {
		return 0, from, err
	}
	sender, err := r.from.Sockaddr()
	return int(r.got), addrPort(sender), err
}

// send sends frames, and returns how many the system has refused.
func (s *socket) send(frames []*Frame) (refused int) {
	for _, f := range frames {
		if windows.Sendto(s.handle, f.Datagram(), 0, sockaddr(f.Path.Dst)) != nil {
			refused++
		}
	}
	return refused
}

// shut makes await return. It does not wait for that.
func (s *socket) shut() {
	s.stopped.Store(true)
	_ = windows.SetEvent(s.stop)
}

// close frees the address.
func (s *socket) close() {
	if s.handle != 0 && s.handle != windows.InvalidHandle {
		_ = windows.Closesocket(s.handle)
	}
	for _, event := range []windows.Handle{s.some, s.stop} {
		if event != 0 {
			_ = windows.CloseHandle(event)
		}
	}
}
