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
	// arenaSize is how much memory there is beside the rings. What nobody touches takes no room.
	arenaSize = 1 << 30
	size      = 2*halfSize + arenaSize
	// readSize is how much is taken from a ring at a time.
	readSize = 16 << 10
)

// Create returns memory for the rings of two processes, and the file by which the other one maps it.
func Create() (shared []byte, file *os.File, err error) { return memory.Share(size) }

// Map maps the memory that another process has created.
func Map(file *os.File) (shared []byte, err error) { return memory.Map(file, size) }

// Arena is the part of the memory that holds no ring.
func Arena(shared []byte) []byte { return shared[2*halfSize:] }

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
func New(shared []byte, creator bool, from, to *os.File) *Conn {
	first, second := newHalf(shared[:halfSize]), newHalf(shared[halfSize:2*halfSize])
	c := &Conn{in: first, out: second, from: from, to: to}
	if creator {
		c.in, c.out = second, first
	}
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
		wake(&c.out.reader)
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
			c.in.close(err)
			c.out.close(err)
			c.turn.Lock()
			return err
		}
		c.rung.Store(true) // whoever has the turn looks once more before giving it back
		if c.Take() {
			return nil
		}
	}
}

// CloseSend implements [wire.Conn]: the other side finds the end of the pipe.
func (c *Conn) CloseSend() error { return c.to.Close() }

var (
	_ wire.Turns = (*Conn)(nil)
	_ io.Reader  = (*half)(nil)
)
