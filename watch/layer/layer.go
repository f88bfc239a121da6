package layer

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/watch/meter"
	"github.com/ndconform/ndconform/watch/record"
)

// The environment variables of the layer, the same for DLLs and Go programs.
const (
	// VariableOn makes DLLs watch.
	VariableOn = "NDWATCH"
	// VariableProvider is the provider to watch: a selector, or the path of a DLL.
	VariableProvider = "NDWATCH_PROVIDER"
	// VariableFindings is the file of findings.
	VariableFindings = "NDWATCH_FINDINGS"
	// VariableTraffic makes the layer measure traffic.
	VariableTraffic = "NDWATCH_STATS"
	// VariableRecord makes the layer record all calls in the file.
	VariableRecord = "NDWATCH_RECORD"
	// VariableBytes is how many bytes of each message are recorded.
	VariableBytes = "NDWATCH_BYTES"
	// VariableExtensions is "refuse" to refuse interfaces that no document defines.
	VariableExtensions = "NDWATCH_EXTENSIONS"
	// VariableBreak makes the first finding break into a debugger.
	VariableBreak = "NDWATCH_BREAK"
)

// Options configure a layer.
type Options struct {
	// Findings is the file for everything, in package record's format. If it is empty, findings are shown, a line
	// each.
	Findings string
	// Show receives lines: findings, and why the file can't be written.
	Show io.Writer
	// Traffic makes the layer measure traffic, for the file.
	Traffic bool
	// Record makes the file keep all that the checker is told.
	Record bool
	// Bytes is how many bytes of each message are recorded, the first ones.
	Bytes int
	// RefuseExtensions refuses interfaces that no document defines, instead of handing them on unwatched.
	RefuseExtensions bool
	// Code, if not nil, returns the program's code address of the current call, and Place names it. c is the call; it
	// is nil for a finding, and then Code may be slow.
	Code  func(c *calls.Call) uintptr
	Place func(code uintptr) string
	// Thread, if not nil, returns the operating system's number of the thread.
	Thread func() uint32
	// Found, if not nil, is called with each finding after it was written.
	Found func(judge.Finding)
}

// FromEnvironment returns the options that the process's variables set.
func FromEnvironment() Options {
	bytes, _ := strconv.Atoi(os.Getenv(VariableBytes)) // 0 without it
	return Options{
		Findings: os.Getenv(VariableFindings), Traffic: os.Getenv(VariableTraffic) != "",
		Record: os.Getenv(VariableRecord) != "", Bytes: bytes, Show: os.Stderr,
		RefuseExtensions: os.Getenv(VariableExtensions) == "refuse",
	}
}

// A Layer watches one process's use of a provider, or of one instance.
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

// layers counts the process's layers.
var layers atomic.Int64

// New returns a layer. The error says why the file can't be used.
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
		l.Keep(o.Bytes)
	}
	if l.file != nil {
		l.Mark(l.mark)
		l.heart.start(l)
	}
	return l, nil
}

// take records an event, or folds it into the ones before.
func (l *Layer) take(e event.Event) {
	l.folding.Lock()
	defer l.folding.Unlock()
	l.folder.Take(e)
}

// flush records the folded events.
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

// NotOpened notes why a provider did not open.
func (l *Layer) NotOpened(provider string, why error) {
	l.write(record.Entry{Opened: &record.Opened{Provider: provider, Failed: why.Error()}})
}

// found is called within the call that shows the finding.
func (l *Layer) found(f judge.Finding) {
	if l.options.Code != nil && !l.ending { // at the end, the current call has no part in a finding
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

// note says something that is no finding.
func (l *Layer) note(text string) {
	if l.file == nil {
		fmt.Fprintln(l.options.Show, "watch:", text)
	}
	l.write(record.Entry{Note: text})
}

// End says that no more calls follow, and closes the file. It lists the findings.
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

// sum shows the number of findings.
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
