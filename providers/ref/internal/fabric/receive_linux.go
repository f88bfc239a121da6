package fabric

import (
	"encoding/binary"
	"net/netip"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	frameSize = len(Frame{}.buffer)
	// restSize is how many bytes of an arrival do not fit into its first frame.
	restSize = 1<<16 - frameSize
)

// receiveInto makes the batch one of arrivals: each goes into a frame, and whatever
// does not fit, since the system may put datagrams together, into its part of rest.
func (b *batch) receiveInto(rest []byte) {
	b.count, b.done = 1, arrivals // all frames are new the first time
	for i := range arrivals {
		h, v := &b.messages[i].header, b.vectors[2*i:2*i+2]
		h.Iov = &v[0]
		h.SetIovlen(len(v))
		h.Control = (*byte)(unsafe.Pointer(&b.controls[i]))
		v[0].SetLen(frameSize)
		v[1].Base = &rest[i*restSize]
		v[1].SetLen(restSize)
	}
}

// receive moves what has arrived into frames, and returns where it came from. The
// frames are those of the last time, except as many of the first ones as it
// returned then. It does not wait.
func (s *socket) receive(frames []*Frame, from []netip.AddrPort) (n int) {
	b := &s.in
	for i, f := range frames[:b.done] {
		h := &b.messages[i].header
		b.vectors[2*i].Base = &f.buffer[0]
		h.Namelen = unix.SizeofSockaddrInet6
		h.SetControllen(int(unsafe.Sizeof(b.controls[i])))
		b.controls[i].header = unix.Cmsghdr{}
	}
	s.call(unix.SYS_RECVMMSG, b)
	for i, f := range frames[:b.done] {
		from[i] = b.name(i)
		b.segments[i] = b.segment(i)
		f.start, f.end = 0, b.extent(i, 0)
	}
	b.expect()
	return b.done
}

// expect sets how many arrivals the next call takes: the system should be asked as
// seldom as possible for one that is not there.
func (b *batch) expect() {
	if b.done < b.count {
		b.count = 1
		return
	}
	b.count = min(2*b.count, arrivals)
}

// segment returns how long the datagrams of an arrival are, except the last.
func (b *batch) segment(i int) int {
	if n, ok := b.controls[i].get(); ok && n > 0 {
		return n
	}
	return max(1, int(b.messages[i].length))
}

// extent returns how long a datagram of an arrival is, or 0 if it is longer than any
// of our packets.
func (b *batch) extent(i, piece int) int {
	size := b.segments[i]
	if size > frameSize {
		return 0
	}
	return min(size, int(b.messages[i].length)-piece*size)
}

// pieces returns how many datagrams an arrival has.
func (s *socket) pieces(i int) int {
	size := s.in.segments[i]
	return max(1, (int(s.in.messages[i].length)+size-1)/size)
}

// cut makes f a datagram of an arrival other than the first, which was received into
// first.
func (s *socket) cut(i, piece int, first, f *Frame) {
	b := &s.in
	f.start, f.end = 0, b.extent(i, piece)
	at := piece * b.segments[i]
	to := f.buffer[:f.end]
	if at < frameSize {
		n := copy(to, first.buffer[at:])
		at, to = frameSize, to[n:]
	}
	copy(to, b.rest(i)[at-frameSize:])
}

func (b *batch) rest(i int) []byte {
	return unsafe.Slice(b.vectors[2*i+1].Base, restSize)
}

// name returns the address of a message.
func (b *batch) name(i int) netip.AddrPort {
	n := &b.names[i]
	port := binary.BigEndian.Uint16((*[2]byte)(unsafe.Pointer(&n.Port))[:])
	if n.Family == unix.AF_INET {
		return netip.AddrPortFrom(netip.AddrFrom4((*unix.RawSockaddrInet4)(unsafe.Pointer(n)).Addr), port)
	}
	return netip.AddrPortFrom(netip.AddrFrom16(n.Addr), port)
}
