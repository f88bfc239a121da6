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
	orders := json.NewDecoder(in)
	if err := orders.Decode(&b); err != nil {
		return fmt.Errorf("the order on standard input: %w", err)
	}
	events, err := openChannel(b.Events)
	if err != nil {
		return fmt.Errorf("the order on standard input: %w", err)
	}
	stop, cancel := context.WithCancel(context.Background())
	defer cancel()
	cleared := make(chan clearance, 1)
	go func() {
		for {
			var known clearance
			if orders.Decode(&known) != nil {
				break
			}
			select {
			case <-cleared: // the later one contains all of the earlier one
			default:
			}
			cleared <- known
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
	w := newWorker(stop, b, cleared, send, func() { os.Exit(0) })
	w.isolated = true
	w.run()
	return nil
}

// workHere runs a batch in this process. It may be called once in a process, and
// goes on even after a spec that leaves the process in a state that can't be
// trusted.
func workHere(ctx context.Context, b batch, p *process) {
	p.told = func() bool { return ctx.Err() != nil }
	cleared := make(chan clearance, 1)
	cleared <- clearance{}
	newWorker(ctx, b, cleared, p.take, func() {}).run()
}

type worker struct {
	batch
	planned map[string]bool
	stop    context.Context
	// cleared delivers a clearance when specs may begin, since what was opened is then
	// written down, and another one whenever more is known of other workers' specs. begun
	// says that the first one has come.
	cleared <-chan clearance
	begun   bool
	known   clearance
	send    func(event)
	leave   func() // called after a spec that leaves the process in a bad state
	// isolated says whether the process is the worker's own; signals to such a process
	// are no orders.
	isolated bool
	target   *spec.Target
	witness  witness
	// own is the provider of the running spec alone, or nil; alone is the id of the
	// last spec that was to have one.
	own   *opening
	alone string
	// current is the id of the spec that started most recently. It needs no lock,
	// since Ginkgo runs nodes one after the other.
	current string
	// judging is held while the end of a spec is reported, by Ginkgo's goroutine or by
	// that of a fuse; judged is the id of the last spec whose end was.
	judging sync.Mutex
	judged  string
	// pausing is held while nothing is to be called, since a call has just returned.
	pausing sync.Mutex
	// rest is about the activity in the process while no spec runs.
	rest rest
}

func newWorker(stop context.Context, b batch, cleared <-chan clearance, send func(event), leave func()) *worker {
	w := &worker{batch: b, planned: map[string]bool{}, stop: stop, cleared: cleared, send: send, leave: leave}
	for _, id := range b.Specs {
		w.planned[id] = true
	}
	return w
}

func (w *worker) run() {
	spec.Witness(w.witness.failed)
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
		w.target.Follow(w.tellCall)
	}
	w.send(event{Kind: opened, Target: o.describe()})
	w.rest.begin()
	w.ginkgo()
	if w.Linger > 0 {
		<-time.After(w.Linger)
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
	nodes{w.planned, slices.Concat(w.Canaries, w.First), slices.Sorted(slices.Values(w.Titles)), w.TimeoutScale, w.witness.enter}.prepare()
	ginkgo.ReportBeforeEach(w.begin)
	ginkgo.ReportAfterEach(w.end)

	suite, reporter := ginkgo.GinkgoConfiguration()
	suite.RandomSeed, suite.RandomizeAllSpecs = w.Seed, true
	suite.GracePeriod = scaled(grace, w.TimeoutScale)
	suite.Timeout = 0
	reporter.Succinct, reporter.NoColor, reporter.SilenceSkips = true, true, true
	ginkgo.RunSpecs(unheard{}, "ndconform", suite, reporter, ginkgo.AroundNode(w.around))
}

// tellCall tells of a call, and has nothing happen for a while when it has returned.
func (w *worker) tellCall(method string) (returned func()) {
	w.pausing.Lock() // other threads' calls wait
	defer w.pausing.Unlock()
	w.send(event{Kind: called, Text: method})
	return func() {
		w.pausing.Lock()
		defer w.pausing.Unlock()
		<-time.After(w.Pause)
	}
}

// unheard takes the failures that Ginkgo reports, and drops them: events have told them
// already.
type unheard struct{}

func (unheard) Fail() {}

// around runs each node with the target, and with a context that ends when the
// worker is told to stop. A spec that has not begun by then is skipped.
func (w *worker) around(ctx context.Context, body func(context.Context)) {
	if id, _ := spec.Identify(ginkgo.CurrentSpecReport().Labels()); w.current != id {
		w.hearOthers()
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
		if w.current == "" && w.isolated {
			ignoreSignals()
		}
		w.current = id
		w.witness.begin()
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
	footing := w.target.Footing()
	if hung(r) {
		inCleanUp(&s, spec.Calls())
		blame(&s, w.target.Stuck())
	}
	if stuck := (s.Verdict == reports.Fail || s.Verdict == reports.Error) && slices.ContainsFunc(footing.Missed, spec.IsReturn); stuck || hung(r) {
		s.Trace = strings.TrimLeft(s.Trace+"\n"+stacks(w.TimeoutScale)+w.dump(id), "\n")
		trusted = trusted && !stuck
	}
	w.judgePace(&s, &footing)
	if method := panickedIn(s); method != "" {
		footing.Panicked(method)
	}
	if w.objected(&s, r) {
		trusted = false
	}
	if err := w.putAway(); err != nil {
		s = erred(s, err.Error())
		trusted = false
	}
	if w.stop.Err() != nil && s.Verdict != reports.Pass {
		s = notRun(s, "interrupted")
	}
	if why := w.rest.lost(); w.Hurry && why != "" {
		s = restless(s, why)
		footing.Strained = spec.GroundRest
		trusted = false
	}
	w.learn(&s, footing)
	w.send(event{Kind: ended, Spec: &s, Footing: footing})
	if !trusted {
		if s.Verdict != reports.Error {
			w.send(event{Kind: done}) // it leaves on purpose
		}
		w.leave()
	} else if slices.Contains(w.Canaries, s.ID) && brokenBy(s, footing) != "" { // another process has to see it too
		w.send(event{Kind: done})
		w.leave()
	}
}

// restless returns the result of a spec after which the process can't go on, whatever
// the spec itself found.
func restless(s reports.Spec, why string) reports.Spec {
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

// hearOthers waits until specs may begin, and takes note of what is known by then. The worker
// ends here if it is asked to leave the rest.
func (w *worker) hearOthers() {
	if w.begun {
		select {
		case w.known = <-w.cleared:
			w.know()
		default:
		}
	} else {
		select {
		case w.known = <-w.cleared:
			w.begun = true
			w.know()
		case <-w.stop.Done():
		}
	}
	if w.known.Enough {
		w.send(event{Kind: done})
		w.leave()
	}
}

// learn keeps what the spec that has ended has shown, for the specs that follow.
func (w *worker) learn(s *reports.Spec, f spec.Footing) {
	if s.Verdict == reports.Fail || s.Verdict == reports.Error {
		s.Canary = canaryRank(s.ID)
		for _, g := range slices.Concat(f.Held, f.Broke) {
			s.Grounds = append(s.Grounds, string(g))
		}
	}
	if w.Hurry && !slices.Contains(w.Known, s.ID) {
		w.known.Sites = visited(w.known.Sites, s, f)
		w.know()
	}
}

func (w *worker) know() {
	w.target.Know(w.known.Fallen, w.known.Sites)
	if w.known.Weigh {
		w.target.Weigh(ownMemory)
	}
}

// visited returns what is known of sites after a spec has been there; the map may be
// nil. If a spec is no worse for having waited in vain, nothing was owed to it.
func visited(sites map[string]spec.Site, s *reports.Spec, f spec.Footing) map[string]spec.Site {
	if !unmet(s) {
		f.Missed = nil
	}
	if len(f.Missed)+len(f.Met)+len(f.Took) == 0 {
		return sites
	}
	sites = maps.Clone(sites)
	if sites == nil {
		sites = map[string]spec.Site{}
	}
	for _, site := range f.Missed {
		cause := spec.Cause{Spec: s.ID, Says: spec.InVain(site)}
		if s.Because != "" { // it was in vain itself, so it is no reason for others
			cause = spec.Cause{Spec: s.Because, Says: s.Vain}
		}
		own := s.Because == "" && requirement.IsAbout(s.ID, spec.OwedBy(site))
		sites[site] = sites[site].After(true, cause, own)
	}
	if len(f.Missed) > 0 && s.Because == "" { // elsewhere, although it may not be left out: once more is enough
		for name, site := range sites {
			if !slices.Contains(f.Missed, name) && site.Missed > 0 && requirement.IsAbout(s.ID, spec.OwedBy(name)) {
				site.Own++
				sites[name] = site
			}
		}
	}
	for _, site := range f.Met {
		sites[site] = sites[site].After(false, spec.Cause{}, false)
	}
	for site, took := range f.Took {
		sites[site] = sites[site].Slower(took)
	}
	return sites
}

// unmet reports whether a spec is the worse for something that did not come: it failed, or
// was not run because of another one. A warning does not count, since a correct provider
// need not do what it is about.
func unmet(s *reports.Spec) bool {
	return s.Verdict == reports.Fail || s.Verdict == reports.Error || s.Because != ""
}

func notRun(s reports.Spec, why string) reports.Spec {
	return reports.Spec{
		ID: s.ID, Title: s.Title, Package: s.Package, Requirements: s.Requirements, Place: s.Place,
		Verdict: reports.NotRun, Message: why,
	}
}
