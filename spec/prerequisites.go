package spec

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
)

// A Prerequisite is a step that many specs build on. Where it is known to fail, the specs
// that need it are not run.
type Prerequisite string

// The prerequisites, in the order in which a connection needs them.
const (
	PrerequisiteFreedMemory     Prerequisite = "giving memory back"
	PrerequisiteIdleProcessors  Prerequisite = "leaving the processors to others"
	PrerequisiteCallLatency     Prerequisite = "answering calls in time"
	PrerequisiteAdapter         Prerequisite = "opening an adapter"
	PrerequisiteListener        Prerequisite = "listening"
	PrerequisiteConnector       Prerequisite = "creating and binding a connector"
	PrerequisiteCompletionQueue Prerequisite = "creating a completion queue"
	PrerequisiteRegistration    Prerequisite = "registering memory"
	PrerequisiteQueuePair       Prerequisite = "creating a queue pair"
	PrerequisiteRequest         Prerequisite = "requesting a connection"
	PrerequisiteConnection      Prerequisite = "connecting"
)

// A Probe is a spec that is run before others, to test a prerequisite.
type Probe struct {
	// Spec is the spec's id.
	Spec string
	// Prerequisite is the last that it tests. A process that ends in the spec is taken to
	// have failed there.
	Prerequisite Prerequisite
}

// Probes lists the probes, each after those that it builds on. Together they test every
// prerequisite.
func Probes() []Probe {
	return []Probe{
		{"adapter.query.nd-success", PrerequisiteAdapter},
		{"listener.getlocaladdress.nd-success", PrerequisiteListener},
		{"listener.getlocaladdress.nd-success/port", PrerequisiteListener},
		{"cq.notify.nd-pending", PrerequisiteCompletionQueue},
		{"mr.deregister.nd-pending", PrerequisiteRegistration},
		{"connector.completeconnect.nd-success", PrerequisiteRequest},
		{"connector.disconnect.nd-success", PrerequisiteConnection},
		{"cq.getresults.send.nd-success", PrerequisiteConnection},
		{"cq.notify.nd-success/waiting", PrerequisiteConnection},
	}
}

// isProbe reports whether a spec is a probe.
func isProbe(id string) bool {
	return slices.ContainsFunc(Probes(), func(p Probe) bool { return p.Spec == id })
}

// A Cause is why specs are not run: what was found in another one.
type Cause struct {
	// Spec is the other one's id.
	Spec string `json:"spec"`
	// Says is what does not work, in words: "registering memory fails".
	Says string `json:"says"`
}

// Progress is what a spec has shown that matters to other specs.
type Progress struct {
	// Passed and Failed are the prerequisites that it passed and those that it began and did
	// not pass, the innermost last. They matter if the spec failed.
	Passed []Prerequisite `json:"held,omitempty"`
	Failed []Prerequisite `json:"broke,omitempty"`
	// TimedOut are the wait points at which it timed out, and Completed those of the known
	// ones at which it got what it waited for.
	TimedOut  []string `json:"missed,omitempty"`
	Completed []string `json:"met,omitempty"`
	// Took is the duration of the longest slow call that returned, by wait point.
	Took map[string]time.Duration `json:"took,omitempty"`
	// Overused is PrerequisiteFreedMemory or PrerequisiteIdleProcessors if the process had to
	// end because it used too much of the machine. Retained is the memory that calls of each
	// method have not given back, if it is measured.
	Overused Prerequisite        `json:"strained,omitempty"`
	Retained map[string]Retained `json:"kept,omitempty"`
}

// Retained is the memory that calls of a method have not given back.
type Retained struct {
	Calls int   `json:"calls"`
	Bytes int64 `json:"bytes"`
}

// progress is that of the running spec, and what is known from earlier ones.
type progress struct {
	mu        sync.Mutex
	steps     []*step
	timedOut  []string
	completed []string
	// longestWait is the duration of the longest wait that completed.
	longestWait time.Duration

	// residentSize is that of [Target.MeasureMemory]; retained is by method.
	residentSize func() int64
	retained     map[string]Retained

	failed map[Prerequisite]Cause
	points map[string]WaitPoint
	// running is the id of the running spec; required says that it is never left out, see
	// [progress.requires].
	running  string
	required bool
	// anyTimedOut says that a spec of the run has timed out, and unready that waits are cut
	// short because the provider is not ready, for unreadyCause.
	anyTimedOut  bool
	unready      bool
	unreadyCause Cause
	timers       callTimers
}

// A step is one attempt at a prerequisite.
type step struct {
	prerequisite Prerequisite
	passed       bool
}

// begin notes that the spec begins a prerequisite; the spec calls passed if it succeeds. If the
// prerequisite is known to fail, the spec ends as not run.
func begin(ctx context.Context, prerequisite Prerequisite) (passed func()) {
	p := &targetOf(ctx).progress
	if cause, failed := p.failure(prerequisite); failed && !p.isRequired() {
		notRun(cause)
	}
	return p.begin(prerequisite)
}

// checkProcess ends the spec as not run if calls are too slow, or processes use too much of the
// machine.
func checkProcess(ctx context.Context) {
	for _, p := range []Prerequisite{PrerequisiteFreedMemory, PrerequisiteIdleProcessors, PrerequisiteCallLatency} {
		if cause, failed := targetOf(ctx).progress.failure(p); failed {
			notRun(cause)
		}
	}
}

// notRun ends the spec as not run because of c.
func notRun(c Cause) {
	Leave(Note{Kind: NoteNotRun, Text: c.Says + "; see " + c.Spec, CauseSpec: c.Spec, CauseSays: c.Says})
	if t := current.Load(); t != nil {
		t.ending.skips()
	}
	Skip(string(NoteNotRun) + ": " + c.Spec)
}

func (p *progress) failure(prerequisite Prerequisite) (Cause, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c, failed := p.failed[prerequisite]
	return c, failed
}

func (p *progress) begin(prerequisites ...Prerequisite) (passed func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var begun []*step
	for _, one := range prerequisites {
		begun = append(begun, &step{prerequisite: one})
	}
	p.steps = append(p.steps, begun...)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, s := range begun {
			s.passed = true
		}
	}
}

// attribute attributes a clean-up step to the prerequisites under which its object was created.
func (p *progress) attribute(prerequisites []Prerequisite, step func(context.Context)) func(context.Context) {
	return func(ctx context.Context) {
		passed := p.begin(prerequisites...)
		step(ctx)
		passed()
	}
}

// inProgress lists the prerequisites that the spec has begun and not passed.
func (p *progress) inProgress() []Prerequisite {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.listInProgress()
}

func (p *progress) listInProgress() (list []Prerequisite) {
	for _, s := range p.steps {
		if !s.passed {
			list = append(list, s.prerequisite)
		}
	}
	return list
}

func (p *progress) reset() {
	p.timers.stopAll()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.steps, p.timedOut, p.completed, p.longestWait, p.retained = nil, nil, nil, 0, nil
}

// Progress returns what the latest spec has shown. The runner asks for it before the next one
// begins.
func (t *Target) Progress() Progress {
	stuck, took := t.unreturned()
	p := &t.progress
	p.mu.Lock()
	defer p.mu.Unlock()
	show := Progress{
		Failed: p.listInProgress(), TimedOut: slices.Concat(p.timedOut, stuck),
		Completed: slices.Clone(p.completed), Took: took, Retained: maps.Clone(p.retained),
	}
	for _, s := range p.steps {
		if !slices.Contains(show.Failed, s.prerequisite) && !slices.Contains(show.Passed, s.prerequisite) {
			show.Passed = append(show.Passed, s.prerequisite)
		}
	}
	return show
}

// Know tells the specs that follow which prerequisites have failed, and what is known of wait
// points. The target keeps the maps.
func (t *Target) Know(failed map[Prerequisite]Cause, points map[string]WaitPoint) {
	p := &t.progress
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failed, p.points = failed, points
	p.anyTimedOut = anyTimedOut(points)
	if cause, unready := unreadyBy(failed, points); unready {
		p.unreadyCause, p.unready = cause, true
	}
	p.required = p.requires(p.running)
}

// setRunning notes which spec runs.
func (p *progress) setRunning(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running != id {
		p.running, p.required = id, p.requires(id)
	}
}
