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
	"github.com/ndconform/ndconform/spec"
)

// Work runs the batch that comes on in and sends events where that says, until the
// batch is done, in ends, or a spec leaves the process in a state not to be trusted;
// then it exits the process. It may be called once in a process. errands are what the
// batch may ask for instead.
func Work(in io.Reader, errands ...Errand) error {
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
			case <-cleared: // the later one has all that the earlier one had
			default:
			}
			cleared <- known
		}
		_, _ = io.Copy(io.Discard, in)
		cancel()
		time.AfterFunc(endLimit, func() { os.Exit(1) }) // whatever a provider is stuck in
	}()
	send := func(e event) {
		if err := events.send(e); err != nil { // nobody hears: the supervisor is gone, or the descriptor
			fmt.Fprintln(os.Stderr, "the suite can't write to its own pipe:", err)
			os.Exit(1)
		}
	}
	if b.Errand != nil {
		b.Errand.run(stop, errands, send)
		return nil
	}
	w := newWorker(stop, b, cleared, send, func() { os.Exit(0) })
	w.isolated = true
	w.run()
	return nil
}

// workHere runs a batch in this process. It may be called once in a process, and
// goes on after a spec that leaves it in a state not to be trusted.
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
	// cleared says when specs may begin, since what was opened is written down, and
	// what is known by then; and later what is known of others' specs too. begun says that
	// they may.
	cleared <-chan clearance
	begun   bool
	known   clearance
	send    func(event)
	leave   func() // is called after a spec that leaves the process in a bad state
	// isolated is whether the process is the worker's own, whose signals are nobody's order.
	isolated bool
	target   *spec.Target
	witness  witness
	// own is the provider of the running spec alone, nil if there is none; alone is
	// the id of the last spec that was to have one.
	own   *opening
	alone string
	// current is the id of the spec that has started last. Ginkgo's nodes run
	// one after the other, each after what happened in the one before.
	current string
	// judging is held while a spec's end is told, by Ginkgo's goroutine or by that of a
	// fuse; judged is the id of the last spec whose end was.
	judging sync.Mutex
	judged  string
	// rest is what goes on in the process while no spec runs.
	rest rest
	// shortage is how the process came to lack what specs need.
	shortage shortage
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
	w.send(event{Kind: opened, Target: o.describe()})
	w.rest.begin()
	w.ginkgo()
	if err := o.close(limit); err != nil {
		w.send(event{Kind: broken, Text: err.Error()})
		return
	}
	w.send(event{Kind: done})
}

// ginkgo runs the planned specs.
func (w *worker) ginkgo() {
	formatter.ColorableStdOut = io.Discard
	nodes{w.planned, w.Canaries, slices.Sorted(slices.Values(w.Titles)), w.TimeoutScale, w.witness.enter}.prepare()
	ginkgo.ReportBeforeEach(w.begin)
	ginkgo.ReportAfterEach(w.end)

	suite, reporter := ginkgo.GinkgoConfiguration()
	suite.RandomSeed, suite.RandomizeAllSpecs = w.Seed, true
	suite.GracePeriod = scaled(grace, w.TimeoutScale)
	suite.Timeout = 0
	reporter.Succinct, reporter.NoColor, reporter.SilenceSkips = true, true, true
	ginkgo.RunSpecs(unheard{}, "ndconform", suite, reporter, ginkgo.AroundNode(w.around))
}

// unheard is told of failures that events have told already.
type unheard struct{}

func (unheard) Fail() {}

// around gives each node the target, and a context that ends when the worker is
// told to stop. A spec that has not begun by then is skipped.
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
	w.subject().Within(ctx, body)
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

// ignoreSignals takes the signals that Ginkgo would end a suite at. A worker's orders come
// on its standard input; a signal is a provider's, or meant for the supervisor.
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
	w.shortage.judge(&s, w.target.Allotted())
	if hung(r) {
		inCleanUp(&s, spec.Calls())
		s.Trace = strings.TrimLeft(s.Trace+"\n"+stacks(w.TimeoutScale)+w.dump(id), "\n")
	}
	footing := w.target.Footing()
	w.judgePace(&s, &footing)
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
		w.leave()
	} else if slices.Contains(w.Canaries, s.ID) && brokenBy(s, footing) != "" { // another process is to see it too
		w.send(event{Kind: done})
		w.leave()
	}
}

// restless is a spec after which the process can't go on, whatever it found itself.
func restless(s reports.Spec, why string) reports.Spec {
	s.Verdict = reports.Error
	s.Findings = append([]finding.Finding{{Says: why}}, s.Findings...)
	s.Message = finding.Lines(s.Findings)
	return s
}

// erred is a spec that ended in an error that it did not notice itself.
func erred(s reports.Spec, says string) reports.Spec {
	s.Verdict, s.Message = reports.Error, finding.Lines([]finding.Finding{{Says: says}})
	s.Findings = []finding.Finding{{Says: says}}
	return s
}

// hearOthers waits until specs may begin, and takes what is known by now.
func (w *worker) hearOthers() {
	if w.begun {
		select {
		case w.known = <-w.cleared:
			w.know()
		default:
		}
		return
	}
	select {
	case w.known = <-w.cleared:
		w.begun = true
		w.know()
	case <-w.stop.Done():
	}
}

// learn takes to the specs that follow what the one that has ended has shown.
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

// visited is what is known of sites after a spec has been there; the map may be nil. A
// spec that is no worse for what it waited for in vain was owed nothing.
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
		if s.Because != "" { // it was in vain itself, and nobody is to blame it
			cause = spec.Cause{Spec: s.Because, Says: s.Vain}
		}
		sites[site] = sites[site].After(true, cause)
	}
	for _, site := range f.Met {
		sites[site] = sites[site].After(false, spec.Cause{})
	}
	for site, took := range f.Took {
		sites[site] = sites[site].Slower(took)
	}
	return sites
}

// unmet reports whether a spec is the worse for something that did not come: it failed, or
// was not run because of another one. What a right provider need not do is owed to nobody,
// so that a warning does not count.
func unmet(s *reports.Spec) bool {
	return s.Verdict == reports.Fail || s.Verdict == reports.Error || s.Because != ""
}

func notRun(s reports.Spec, why string) reports.Spec {
	return reports.Spec{
		ID: s.ID, Title: s.Title, Package: s.Package, Requirements: s.Requirements, Place: s.Place,
		Verdict: reports.NotRun, Message: why,
	}
}
