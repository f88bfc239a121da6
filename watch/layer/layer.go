package layer

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/watch/meter"
	"github.com/ndconform/ndconform/watch/record"
)

// The variables by which a process is told what to do. DLLs and Go programs have the same.
const (
	// VariableOn is set where DLLs are to watch.
	VariableOn = "NDWATCH"
	// VariableProvider is the provider to watch: a selector, or the path of a DLL.
	VariableProvider = "NDWATCH_PROVIDER"
	// VariableFindings is the file of findings.
	VariableFindings = "NDWATCH_FINDINGS"
	// VariableTraffic is set where traffic is to be measured.
	VariableTraffic = "NDWATCH_STATS"
	// VariableRecord is set where all calls are to be recorded in the file.
	VariableRecord = "NDWATCH_RECORD"
	// VariableExtensions is "refuse" where interfaces that no document defines are to be refused.
	VariableExtensions = "NDWATCH_EXTENSIONS"
	// VariableBreak is set where the first finding is to break into a debugger.
	VariableBreak = "NDWATCH_BREAK"
)

// Options say what a layer does.
type Options struct {
	// Findings is the file to which everything is written, as package record has it. If it is empty, findings
	// are shown, a line each.
	Findings string
	// Show is where lines are shown: findings, and why the file can't be written.
	Show io.Writer
	// Traffic has traffic measured, for the file.
	Traffic bool
	// Record has the file keep all that the checker is told.
	Record bool
	// RefuseExtensions has interfaces that no document defines refused, instead of handed on unwatched.
	RefuseExtensions bool
	// Code, if not nil, says where in the program the current call comes from, and Place names that. c is the call; it
	// is nil where a finding is made, and then Code may take its time.
	Code  func(c *calls.Call) uintptr
	Place func(code uintptr) string
	// Thread, if not nil, is the operating system's number of the thread.
	Thread func() uint32
	// Found, if not nil, is called with each finding when it has been written.
	Found func(judge.Finding)
}

// FromEnvironment returns the options that the process's variables set.
func FromEnvironment() Options {
	return Options{
		Findings: os.Getenv(VariableFindings), Traffic: os.Getenv(VariableTraffic) != "",
		Record: os.Getenv(VariableRecord) != "", Show: os.Stderr,
		RefuseExtensions: os.Getenv(VariableExtensions) == "refuse",
	}
}

// A Layer watches what one process does with a provider, or one instance.
type Layer struct {
	*judge.Checker
	options Options
	file    *record.File // nil without one
	meter   *meter.Meter
	folder  *event.Folder // nil if nothing is recorded
	folding sync.Mutex    // guards folder
	number  int           // from 1, in this process
	began   time.Time
	ending  bool
	heart   heart
}

// layers counts those of the process.
var layers atomic.Int64

// New returns a layer. The error is about the file.
func New(o Options) (*Layer, error) {
	l := &Layer{options: o, number: int(layers.Add(1)), began: time.Now()}
	if o.Findings != "" {
		var err error
		if l.file, err = record.Append(o.Findings); err != nil {
			return nil, err
		}
	}
	if o.Traffic && l.file != nil {
		l.meter = meter.New(time.Now)
	}
	l.Checker = judge.New(l.found)
	l.Extensions(judge.Extension{Refuse: o.RefuseExtensions, Say: l.note})
	if l.meter != nil {
		l.Measure(l.meter)
	}
	if o.Record && l.file != nil {
		l.folder = &event.Folder{To: l.record}
		l.Record(l.take)
	}
	if l.file != nil {
		l.Mark(l.mark)
		l.heart.start(l)
	}
	return l, nil
}

// take records an event, or folds it.
func (l *Layer) take(e event.Event) {
	l.folding.Lock()
	defer l.folding.Unlock()
	l.folder.Take(e)
}

// flush records what was folded.
func (l *Layer) flush() {
	if l.folder != nil {
		l.folding.Lock()
		defer l.folding.Unlock()
		l.folder.Flush()
	}
}

// Opened notes which provider is watched.
func (l *Layer) Opened(provider, version string) {
	l.write(record.Entry{Opened: &record.Opened{Provider: provider, Version: version}})
}

// NotOpened notes why a provider could not be opened.
func (l *Layer) NotOpened(provider string, why error) {
	l.write(record.Entry{Opened: &record.Opened{Provider: provider, Failed: why.Error()}})
}

// found is called in the call that shows it.
func (l *Layer) found(f judge.Finding) {
	if l.options.Code != nil && !l.ending { // what is left in the end was called for nowhere
		f.Caller = l.options.Place(l.options.Code(nil))
	}
	if l.file == nil {
		fmt.Fprintln(l.options.Show, f)
	}
	l.write(record.Entry{Found: &f})
	if l.options.Found != nil {
		l.options.Found(f)
	}
}

// note tells what is no finding.
func (l *Layer) note(text string) {
	if l.file == nil {
		fmt.Fprintln(l.options.Show, "watch:", text)
	}
	l.write(record.Entry{Note: text})
}

// End says that no call follows, and closes the file. It lists what has been found.
func (l *Layer) End() []judge.Finding {
	l.ending = true
	if l.file != nil {
		l.heart.stop()
		l.lastState()
	}
	l.flush()
	list := l.Checker.End()
	if l.file == nil {
		l.sum(list)
		return list
	}
	for _, f := range list {
		if f.Count > 1 {
			f.Calls = nil
			l.write(record.Entry{Found: &f})
		}
	}
	ended := &record.Ended{Calls: l.Calls()}
	if l.meter != nil {
		ended.Traffic = l.meter.Traffic()
	}
	l.write(record.Entry{Ended: ended})
	l.file.Close()
	return list
}

// sum shows how much was found.
func (l *Layer) sum(list []judge.Finding) {
	count := map[judge.Party]int{}
	for _, f := range list {
		count[f.Of] += f.Count
	}
	if len(list) > 0 {
		fmt.Fprintf(l.options.Show, "watch: the provider has broken rules %d times, the program %d times\n",
			count[judge.Provider], count[judge.Program])
	}
}

// record writes an event.
func (l *Layer) record(e event.Event) {
	l.write(record.Entry{At: time.Since(l.began).Nanoseconds(), Event: &e})
}

// write appends an entry to the file, if there is one.
func (l *Layer) write(e record.Entry) {
	if l.file == nil {
		return
	}
	e.Layer = l.number
	if err := l.file.Write(e); err != nil {
		fmt.Fprintf(l.options.Show, "watch: %s: %v\n", l.options.Findings, err)
	}
}
