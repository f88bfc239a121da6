package fabric

import (
	"encoding/binary"
	"net/netip"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

const (
	// maxSegments and maxSegmented are how many datagrams Linux cuts from one send, and
	// from how many bytes, at most (UDP_MAX_SEGMENTS; the content of one IP packet).
	maxSegments  = segments
	maxSegmented = 65_000
)

// control is a message's ancillary data: struct cmsghdr and a segment's length, 2 bytes
// when sending, 4 when receiving.
type control struct {
	header unix.Cmsghdr
	length [8]byte
}

func (c *control) set(length int) {
	c.header.Level, c.header.Type = unix.IPPROTO_UDP, unix.UDP_SEGMENT
	c.header.SetLen(unix.SizeofCmsghdr + 2)
	binary.NativeEndian.PutUint16(c.length[:], uint16(length))
}

// get returns the length, if any.
func (c *control) get() (length int, ok bool) {
	return int(binary.NativeEndian.Uint32(c.length[:])),
		c.header.Level == unix.IPPROTO_UDP && c.header.Type == unix.UDP_GRO
}

// send sends frames, and returns how many the system has refused. It waits while the
// system has no room.
func (s *socket) send(frames []*Frame) (refused int) {
	for len(frames) > 0 {
		s.load(frames)
		b := &s.out
		s.call(unix.SYS_SENDMMSG, b)
		switch {
		case b.done > 0:
		case s.ending.Load():
			return refused + len(frames)
		case b.errno == unix.EAGAIN:
			s.awaitRoom()
		case b.segments[0] > 1 && (b.errno == unix.EIO || b.errno == unix.EINVAL || b.errno == unix.EMSGSIZE):
			s.segments = 1 // the device cannot, or they exceed its MTU
		default:
			refused += b.segments[0]
			b.done = 1
		}
		for _, n := range b.segments[:b.done] {
			frames = frames[n:]
		}
	}
	return refused
}

// awaitRoom waits until the system has room, for a short time: nothing else ends the
// wait.
func (s *socket) awaitRoom() {
	s.use.RLock()
	defer s.use.RUnlock()
	if !s.closed {
		_, _ = unix.Poll([]unix.PollFd{{Fd: int32(s.fd), Events: unix.POLLOUT}}, 100)
	}
}

// load fills the batch with the first frames.
func (s *socket) load(frames []*Frame) {
	b := &s.out
	b.count = 0
	for at := 0; at < min(len(frames), lineBatch); b.count++ {
		n := s.alike(frames[at:min(len(frames), lineBatch)])
		for i, f := range frames[at : at+n] {
			f.identify(uint16(i))
			d := f.Datagram()
			b.vectors[at+i].Base = &d[0]
			b.vectors[at+i].SetLen(len(d))
		}
		b.setName(b.count, frames[at].Path.Dst)
		b.setSegments(b.count, at, n, frames[at])
		at += n
	}
}

// alike returns how many frames can be cut from one send: those on the first frame's
// path with its length, and perhaps a shorter last one.
func (s *socket) alike(frames []*Frame) int {
	first := frames[0]
	size := first.end - first.start
	most := min(len(frames), s.segments, max(1, maxSegmented/size))
	for n := 1; n < most; n++ {
		f := frames[n]
		if f.Path != first.Path || f.end-f.start > size {
			return n
		}
		if f.end-f.start < size {
			return n + 1
		}
	}
	return most
}

// setSegments makes a message of n frames, with vectors from at on.
func (b *batch) setSegments(message, at, n int, first *Frame) {
	h := &b.messages[message].header
	h.Iov = &b.vectors[at]
	h.SetIovlen(n)
	b.segments[message] = n
	h.Control = nil
	h.SetControllen(0)
	if n > 1 {
		c := &b.controls[message]
		c.set(first.end - first.start)
		h.Control = (*byte)(unsafe.Pointer(c))
		h.SetControllen(int(unsafe.Sizeof(*c)))
	}
}

// identify seals the frame for an IPv4 header's identification: Linux counts from 0
// within one send.
func (f *Frame) identify(id uint16) {
	if f.identified == id || !f.Path.Src.Addr().Is4() {
		return
	}
	flow := f.Path.Flow.WithIPv4(id, true)
	wire.Seal(f.Datagram(), &flow)
	f.identified = id
}

// setName sets a message's address.
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
