package ring

import (
	"errors"
	"io"
	"sync/atomic"
	"unsafe"
)

// A control is the shared state of one direction. Each word has a separate cache line.
type control struct {
	// written and read count bytes; the writer sets written, the reader read. read <= written <= read +
	// the ring's size.
	written atomic.Uint64
	_       [56]byte
	read    atomic.Uint64
	_       [56]byte
	// reader and writer say how to wake each.
	reader atomic.Uint32
	_      [60]byte
	writer atomic.Uint32
	_      [60]byte
}

// How to wake a side:
const (
	// looks: it need not be woken.
	looks uint32 = iota
	// sleeps: by the futex, or the bell.
	sleeps
	// away: by a byte in the pipe, since nobody reads.
	away
)

var errPositions = errors.New("a ring whose positions are impossible")

// A half is one side's view of one direction.
type half struct {
	*control
	data                   []byte
	readerBell, writerBell bell
	// at is this side's position; its copy in the memory is for the other side, and never read here.
	at   uint64
	spin spinner
	// over is why nothing more can be read or written: the other side is gone, or has broken the
	// protocol.
	over atomic.Pointer[error]
}

// newHalf returns the direction in memory: a control, and the bytes behind it.
func newHalf(memory []byte, reader, writer bell) *half {
	return &half{
		control: (*control)(unsafe.Pointer(unsafe.SliceData(memory))), data: memory[controlSize:],
		readerBell: reader, writerBell: writer,
	}
}

const controlSize = int(unsafe.Sizeof(control{}))

// close wakes this process's waiters, and lets nobody wait any more.
func (h *half) close(why error) {
	h.over.CompareAndSwap(nil, &why)
	h.reader.Store(looks)
	h.readerBell.wake(&h.reader)
	h.writer.Store(looks)
	h.writerBell.wake(&h.writer)
}

// wait returns when there may be something new: it looks for a while, then sleeps.
func (h *half) wait(word *atomic.Uint32, b bell, ready func() bool) {
	if h.spin.looks(ready) {
		return
	}
	word.Store(sleeps)
	if !ready() {
		b.sleep(word, sleeps)
	}
	word.Store(looks)
}

// filled returns how many bytes can be read.
func (h *half) filled() (uint64, error) {
	n := h.written.Load() - h.at
	if n > uint64(len(h.data)) {
		return 0, errPositions
	}
	return n, nil
}

// room returns how many bytes can be written.
func (h *half) room() (uint64, error) {
	used := h.at - h.control.read.Load()
	if used > uint64(len(h.data)) {
		return 0, errPositions
	}
	return uint64(len(h.data)) - used, nil
}

// Read implements [io.Reader].
func (h *half) Read(b []byte) (int, error) {
	for {
		over := h.over.Load()
		n, err := h.filled()
		switch {
		case err != nil:
			return 0, err
		case n > 0:
			return h.take(b[:min(n, uint64(len(b)))]), nil
		case over != nil:
			return 0, *over
		}
		h.wait(&h.reader, h.readerBell, func() bool { return h.written.Load() != h.at || h.over.Load() != nil })
	}
}

func (h *half) take(b []byte) int {
	start := h.at % uint64(len(h.data))
	n := copy(b, h.data[start:])
	copy(b[n:], h.data)
	h.at += uint64(len(b))
	h.control.read.Store(h.at)
	if h.writer.Load() == sleeps && h.writer.Swap(looks) == sleeps {
		h.writerBell.wake(&h.writer)
	}
	return len(b)
}

// write writes as much of b as there is room for, and waits for room for the rest. After each part it
// calls told, which wakes the reader.
func (h *half) write(b []byte, told func(reader uint32)) error {
	for len(b) > 0 {
		if h.over.Load() != nil {
			return io.ErrClosedPipe
		}
		n, err := h.room()
		if err != nil {
			return err
		}
		if n == 0 {
			h.wait(&h.writer, h.writerBell, func() bool {
				return h.at-h.control.read.Load() < uint64(len(h.data)) || h.over.Load() != nil
			})
			continue
		}
		part := b[:min(n, uint64(len(b)))]
		start := h.at % uint64(len(h.data))
		copied := copy(h.data[start:], part)
		copy(h.data, part[copied:])
		h.at += uint64(len(part))
		h.written.Store(h.at)
		if h.reader.Load() != looks {
			told(h.reader.Swap(looks))
		}
		b = b[len(part):]
	}
	return nil
}
