package nic

import (
	"runtime"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// measure checks a request's entries against the limits and returns their length.
// Source: IND2QueuePair::Send, Receive, Read, Write, Return Value.
func measure(sge []nd2.SGE, maxSGE, maxLength uint32) (length uint32, s nd2.Status) {
	if uint64(len(sge)) > uint64(maxSGE) {
		return 0, nd2.DataOverrun
	}
	sum := sumOf(sge)
	if sum > uint64(maxLength) {
		return 0, nd2.BufferOverflow
	}
	return uint32(sum), nd2.Success
}

func sumOf(sge []nd2.SGE) (sum uint64) {
	for i := range sge {
		sum += uint64(len(sge[i].Buffer))
	}
	return sum
}

// A scatterList is a request's copy of its scatter/gather entries. It remembers a place
// in them, since most accesses go from front to back. Most requests have one entry,
// which is stored in the request, where it costs no cache line.
type scatterList struct {
	first nd2.SGE
	// n counts the entries. at is the remembered entry, and start the offset where it
	// begins. at < n, except in an empty list.
	n, at, start uint32
	more         []nd2.SGE // the entries after the first; it grows as needed
}

func (l *scatterList) set(sge []nd2.SGE) {
	l.n, l.at, l.start = uint32(len(sge)), 0, 0
	if len(sge) > 0 {
		l.first = sge[0]
		l.more = append(l.more[:0], sge[1:]...)
	}
}

func (l *scatterList) entry(i uint32) *nd2.SGE {
	if i == 0 {
		return &l.first
	}
	return &l.more[i-1]
}

// from returns the rest of an entry from an offset in the list, and the entry's token.
// The offset is within the list.
func (l *scatterList) from(offset uint32) (rest []byte, token uint32) {
	if offset < l.start {
		l.at, l.start = 0, 0
	}
	for {
		e := l.entry(l.at)
		if within := offset - l.start; within < uint32(len(e.Buffer)) {
			return e.Buffer[within:], e.MemoryRegionToken
		}
		l.start += uint32(len(e.Buffer))
		l.at++
	}
}

// allowed checks all entries; empty ones need no memory.
func (l *scatterList) allowed(d *Domain, need rights) bool {
	for i := range l.n {
		e := l.entry(i)
		if len(e.Buffer) > 0 && !d.device.allows(d, e.MemoryRegionToken, e.Buffer, need) {
			return false
		}
	}
	return true
}

// gather returns n bytes of the list at an offset: in place if they are in one entry,
// else copied to the frame. A small message is always copied at once: memory just
// written can't be read in another width without a stall, and the copy is ready before
// the headers are made.
func (l *scatterList) gather(d *Domain, offset, n uint32, f *fabric.Frame) ([]byte, rc.Outcome) {
	part, token := l.from(offset)
	if uint32(len(part)) < n || n <= onePacket {
		payload := f.Payload(int(n))
		return payload, l.join(d, offset, payload)
	}
	part = part[:n]
	if !d.device.allows(d, token, part, 0) {
		return nil, rc.LocalProtection
	}
	return part, rc.OK
}

// join copies from the list at an offset to dst.
func (l *scatterList) join(d *Domain, offset uint32, dst []byte) rc.Outcome {
	for len(dst) > 0 {
		part, token := l.from(offset)
		part = part[:min(len(part), len(dst))]
		if !d.device.allows(d, token, part, 0) {
			return rc.LocalProtection
		}
		n := copy(dst, part)
		dst = dst[n:]
		offset += uint32(n)
	}
	return rc.OK
}

// place copies src to the start of dst, the last byte last, and returns its length: a
// client that sees the last byte finds the others in place. Source: IND2Adapter.md,
// ND2_ADAPTER_INFO structure, ND_ADAPTER_FLAG_IN_ORDER_DMA_SUPPORTED.
func place(dst, src []byte) int {
	last := len(src) - 1
	if last < 0 {
		return 0
	}
	copy(dst[:last], src)
	if runtime.GOARCH != "amd64" {
		inOrder.Add(1) // a barrier, on processors that reorder stores
	}
	dst[last] = src[last]
	return last + 1
}

// inOrder is place's store barrier.
var inOrder atomic.Uint32

// scatter copies src to the list at an offset.
func (l *scatterList) scatter(d *Domain, offset uint32, src []byte, need rights) rc.Outcome {
	for len(src) > 0 {
		part, token := l.from(offset)
		part = part[:min(len(part), len(src))]
		if !d.device.allows(d, token, part, need) {
			return rc.LocalProtection
		}
		n := place(part, src[:len(part)])
		src = src[n:]
		offset += uint32(n)
	}
	return rc.OK
}
