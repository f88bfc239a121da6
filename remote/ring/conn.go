package ring

import (
	"bufio"
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/remote/wire"
)

const (
	// halfSize is the memory of one direction, in bytes.
	halfSize = 1 << 18
	// arenaSize is the memory beside the rings, in bytes. Untouched memory (on Windows, uncommitted) takes no
	// room.
	arenaSize = 1 << 30
	size      = 2*halfSize + arenaSize
	// readSize is how many bytes are taken from a ring at a time.
	readSize = 16 << 10
)

// Shared is what two processes share: Memory, with a ring in each direction and the arena, and the bells of
// each ring's reader and writer.
type Shared struct {
	Memory []byte
	bells  [4]bell
}

// Create returns what is to be shared, and the files that give another process access to it. They can be closed
// when that process has started.
func Create() (s Shared, files []*os.File, err error) {
	b, file, err := memory.Share(size, 2*halfSize)
	if err != nil {
		return s, nil, err
	}
	s.Memory, files = b, []*os.File{file}
	for i := range s.bells {
		if err == nil {
			s.bells[i], files, err = newBell(files)
		}
	}
	return s, files, err
}

// Map shares what another process has created, given its files, which can then be closed.
func Map(files []*os.File) (s Shared, err error) {
	s.Memory, err = memory.Map(files[0], size)
	files = files[1:]
	for i := range s.bells {
		if err == nil {
			s.bells[i], files, err = takeBell(files)
		}
	}
	return s, err
}

// Arena is the memory beside the rings.
func (s Shared) Arena() []byte { return s.Memory[2*halfSize:] }

// Discard frees the memory's pages.
func (s Shared) Discard() { memory.Discard(s.Memory) }

// A Conn is one side of a pair of rings. It implements [wire.Turns].
type Conn struct {
	in, out  *half
	frames   *bufio.Reader
	from, to *os.File

	turn sync.Mutex
	// rung says that this side was woken while another goroutine had the turn.
	rung atomic.Bool
	// err is the error of receiving; the goroutine with the turn may read it.
	err error

	buffer []byte
}

// New returns a side of the rings in memory, which is zero at first. The creator's side writes to the first
// ring, the other to the second. A pipe wakes a side that is away, and ends when the other side ends. The
// caller has the turn.
func New(s Shared, creator bool, from, to *os.File) *Conn {
	first := newHalf(s.Memory[:halfSize], s.bells[0], s.bells[1])
	second := newHalf(s.Memory[halfSize:2*halfSize], s.bells[2], s.bells[3])
	c := &Conn{in: first, out: second, from: from, to: to}
	if creator {
		c.in, c.out = second, first
	}
	doNotWait(to)
	c.turn.Lock()
	c.frames = bufio.NewReaderSize(c.in, readSize)
	return c
}

// Send implements [wire.Conn].
func (c *Conn) Send(frame []byte) error {
	c.buffer = wire.AppendFrame(c.buffer[:0], frame)
	err := c.out.write(c.buffer, c.wakeOther)
	if errors.Is(err, errPositions) {
		c.in.close(err) // so that nobody waits for a reply
	}
	if cap(c.buffer) > halfSize {
		c.buffer = nil
	}
	return err
}

// wakeOther wakes the other side's reader.
func (c *Conn) wakeOther(how uint32) {
	switch how {
	case sleeps:
		c.out.readerBell.wake(&c.out.reader)
	case away:
		knock(c.to)
	}
}

// Receive implements [wire.Conn] for the goroutine with the turn.
func (c *Conn) Receive() ([]byte, error) {
	if c.err != nil {
		return nil, c.err
	}
	frame, err := wire.ReadFrame(c.frames)
	c.err = err
	return frame, err
}

// Take implements [wire.Turns].
func (c *Conn) Take() bool {
	if !c.turn.TryLock() {
		return false
	}
	c.in.reader.Store(looks)
	return true
}

// Give implements [wire.Turns].
func (c *Conn) Give() bool {
	for {
		c.rung.Store(false)
		c.in.reader.Store(away)
		if n, err := c.in.filled(); c.err == nil && (n > 0 || err != nil || c.frames.Buffered() > 0) {
			c.in.reader.Store(looks)
			return false
		}
		c.turn.Unlock()
		if !c.rung.Load() || !c.turn.TryLock() {
			return true
		}
	}
}

// Wait implements [wire.Turns].
func (c *Conn) Wait() error {
	for bytes := make([]byte, 64); ; {
		_, err := c.from.Read(bytes)
		if err != nil {
			c.End(err)
			c.turn.Lock()
			return err
		}
		c.rung.Store(true) // the goroutine with the turn looks once more before giving it back
		if c.Take() {
			return nil
		}
	}
}

// End says that the other side is gone; otherwise only [Conn.Wait] finds out. Bytes already written can be
// received.
func (c *Conn) End(why error) {
	c.in.close(why)
	c.out.close(why)
}

// CloseSend implements [wire.Conn]: the other side finds the end of the pipe.
func (c *Conn) CloseSend() error { return c.to.Close() }

var (
	_ wire.Turns = (*Conn)(nil)
	_ io.Reader  = (*half)(nil)
)
