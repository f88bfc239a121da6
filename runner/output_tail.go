package runner

import (
	"errors"
	"io"
	"sync"

	"github.com/ndconform/ndconform/internal/child"
)

// floodSize is how much a worker may write within one spec, in bytes.
const floodSize = 64 << 20

var errFlood = errors.New("it flooded its output")

// A meter counts what a worker writes within one spec, wherever it writes to.
type meter struct {
	mu    sync.Mutex
	count int
	trip  func()
}

func (m *meter) add(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.count += n; m.count > floodSize {
		m.trip()
	}
}

// of returns a reader that counts what is read from a stream.
func (m *meter) of(from io.Reader) io.Reader { return io.TeeReader(from, m) }

func (m *meter) Write(p []byte) (int, error) {
	m.add(len(p))
	return len(p), nil
}

func (m *meter) reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.count = 0
}

// An outputTail is the Writer that a worker's standard output and error are copied to.
type outputTail struct {
	meter *meter
	child.Tail
}

func (t *outputTail) Write(p []byte) (int, error) {
	t.meter.add(len(p))
	return t.Tail.Write(p)
}
