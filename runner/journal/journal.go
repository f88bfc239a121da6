package journal

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/ndconform/ndconform/reports"
)

// A Journal is a record that is written down as it grows, each entry in one write:
// what a process has written before it is killed is kept. Its methods may be called
// concurrently.
type Journal struct {
	mu     sync.Mutex
	record *Record
	out    io.Writer
	first  func() error // writes what comes before the first entry
	err    error
}

// New begins a journal. Nothing is written before the first entry.
func New(out io.Writer, h Header) (*Journal, error) {
	h.Version = Version
	r, err := NewRecord(h)
	if err != nil {
		return nil, err
	}
	j := &Journal{record: r, out: out}
	j.first = func() error { return j.line(r.Header) }
	return j, nil
}

// Resume opens the journal at path to go on with its run on a machine by some inputs, and locks
// it; the caller closes file when it is done. What was cut off at its end is removed by the first
// entry.
func Resume(path string, on reports.Machine, by []reports.Input) (j *Journal, file *os.File, err error) {
	file, err = open(path, os.O_RDWR)
	if err != nil {
		return nil, nil, err
	}
	if err := Lock(file); err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("%s is %w", path, err)
	}
	r, size, err := read(file, path, func(Entry) {})
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	j = &Journal{record: r, out: file}
	j.first = func() error {
		if err := file.Truncate(size); err != nil {
			return err
		}
		if _, err := file.Seek(size, io.SeekStart); err != nil {
			return err
		}
		j.append(Entry{Kind: Resumed, Machine: &on, Inputs: by})
		return nil
	}
	return j, file, nil
}

// Append adds an entry, and stamps it with the current time.
func (j *Journal) Append(e Entry) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.begin()
	j.append(e)
}

// begin writes what comes before the first entry.
func (j *Journal) begin() {
	if first := j.first; first != nil {
		j.first = nil
		j.note(first())
	}
}

// Refuses returns what keeps an entry from being the journal's next one. It adds
// nothing.
func (j *Journal) Refuses(e Entry) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.begin()
	return j.record.check(e)
}

func (j *Journal) append(e Entry) {
	e.At = time.Now().UTC()
	if err := j.record.Apply(e); err != nil {
		j.note(err)
		return
	}
	j.note(j.line(e))
}

func (j *Journal) line(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = j.out.Write(append(text, '\n'))
	return err
}

func (j *Journal) note(err error) {
	if j.err == nil && err != nil {
		j.err = fmt.Errorf("the journal: %w", err)
	}
}

// Err returns the first error that kept an entry from being taken or written. The
// record in memory goes on growing, whatever becomes of the file.
func (j *Journal) Err() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.err
}

// Header returns the journal's first line.
func (j *Journal) Header() Header { return j.record.Header }

// look returns what a question to the record is answered.
func look[T any](j *Journal, ask func(*Record) T) T {
	j.mu.Lock()
	defer j.mu.Unlock()
	return ask(j.record)
}

// Run returns the report as it stands; see [Record.Run].
func (j *Journal) Run() *reports.Run { return look(j, (*Record).Run) }

// Rest lists what is left to run; see [Record.Rest].
func (j *Journal) Rest() []Spec { return look(j, (*Record).Rest) }

// Missing lists what is left to run and not blocked; see [Record.Missing].
func (j *Journal) Missing() []Spec { return look(j, (*Record).Missing) }

// Result returns what became of a planned spec so far.
func (j *Journal) Result(id string) (reports.Spec, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.record.Result(id)
}

// HasCode reports whether a file of code of the provider's process is noted.
func (j *Journal) HasCode(f reports.CodeFile) bool {
	return look(j, func(r *Record) bool { return slices.Contains(r.code, f) })
}

// Waived returns a spec's result as the report has it; see [Record.Waived].
func (j *Journal) Waived(s reports.Spec) reports.Spec {
	return look(j, func(r *Record) reports.Spec { return r.Waived(s) })
}

// Explored returns how far an exploration has come, or nil if it has not begun, and what it
// has found.
func (j *Journal) Explored() (*reports.Exploration, []reports.Spec) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.record.explored, slices.Clone(j.record.found)
}
