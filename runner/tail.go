package runner

import (
	"errors"
	"io"
	"strings"
	"sync"
)

const (
	// tailSize is how much of a worker's output is kept, in bytes.
	tailSize = 256 << 10
	// traceSize is how much of it a report shows.
	traceSize = 16 << 10
	// floodSize is how much a worker may write within one spec, in bytes.
	floodSize = 64 << 20
)

var errFlood = errors.New("it flooded its output")

// A meter counts what a worker writes, wherever to, within one spec.
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

// of counts what is read from a stream.
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

// A tail is the Writer that a worker's standard output and error are copied to.
type tail struct {
	meter *meter
	kept  []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.meter.add(len(p))
	t.kept = append(t.kept, p...)
	if len(t.kept) > 2*tailSize { // not with each write: a flood is copied once
		t.trim()
	}
	return len(p), nil
}

func (t *tail) trim() {
	if extra := len(t.kept) - tailSize; extra > 0 {
		t.kept = append(t.kept[:0], t.kept[extra:]...)
	}
}

// lastWords begin the line in which a Go process says why it ends.
var lastWords = []string{"panic: ", "fatal error: ", "SIGQUIT: ", "SIGSEGV: ", "SIGBUS: ", "SIGABRT: ", "Exception 0x"}

// epitaph returns the line in which the process said why it ends, and that line
// with what follows it; without such a line, the end of the output.
func (t *tail) epitaph() (line, text string) {
	t.trim()
	text = "\n" + string(t.kept)
	start := -1
	for _, words := range lastWords {
		start = max(start, strings.LastIndex(text, "\n"+words))
	}
	if start < 0 {
		return "", strings.TrimSpace(text[max(0, len(text)-traceSize):])
	}
	text = text[start+1:]
	line, _, _ = strings.Cut(text, "\n")
	return line, text[:min(len(text), traceSize)]
}
