package fabric

import (
	"net/netip"
	"sync"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A socket is a UDP socket that moves many datagrams in one system call.
type socket struct {
	fd int
	// bell is what Go waits for instead of the socket. Otherwise each sender would wake
	// a goroutine that waits for the socket, even while a client polls.
	bell *bell
	// use is held for reading during each system call, so that close waits for those
	// under way.
	use    sync.RWMutex
	closed bool
	// ending says that the socket will be closed.
	ending atomic.Bool

	// The receiving goroutine owns in, the sending goroutine owns out.
	in, out batch
	// segments is how many datagrams the system may cut from one send.
	segments int
}

// A batch holds the messages of one call.
type batch struct {
	messages [lineBatch]message
	vectors  [lineBatch]unix.Iovec
	names    [lineBatch]unix.RawSockaddrInet6 // or RawSockaddrInet4, which is smaller
	// count is the number of messages, done how many of them were taken; errno is why
	// none was. done <= count.
	count, done int
	errno       unix.Errno
	// segments are the counts of datagrams in sent messages, and the lengths of
	// datagrams in received ones; controls carry the lengths.
	segments [lineBatch]int
	controls [lineBatch]control
}

// message is struct mmsghdr.
type message struct {
	header unix.Msghdr
	length uint32
}

// listen opens RoCEv2's port at an address.
func listen(address netip.Addr) (*socket, error) {
	fd, err := bind(address)
	if err != nil {
		return nil, err
	}
	s := &socket{fd: fd}
	s.bell, err = newBell(fd)
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	for _, b := range []*batch{&s.in, &s.out} {
		b.init()
	}
	s.in.receiveInto(make([]byte, arrivals*restSize))
	if err := s.configure(fd, address.Is4()); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// bind makes a socket at an address.
func bind(address netip.Addr) (fd int, err error) {
	var at unix.Sockaddr
	family := unix.AF_INET6
	if address.Is4() {
		family, at = unix.AF_INET, &unix.SockaddrInet4{Port: wire.Port, Addr: address.As4()}
	} else {
		at = &unix.SockaddrInet6{Port: wire.Port, Addr: address.As16()}
	}
	fd, err = unix.Socket(family, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	err = unix.Bind(fd, at)
	if err != nil {
		unix.Close(fd)
	}
	return fd, err
}

func (b *batch) init() {
	for i := range b.messages {
		h := &b.messages[i].header
		h.Name = (*byte)(unsafe.Pointer(&b.names[i]))
		h.Iov = &b.vectors[i]
		h.SetIovlen(1)
	}
}

// configure makes the system set the don't fragment flag, and with it an
// identification of 0, in IPv4 headers, as NewFlow assumes.
func (s *socket) configure(fd int, four bool) error {
	if unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUFFORCE, bufferSize) != nil {
		_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUF, bufferSize) // as much as is allowed
	}
	_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_SNDBUF, bufferSize)
	s.segments = 1
	if _, err := unix.GetsockoptInt(fd, unix.IPPROTO_UDP, unix.UDP_SEGMENT); err == nil {
		s.segments = maxSegments
	}
	_ = unix.SetsockoptInt(fd, unix.IPPROTO_UDP, unix.UDP_GRO, 1) // an old system works without
	if four {
		return unix.SetsockoptInt(fd, unix.IPPROTO_IP, unix.IP_MTU_DISCOVER, unix.IP_PMTUDISC_DO)
	}
	return unix.SetsockoptInt(fd, unix.IPPROTO_IPV6, unix.IPV6_MTU_DISCOVER, unix.IPV6_PMTUDISC_DO)
}

// await calls try until it returns true, each time that something may have arrived. An
// error says that the socket is shut.
func (s *socket) await(try func() bool) error { return s.bell.await(try) }

// call is recvmmsg or sendmmsg.
func (s *socket) call(trap uintptr, b *batch) {
	s.use.RLock()
	defer s.use.RUnlock()
	b.done, b.errno = 0, unix.EBADF
	for !s.closed {
		n, _, errno := unix.Syscall6(trap, uintptr(s.fd), uintptr(unsafe.Pointer(&b.messages[0])), uintptr(b.count),
			unix.MSG_DONTWAIT, 0, 0)
		b.errno = errno
		if errno == 0 {
			b.done = int(n)
		}
		if errno != unix.EINTR {
			return
		}
	}
}

// shut makes await return, and send soon after. It waits for neither.
func (s *socket) shut() {
	s.ending.Store(true)
	s.bell.silence()
}

// close frees the address.
func (s *socket) close() {
	s.bell.close()
	s.use.Lock()
	defer s.use.Unlock()
	s.closed = true
	unix.Close(s.fd)
}

// pollable is true: receive looks itself, whoever calls it.
const pollable = true

// cuts is true: the system can cut one send into several datagrams.
const cuts = true
