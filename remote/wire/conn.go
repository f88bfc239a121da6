package wire

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
)

// MaxFrame limits a frame, in bytes.
const MaxFrame = 8 << 20

// A Conn carries frames both ways, in order. It has one sender and one receiver at a time.
type Conn interface {
	// Send sends a frame; the caller keeps it.
	Send(frame []byte) error
	// Receive returns the next frame, which the caller owns, and io.EOF if the other side has no more to
	// say.
	Receive() ([]byte, error)
	// CloseSend says that this side has no more to say.
	CloseSend() error
}

// Turns is a Conn whose turn to receive passes between goroutines: a goroutine that waits for a message
// takes what comes, and need not be woken by another. At first the owner has the turn.
type Turns interface {
	Conn
	// Take takes the turn, unless another goroutine has it.
	Take() bool
	// Give gives the turn back. If messages are there already, the caller keeps the turn, and Give is
	// false.
	Give() bool
	// Wait waits until something may have come while nobody had the turn, and takes the turn. The error
	// says why nothing more will come. One goroutine calls it.
	Wait() error
}

// AppendFrame appends a frame as in a stream: after its length.
func AppendFrame(to, frame []byte) []byte {
	return append(binary.AppendUvarint(to, uint64(len(frame))), frame...)
}

var errLength = fmt.Errorf("a frame of more than %d bytes", MaxFrame)

// CutFrame returns the first frame of a part of a stream, and the rest.
func CutFrame(stream []byte) (frame, rest []byte, err error) {
	length, n := binary.Uvarint(stream)
	if n <= 0 || length > uint64(len(stream)-n) {
		return nil, nil, errShort
	}
	return stream[n:][:length:length], stream[n:][length:], nil
}

// ReadFrame reads a frame from a stream. An error within a frame is never io.EOF.
func ReadFrame(from *bufio.Reader) ([]byte, error) {
	length, err := binary.ReadUvarint(from)
	if err != nil {
		return nil, err
	}
	if length > MaxFrame {
		return nil, errLength
	}
	frame := make([]byte, length)
	if _, err := io.ReadFull(from, frame); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return frame, nil
}

// Ready reports whether the next frame of a stream has come.
func Ready(from *bufio.Reader) bool {
	come, _ := from.Peek(from.Buffered())
	_, _, err := CutFrame(come)
	return err == nil
}

// A stream is a Conn over a pair of pipes.
type stream struct {
	from *bufio.Reader
	to   io.Writer
	out  []byte
}

// streamBuffer is how many bytes are read from a stream at a time.
const streamBuffer = 64 << 10

// NewStream returns a Conn over a stream in each direction. It writes each frame at once.
func NewStream(from io.Reader, to io.Writer) Conn {
	return &stream{from: bufio.NewReaderSize(from, streamBuffer), to: to}
}

// Send implements [Conn].
func (s *stream) Send(frame []byte) error {
	s.out = AppendFrame(s.out[:0], frame)
	_, err := s.to.Write(s.out)
	if cap(s.out) > streamBuffer {
		s.out = nil
	}
	return err
}

// Receive implements [Conn].
func (s *stream) Receive() ([]byte, error) { return ReadFrame(s.from) }

// CloseSend implements [Conn].
func (s *stream) CloseSend() error {
	if c, ok := s.to.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// Build names this program's build. Both sides must have the same build.
func Build() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	name := info.Main.Path + " " + info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			name += " " + s.Value
		}
	}
	return name
}

// Recent are the numbers added last, the oldest first.
type Recent []uint64

// Add adds a number. If there are then more than most, it removes and returns the oldest; else it
// returns 0.
func (r *Recent) Add(n uint64, most int) (oldest uint64) {
	*r = append(*r, n)
	if len(*r) <= most {
		return 0
	}
	oldest = (*r)[0]
	*r = (*r)[1:]
	return oldest
}
