package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/formatter"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/spec"
)

// Work reads a batch from in, runs it, and sends events to the pipe that the batch
// names, until the batch is done, in ends, or a spec leaves the process in a state
// that can't be trusted; then it exits the process. It may be called once in a
// process. tasks are what the batch may ask for instead of specs.
func Work(in io.Reader, tasks ...Task) error {
	child.Volunteer()
	var b batch
	input := json.NewDecoder(in)
	if err := input.Decode(&b); err != nil {
		return fmt.Errorf("the order on standard input: %w", err)
	}
	events, err := openEventPipe(b.Events)
	if err != nil {
		return fmt.Errorf("the order on standard input: %w", err)
	}
	stop, cancel := context.WithCancel(context.Background())
	defer cancel()
	control := make(chan controlMessage, 1)
	go func() {
		for {
			var known controlMessage
			if input.Decode(&known) != nil {
				break
			}
			select {
			case <-control: // the later one contains all of the earlier one
			default:
			}
			control <- known
		}
		_, _ = io.Copy(io.Discard, in)
		cancel()
		time.AfterFunc(endLimit, func() { os.Exit(1) }) // whatever a provider is stuck in
	}()
	send := func(e event) {
		if err := events.send(e); err != nil { // nobody hears: the supervisor or the descriptor is gone
			fmt.Fprintln(os.Stderr, "the suite can't write to its own pipe:", err)
			os.Exit(1)
		}
	}
	if b.Task != nil {
		b.Task.run(stop, tasks, send)
		return nil
	}
	w := newWorker(stop, b, control, send, func() { os.Exit(0) })
	w.ownProcess = true
	w.run()
	return nil
}

// workHere runs a batch in this process. It may be called once in a process, and
// goes on even after a spec that leaves the process in a state that can't be
// trusted.
func workHere(ctx context.Context, b batch, p *process) {
	p.stopping = func() bool { return ctx.Err() != nil }
	control := make(chan controlMessage, 1)
	control <- controlMessage{}
	newWorker(ctx, b, control, p.take, func() {}).run()
}

type worker struct {
	batch
	planned map[string]bool
	stop    context.Context
	// control delivers a message when specs may begin, since what was opened is then
	// written down, and another one whenever more is known of other workers' specs. begun
	// says that the first one has come.
	control <-chan controlMessage
	begun   bool
	known   controlMessage
	send    func(event)
	leave   func() // called after a spec that leaves the process in a bad state
	// ownProcess says that the process is the worker's own, and ignores signals.
	ownProcess bool
	target     *spec.Target
	audit      audit
	// ownProvider is the running spec's own provider, or nil; ownProviderOf is the id of the
	// latest spec that was to have one.
	ownProvider   *opening
	ownProviderOf string
	// current is the id of the spec that started most recently. It needs no lock,
	// since Ginkgo runs nodes one after the other.
	current string
	// judging is held while the end of a spec is reported, by Ginkgo's goroutine or by
	// that of a call's timer; judged is the id of the last spec whose end was.
	judging sync.Mutex
	judged  string
	// pausing is held while nothing is to be called, since a call has just returned.
	pausing sync.Mutex
	idle    idleCheck
}

func newWorker(stop context.Context, b batch, control <-chan controlMessage, send func(event), leave func()) *worker {
	w := &worker{batch: b, planned: map[string]bool{}, stop: stop, control: control, send: send, leave: leave}
	for _, id := range b.Specs {
		w.planned[id] = true
	}
	return w
}

func (w *worker) run() {
	spec.OnFailure(w.audit.failed)
	limit := scaled(openLimit, w.TimeoutScale)
	o, err := open(w.Provider, w.Peer, limit)
	if refusal := (*ConfigurationError)(nil); errors.As(err, &refusal) {
		w.send(event{Kind: refused, Text: err.Error()})
		return
	} else if err != nil {
		w.send(event{Kind: broken, Text: "the provider can't be put under test: " + err.Error()})
		return
	}
	w.target = o.target
	w.target.OnStuck(w.stuck)
	if w.Pause > 0 {
		w.target.Follow(w.reportCall)
	}
	w.send(event{Kind: opened, Target: o.describe()})
	w.idle.begin()
	w.ginkgo()
	if w.Linger > 0 {
		timeout.Sleep(w.stop, w.Linger)
	}
	if err := o.close(limit); err != nil {
		w.send(event{Kind: broken, Text: err.Error()})
		return
	}
	w.send(event{Kind: done})
}

// ginkgo runs the planned specs.
func (w *worker) ginkgo() {
	formatter.ColorableStdOut = io.Discard
	nodes{
		w.planned, slices.Concat(w.Probes, w.First), slices.Sorted(slices.Values(w.Titles)), w.TimeoutScale,
		w.audit.enter,
	}.prepare()
	ginkgo.ReportBeforeEach(w.begin)
	ginkgo.ReportAfterEach(w.end)

	suite, reporter := ginkgo.GinkgoConfiguration()
	suite.RandomSeed, suite.RandomizeAllSpecs = w.Seed, true
	suite.GracePeriod = scaled(grace, w.TimeoutScale)
	suite.Timeout = 0
	reporter.Succinct, reporter.NoColor, reporter.SilenceSkips = true, true, true
	ginkgo.RunSpecs(discardFailures{}, "ndconform", suite, reporter, ginkgo.AroundNode(w.around))
}

// reportCall sends an event for a call, and pauses when the call has returned.
func (w *worker) reportCall(method string) (returned func()) {
	w.pausing.Lock() // other threads' calls wait
	defer w.pausing.Unlock()
	w.send(event{Kind: called, Text: method})
	return func() {
		w.pausing.Lock()
		defer w.pausing.Unlock()
		timeout.Sleep(w.stop, w.Pause)
	}
}

// discardFailures drops the failures that Ginkgo reports: they are in events already.
type discardFailures struct{}

func (discardFailures) Fail() {}

// around runs each node with the target, and with a context that ends when the
// worker is told to stop. A spec that has not begun by then is skipped.
func (w *worker) around(ctx context.Context, body func(context.Context)) {
	if id, _ := spec.Identify(ginkgo.CurrentSpecReport().Labels()); w.current != id {
		w.takeControl()
		if w.stop.Err() != nil {
			ginkgo.Skip("interrupted")
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(w.stop, cancel)()
	w.specTarget().Within(ctx, body)
}

func (w *worker) begin(r ginkgo.SpecReport) {
	if id, _ := spec.Identify(r.Labels()); w.planned[id] {
		if w.current == "" && w.ownProcess {
			ignoreSignals()
		}
		w.current = id
		w.audit.begin()
		w.send(event{Kind: started, Text: id})
	}
}

// ignoreSignals takes the signals on which Ginkgo would end a suite. A worker's orders
// come on its standard input; a signal comes from a provider, or is meant for the
// supervisor.
func ignoreSignals() {
	signal.Ignore(os.Interrupt, syscall.SIGTERM)
}

func (w *worker) end(r ginkgo.SpecReport) {
	id, _ := spec.Identify(r.Labels())
	if !w.planned[id] {
		return
	}
	w.judging.Lock()
	defer w.judging.Unlock()
	w.judged = id
	s, trusted := judge(r, w.Strict)
	progress := w.target.Progress()
	if hung(r) {
		inCleanUp(&s, spec.Calls())
		blame(&s, w.target.Stuck())
	}
	if stuck := (s.Verdict == reports.Fail || s.Verdict == reports.Error) && slices.ContainsFunc(progress.TimedOut,
		spec.IsReturn); stuck || hung(r) {
		s.Trace = strings.TrimLeft(s.Trace+"\n"+stacks(w.TimeoutScale)+w.dump(id), "\n")
		trusted = trusted && !stuck
	}
	w.judgeLatency(&s, &progress)
	if method := panickedIn(s); method != "" {
		progress.Panicked(method)
	}
	if w.failsAudit(&s, r) {
		trusted = false
	}
	if err := w.closeOwnProvider(); err != nil {
		s = erred(s, err.Error())
		trusted = false
	}
	if w.stop.Err() != nil && s.Verdict != reports.Pass {
		s = notRun(s, "interrupted")
	}
	if why := w.idle.busy(); w.Breaker && why != "" {
		s = leftBusy(s, why)
		progress.Overused = spec.PrerequisiteIdleProcessors
		trusted = false
	}
	w.learn(&s, progress)
	w.send(event{Kind: ended, Spec: &s, Progress: progress})
	if !trusted {
		if s.Verdict != reports.Error {
			w.send(event{Kind: done}) // it leaves on purpose
		}
		w.leave()
	} else if slices.Contains(w.Probes, s.ID) && failedIn(s, progress) != "" { // another process has to see it too
		w.send(event{Kind: done})
		w.leave()
	}
}

// leftBusy returns the result of a spec after which the process can't go on, whatever
// the spec itself found.
func leftBusy(s reports.Spec, why string) reports.Spec {
	s.Verdict = reports.Error
	s.Findings = append([]finding.Finding{{Says: why}}, s.Findings...)
	s.Message = finding.Lines(s.Findings)
	return s
}

// erred returns the result of a spec that ended in an error that it did not notice
// itself.
func erred(s reports.Spec, says string) reports.Spec {
	return erredIn(s, finding.Finding{Says: says})
}

func erredIn(s reports.Spec, f finding.Finding) reports.Spec {
	s.Verdict, s.Message, s.Findings = reports.Error, f.Line(), []finding.Finding{f}
	return s
}

// takeControl waits until specs may begin, and takes note of what is known by then. The worker
// ends here if it is asked to leave the rest.
func (w *worker) takeControl() {
	if w.begun {
		select {
		case w.known = <-w.control:
			w.know()
		default:
		}
	} else {
		select {
		case w.known = <-w.control:
			w.begun = true
			w.know()
		case <-w.stop.Done():
		}
	}
	if w.known.Yield {
		w.send(event{Kind: done})
		w.leave()
	}
}

// learn keeps what the spec that has ended has shown, for the specs that follow.
func (w *worker) learn(s *reports.Spec, f spec.Progress) {
	if s.Verdict == reports.Fail || s.Verdict == reports.Error {
		s.ProbeRank = probeRank(s.ID)
		for _, g := range slices.Concat(f.Passed, f.Failed) {
			s.Prerequisites = append(s.Prerequisites, string(g))
		}
	}
	if w.Breaker && !slices.Contains(w.Known, s.ID) {
		w.known.Points = afterVisit(w.known.Points, s, f)
		w.know()
	}
}

func (w *worker) know() {
	w.target.Know(w.known.Failed, w.known.Points)
	if w.known.MeasureMemory {
		w.target.MeasureMemory(ownMemory)
	}
}

// afterVisit returns what is known of wait points after a spec has waited there; the map may be nil.
// If a spec that timed out has neither failed nor been left out, nothing was owed to it.
func afterVisit(points map[string]spec.WaitPoint, s *reports.Spec, f spec.Progress) map[string]spec.WaitPoint {
	if !unmet(s) {
		f.TimedOut = nil
	}
	if len(f.TimedOut)+len(f.Completed)+len(f.Took) == 0 {
		return points
	}
	points = maps.Clone(points)
	if points == nil {
		points = map[string]spec.WaitPoint{}
	}
	for _, point := range f.TimedOut {
		cause := spec.Cause{Spec: s.ID, Says: spec.DescribeTimeout(point)}
		if s.CauseSpec != "" { // it was left out itself, so it is no reason for others
			cause = spec.Cause{Spec: s.CauseSpec, Says: s.CauseSays}
		}
		ofMethod := s.CauseSpec == "" && requirement.IsAbout(s.ID, spec.OwedBy(point))
		points[point] = points[point].After(true, cause, ofMethod)
	}
	if len(f.TimedOut) > 0 && s.CauseSpec == "" { // elsewhere, although it may not be left out: once more is enough
		for name, point := range points {
			if !slices.Contains(f.TimedOut, name) && point.TimedOut > 0 && requirement.IsAbout(s.ID, spec.OwedBy(name)) {
				point.MethodSpecs++
				points[name] = point
			}
		}
	}
	for _, point := range f.Completed {
		points[point] = points[point].After(false, spec.Cause{}, false)
	}
	for point, took := range f.Took {
		points[point] = points[point].Slower(took)
	}
	return points
}

// unmet reports whether a time-out counts in a spec: it failed, or was not run because of another
// one. A warning does not count, since a correct provider need not do what it is about.
func unmet(s *reports.Spec) bool {
	return s.Verdict == reports.Fail || s.Verdict == reports.Error || s.CauseSpec != ""
}

func notRun(s reports.Spec, why string) reports.Spec {
	return reports.Spec{
		ID: s.ID, Title: s.Title, Package: s.Package, Requirements: s.Requirements, Place: s.Place,
		Verdict: reports.NotRun, Message: why,
	}
}
