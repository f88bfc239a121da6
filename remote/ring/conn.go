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
	// halfSize is how much memory one direction has.
	halfSize = 1 << 18
	// arenaSize is how much memory there is beside the rings. What nobody touches, or on Windows commits, takes
	// no room.
	arenaSize = 1 << 30
	size      = 2*halfSize + arenaSize
	// readSize is how much is taken from a ring at a time.
	readSize = 16 << 10
)

// Shared is what two processes share: Memory with a ring in each direction and with more, and what wakes
// the reader and the writer of each.
type Shared struct {
	Memory []byte
	bells  [4]bell
}

// Create returns what is to be shared, and the files by which another process does. They can be closed when
// it has started.
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

// Map shares what another process has created, by its files, which can be closed then.
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

// Arena is the part of the memory that holds no ring.
func (s Shared) Arena() []byte { return s.Memory[2*halfSize:] }

// Discard gives back what the memory holds.
func (s Shared) Discard() { memory.Discard(s.Memory) }

// A Conn is one side of a pair of rings. It implements [wire.Turns].
type Conn struct {
	in, out  *half
	frames   *bufio.Reader
	from, to *os.File

	turn sync.Mutex
	// rung says that this side was woken, and somebody else had the turn.
	rung atomic.Bool
	// err is what receiving has failed with; whoever has the turn may look.
	err error

	buffer []byte
}

// New returns a side of the rings in memory, which is zero at first. The side that created the memory
// writes to the first ring, the other one to the second. The pipes wake a side that is away, and
// their end is that of the other side. The caller has the turn.
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

// Receive implements [wire.Conn], for whoever has the turn.
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
		c.rung.Store(true) // whoever has the turn looks once more before giving it back
		if c.Take() {
			return nil
		}
	}
}

// End says that the other side is gone, which else only [Conn.Wait] finds. What it has written can be received.
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
