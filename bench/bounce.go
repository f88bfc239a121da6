package bench

import (
	"sync/atomic"
	"unsafe"

	"github.com/ndconform/ndconform/internal/timeout"
)

// A bounce writes a message to and fro. The message's last byte shows its arrival: it differs from
// the one before.
type bounce struct {
	p    [2]*poster
	mark byte
}

// run writes to and fro n times.
func (b *bounce) run(n int) error {
	for e := range b.p { // the memory may contain the next mark by chance
		b.p[e].side.in[b.p[e].size-1] = ^(b.mark + byte(1+e))
	}
	for range n {
		for e, from := range b.p {
			if err := from.settle(); err != nil { // else the provider may still own what it sent last
				return err
			}
			b.mark++
			from.owed++
			from.side.out[from.size-1] = b.mark
			if err := from.write(0); err != nil {
				return err
			}
			if err := b.await(b.p[1-e]); err != nil {
				return err
			}
		}
	}
	return nil
}

// await waits until the last byte of a message has arrived.
func (b *bounce) await(to *poster) error {
	last := newLastByte(to.side.in[:to.size])
	var limit *timeout.Timeout
	for idle := 1; last.value() != b.mark; idle++ {
		if idle%patience == 0 {
			if err := to.received.link.idle(&limit); err != nil {
				return err
			}
		}
	}
	return nil
}

// A lastByte is the last byte of a buffer, which an adapter may store at any time.
type lastByte struct {
	word  *uint32
	shift uint
}

// newLastByte returns the last byte of b, which has a guard before it.
func newLastByte(b []byte) lastByte {
	at := unsafe.Pointer(&b[len(b)-1])
	within := uintptr(at) % 4
	return lastByte{(*uint32)(unsafe.Add(at, -int(within))), 8 * uint(within)}
}

// value loads it. All systems with providers store the lowest byte of a word first.
func (l lastByte) value() byte { return byte(atomic.LoadUint32(l.word) >> l.shift) }
