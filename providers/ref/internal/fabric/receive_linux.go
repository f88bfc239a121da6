package fabric

import (
	"encoding/binary"
	"net/netip"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	frameSize = len(Frame{}.buffer)
	// restSize is how many bytes of an arrival may exceed its first frame.
	restSize = 1<<16 - frameSize
)

// receiveInto makes the batch receive arrivals: each into a frame, and the rest, since
// the system may join datagrams, into its part of rest.
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

// receive moves arrivals into frames, and returns their sources. It expects the frames
// of the last call, except as many of the first as it returned then. It does not wait.
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

// expect sets how many arrivals the next call asks for: asking in vain should be rare.
func (b *batch) expect() {
	if b.done < b.count {
		b.count = 1
		return
	}
	b.count = min(2*b.count, arrivals)
}

// segment returns the length of an arrival's datagrams, except the last.
func (b *batch) segment(i int) int {
	if n, ok := b.controls[i].get(); ok && n > 0 {
		return n
	}
	return max(1, int(b.messages[i].length))
}

// extent returns the length of a datagram in an arrival, or 0 if it exceeds our
// packets.
func (b *batch) extent(i, piece int) int {
	size := b.segments[i]
	if size > frameSize {
		return 0
	}
	return min(size, int(b.messages[i].length)-piece*size)
}

// pieces returns the count of an arrival's datagrams.
func (s *socket) pieces(i int) int {
	size := s.in.segments[i]
	return max(1, (int(s.in.messages[i].length)+size-1)/size)
}

// cut copies a datagram of an arrival to f; the arrival was received into first.
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

// name returns a message's address.
func (b *batch) name(i int) netip.AddrPort {
	n := &b.names[i]
	port := binary.BigEndian.Uint16((*[2]byte)(unsafe.Pointer(&n.Port))[:])
	if n.Family == unix.AF_INET {
		return netip.AddrPortFrom(netip.AddrFrom4((*unix.RawSockaddrInet4)(unsafe.Pointer(n)).Addr), port)
	}
	return netip.AddrPortFrom(netip.AddrFrom16(n.Addr), port)
}
