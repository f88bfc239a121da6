package runner

import (
	"bytes"
	"encoding/json"
	"io"
	"sync"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
)

// A batch is what a supervisor orders of a worker: one JSON object on the
// worker's standard input, and a [clearance] when it has heard of the opening. The
// end of that input is the order to stop.
type batch struct {
	Provider     string   `json:"provider"`
	Peer         string   `json:"peer,omitempty"`
	Seed         int64    `json:"seed"`
	TimeoutScale float64  `json:"timeoutScale"`
	Strict       bool     `json:"strict,omitempty"`
	Specs        []string `json:"specs"`
	// Alone is that of [Lab].
	Alone map[string]string `json:"alone,omitempty"`
	// Titles are the specs' own; a container that holds none of them is not
	// built. Without titles all are.
	Titles []string `json:"titles,omitempty"`
}

// A clearance lets a worker begin with its specs: whatever happens to the supervisor
// from then on, the run has a report.
type clearance struct{}

type eventKind string

const (
	opened  eventKind = "opened"  // the providers are open and their adapters found
	refused eventKind = "refused" // a provider could not be opened as configured
	broken  eventKind = "broken"  // a provider can't be put under test, or not be closed
	started eventKind = "started" // a spec starts
	ended   eventKind = "ended"   // a spec has been judged
	done    eventKind = "done"    // the batch is done
)

// An event is one step of a worker.
type event struct {
	Kind eventKind `json:"kind"`
	// Text is why, of refused and broken, and the spec's id, of started.
	Text string `json:"text,omitempty"`
	// Spec is of ended.
	Spec *reports.Spec `json:"spec,omitempty"`
	// Target is of opened.
	Target *journal.Target `json:"target,omitempty"`
}

// mark begins an event, so that it is found after whatever a provider wrote to
// the same stream: the record separator of RFC 7464.
const mark = 0x1e

type eventWriter struct {
	mu  sync.Mutex
	out io.Writer
}

// send writes e in one go.
func (w *eventWriter) send(e event) error {
	text, err := json.Marshal(e)
	if err != nil {
		panic("runner: an event that has no JSON form: " + err.Error())
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err = w.out.Write(append(append([]byte{mark}, text...), '\n'))
	return err
}

// An eventReader is the Writer that a worker's standard output is copied to: it
// hands on each event and drops all else.
type eventReader struct {
	meter   *meter
	partial []byte
	handle  func(event)
	closed  func() // is called at the end of the stream
}

// ReadFrom takes all that the worker writes.
func (r *eventReader) ReadFrom(from io.Reader) (n int64, err error) {
	defer r.closed()
	return io.Copy(struct{ io.Writer }{r}, from)
}

func (r *eventReader) Write(p []byte) (int, error) {
	r.meter.add(len(p))
	for rest := p; ; {
		line, after, complete := bytes.Cut(rest, []byte{'\n'})
		r.partial = append(r.partial, line...)
		if !complete {
			if bytes.IndexByte(r.partial, mark) < 0 || len(r.partial) > floodSize {
				r.partial = r.partial[:0] // no event begins here
			}
			return len(p), nil
		}
		r.line()
		rest = after
	}
}

func (r *eventReader) line() {
	defer func() { r.partial = r.partial[:0] }()
	i := bytes.LastIndexByte(r.partial, mark)
	if i < 0 {
		return
	}
	var e event
	if json.Unmarshal(r.partial[i+1:], &e) == nil {
		r.handle(e)
	}
}
