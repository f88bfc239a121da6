package worker

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"

	"github.com/ndconform/ndconform/internal/child"
)

// An EventPipe carries a worker's events and nothing else, so that the worker's standard output and
// error are the provider's alone.
//
// A provider can find the pipe: it may write to it, read from it, copy or close it.
// That costs the spec in which it does so, and forges nothing: each event is sealed
// with a key that only the order carries, and that no environment variable,
// argument or byte on the pipe reveals.
type EventPipe struct {
	// Descriptor is the pipe's end in the worker: a file descriptor or, on Windows,
	// a handle.
	Descriptor uint64 `json:"descriptor"`
	Key        []byte `json:"key"`
}

// eventSize is how long an event may be, in bytes.
const eventSize = 8 << 20

// errForged is the reason to end a worker that can't be believed any more.
var errForged = errors.New("something other than the suite wrote to the suite's own pipe, or read from it")

// NewEventPipe returns the event pipe of the worker that cmd will start; end is the
// worker's end of the pipe.
func NewEventPipe(cmd *exec.Cmd, end *os.File) (c EventPipe, err error) {
	descriptors, err := child.Bequeath(cmd, end)
	if err != nil {
		return c, err
	}
	c = EventPipe{uint64(descriptors[0]), make([]byte, sha256.Size)}
	_, _ = rand.Read(c.Key) // which never fails
	return c, nil
}

// A seal computes the code of one event after another. A code depends on the
// event's place too, so an event that is repeated, left out or moved no longer
// matches its code.
type seal struct {
	key   []byte
	count uint64
}

func (s *seal) next(text []byte) []byte {
	code := hmac.New(sha256.New, s.key)
	_ = binary.Write(code, binary.BigEndian, s.count)
	_, _ = code.Write(text)
	s.count++
	return base64.RawURLEncoding.AppendEncode(nil, code.Sum(nil))
}

// An eventWriter is the worker's end of its event pipe.
type eventWriter struct {
	mu   sync.Mutex
	seal seal
	out  io.Writer
}

// openEventPipe opens the worker's end, and keeps processes that a provider starts from
// inheriting it.
func openEventPipe(c EventPipe) (*eventWriter, error) {
	if c.Descriptor <= 2 || len(c.Key) != sha256.Size {
		return nil, errors.New("it names no pipe for events")
	}
	child.Disinherit(uintptr(c.Descriptor))
	return &eventWriter{seal: seal{key: c.Key}, out: os.NewFile(uintptr(c.Descriptor), "events")}, nil
}

// send writes e in one go: its code, its text, and the end of the line.
func (w *eventWriter) send(e Event) error {
	text, err := json.Marshal(e)
	if err != nil {
		panic("worker: an event that has no JSON form: " + err.Error())
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	line := append(append(w.seal.next(text), ' '), text...)
	_, err = w.out.Write(append(line, '\n'))
	return err
}

// ReadEvents hands on each event, up to the end of the pipe or to the first line that is no
// event.
func ReadEvents(from io.Reader, key []byte, handle func(Event)) error {
	expected := seal{key: key}
	lines := bufio.NewScanner(from)
	lines.Buffer(make([]byte, 0, 64<<10), eventSize)
	lines.Split(wholeLines)
	for lines.Scan() {
		code, text, _ := bytes.Cut(lines.Bytes(), []byte{' '})
		if !hmac.Equal(code, expected.next(text)) {
			return errForged
		}
		var e Event
		if err := json.Unmarshal(text, &e); err != nil {
			return fmt.Errorf("an event that can't be read: %w", err)
		}
		handle(e)
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return errForged
	}
	return nil
}

// wholeLines splits into lines. What stands after the last end is left out: a worker that
// was killed may have written a part of an event.
func wholeLines(data []byte, _ bool) (int, []byte, error) {
	end := bytes.IndexByte(data, '\n')
	if end < 0 {
		return 0, nil, nil
	}
	return end + 1, data[:end], nil
}
