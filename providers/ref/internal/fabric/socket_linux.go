package fabric

import (
	"encoding/binary"
	"net"
	"net/netip"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A socket is a UDP socket that takes many datagrams in one call of the system.
type socket struct {
	conn *net.UDPConn
	raw  syscall.RawConn

	// in is owned by the goroutine that receives, out by the one that sends.
	in, out batch
	read    func(fd uintptr)
	write   func(fd uintptr) bool
	// segments is how many datagrams the system cuts from one send at most.
	segments int
}

// A batch is what one call takes.
type batch struct {
	messages [lineBatch]message
	vectors  [lineBatch]unix.Iovec
	names    [lineBatch]unix.RawSockaddrInet6 // or RawSockaddrInet4, which is smaller
	// count is how many messages there are, done how many have been taken.
	count, done int
	// segments are how many datagrams are in each message, controls say how long they
	// are.
	segments [lineBatch]int
	controls [lineBatch]control
}

// message is struct mmsghdr.
type message struct {
	header unix.Msghdr
	length uint32
	_      [4]byte
}

// bufferSize is how many bytes a socket holds back for a receiver that is busy: more
// than what the windows of some connections are. The system may give less.
const bufferSize = 8 << 20

// listen opens RoCEv2's port at an address.
func listen(address netip.Addr) (*socket, error) {
	conn, err := net.ListenUDP("udp", net.UDPAddrFromAddrPort(netip.AddrPortFrom(address, wire.Port)))
	if err != nil {
		return nil, err
	}
	raw, err := conn.SyscallConn()
	if err != nil {
		return nil, err
	}
	s := &socket{conn: conn, raw: raw}
	for _, b := range []*batch{&s.in, &s.out} {
		b.init()
	}
	s.in.prepare()
	s.read, s.write = s.readBatch, s.writeBatch
	if err := raw.Control(func(fd uintptr) { err = s.configure(int(fd), address.Is4()) }); err != nil {
		return nil, err
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return s, nil
}

func (b *batch) init() {
	for i := range b.messages {
		h := &b.messages[i].header
		h.Name = (*byte)(unsafe.Pointer(&b.names[i]))
		h.Iov = &b.vectors[i]
		h.SetIovlen(1)
		b.controls[i].init()
	}
}

// configure has the system set the don't fragment flag, and with it an
// identification of 0 in IPv4 headers, as NewFlow takes for granted.
func (s *socket) configure(fd int, four bool) error {
	if unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUFFORCE, bufferSize) != nil {
		_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUF, bufferSize) // as much as there may be
	}
	_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_SNDBUF, bufferSize)
	s.segments = 1
	if _, err := unix.GetsockoptInt(fd, unix.IPPROTO_UDP, unix.UDP_SEGMENT); err == nil {
		s.segments = maxSegments
	}
	if four {
		return unix.SetsockoptInt(fd, unix.IPPROTO_IP, unix.IP_MTU_DISCOVER, unix.IP_PMTUDISC_DO)
	}
	return unix.SetsockoptInt(fd, unix.IPPROTO_IPV6, unix.IPV6_MTU_DISCOVER, unix.IPV6_PMTUDISC_DO)
}

// await calls try, and calls it again whenever something may have arrived, until it
// returns true. An error says that the socket is shut.
func (s *socket) await(try func(fd uintptr) bool) error { return s.raw.Read(try) }

// prepare has the first receive replace all frames.
func (b *batch) prepare() {
	b.count, b.done = lineBatch, lineBatch
	for i := range b.vectors {
		b.vectors[i].SetLen(len(Frame{}.buffer))
	}
}

// receive takes what has arrived into frames, which are those of the last time but
// for the first so many that it gave back, and says where it is from. It does not
// wait.
func (s *socket) receive(frames []*Frame, from []netip.AddrPort) (n int) {
	b := &s.in
	for i, f := range frames[:b.done] {
		b.vectors[i].Base = &f.buffer[0]
		b.messages[i].header.Namelen = unix.SizeofSockaddrInet6
	}
	b.done = 0
	if s.raw.Control(s.read) != nil {
		return 0
	}
	for i, f := range frames[:b.done] {
		f.start, f.end = 0, int(b.messages[i].length)
		if b.messages[i].header.Flags&unix.MSG_TRUNC != 0 {
			f.end = 0 // no packet of ours
		}
		from[i] = b.name(i)
	}
	return b.done
}

func (s *socket) readBatch(fd uintptr) {
	s.in.done = call(unix.SYS_RECVMMSG, fd, &s.in, 0)
}

// call is recvmmsg or sendmmsg. It gives how many messages were taken: 0 for an
// error, -1 if the system has no room.
func call(trap, fd uintptr, b *batch, flags uintptr) int {
	for {
		n, _, errno := unix.Syscall6(trap, fd, uintptr(unsafe.Pointer(&b.messages[0])), uintptr(b.count), flags, 0, 0)
		switch {
		case errno == 0:
			return int(n)
		case errno == unix.EINTR:
		case errno == unix.EAGAIN && trap == unix.SYS_SENDMMSG:
			return -1
		default:
			return 0
		}
	}
}

// shut has await and send return. It does not wait for them.
func (s *socket) shut() { _ = s.conn.SetDeadline(time.Unix(1, 0)) }

// close gives the address back.
func (s *socket) close() { s.conn.Close() }

// name gives the address of a message.
func (b *batch) name(i int) netip.AddrPort {
	n := &b.names[i]
	port := binary.BigEndian.Uint16((*[2]byte)(unsafe.Pointer(&n.Port))[:])
	if n.Family == unix.AF_INET {
		return netip.AddrPortFrom(netip.AddrFrom4((*unix.RawSockaddrInet4)(unsafe.Pointer(n)).Addr), port)
	}
	return netip.AddrPortFrom(netip.AddrFrom16(n.Addr), port)
}

// setName sets it.
func (b *batch) setName(i int, to netip.AddrPort) {
	n, h := &b.names[i], &b.messages[i].header
	binary.BigEndian.PutUint16((*[2]byte)(unsafe.Pointer(&n.Port))[:], to.Port())
	if to.Addr().Is4() {
		n.Family, h.Namelen = unix.AF_INET, unix.SizeofSockaddrInet4
		(*unix.RawSockaddrInet4)(unsafe.Pointer(n)).Addr = to.Addr().As4()
		return
	}
	n.Family, h.Namelen = unix.AF_INET6, unix.SizeofSockaddrInet6
	n.Addr, n.Flowinfo, n.Scope_id = to.Addr().As16(), 0, 0
}
