package worker

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/formatter"

	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

type worker struct {
	Batch
	planned map[string]bool
	stop    context.Context
	// control delivers a message when specs may begin, since what was opened is then
	// written down, and another one whenever more is known of other workers' specs. begun
	// says that the first one has come.
	control <-chan Control
	begun   bool
	known   Control
	send    func(Event)
	leave   func() // called after a spec that leaves the process in a bad state
	// ownProcess says that the process is the worker's own, and ignores signals.
	ownProcess bool
	target     *spec.Target
	// code lists the files of code seen in the provider's process, and told is how many of them were reported.
	code     func() []reports.CodeFile
	told     int
	failures failures
	// ownProvider is the running spec's own provider, or nil; ownProviderOf is the id of the
	// latest spec that was to have one.
	ownProvider   *opening
	ownProviderOf string
	// current is the id of the spec that started most recently. It needs no lock,
	// since Ginkgo runs nodes one after the other.
	current string
	// judging is held while Ginkgo's goroutine or a call's timer reports the end of a spec;
	// judged is the id of the last spec so reported.
	judging sync.Mutex
	judged  string
	// pausing is held while nothing is to be called, since a call has just returned.
	pausing sync.Mutex
	idle    idleCheck
}

func newWorker(stop context.Context, b Batch, control <-chan Control, send func(Event), leave func()) *worker {
	w := &worker{
		Batch: b, planned: map[string]bool{}, stop: stop, control: control, send: send, leave: leave, code: opening{}.code,
	}
	for _, id := range b.Specs {
		w.planned[id] = true
	}
	return w
}

func (w *worker) run() {
	spec.OnFailure(w.failures.add)
	limit := Scaled(openLimit, w.TimeoutScale)
	o, err := open(w.Provider, w.Peer, limit)
	if refusal := (*ConfigurationError)(nil); errors.As(err, &refusal) {
		w.send(Event{Kind: Refused, Text: err.Error()})
		return
	} else if err != nil {
		w.send(Event{Kind: Broken, Text: "the provider can't be put under test: " + err.Error()})
		return
	}
	w.target, w.code = o.target, o.code
	w.target.Draw(spec.Draw(w.Draw), w.Shape)
	w.target.OnStuck(w.stuck)
	w.target.OnGiven(func(given string) { w.send(Event{Kind: Given, Text: given}) })
	if w.Pause > 0 {
		w.target.Follow(w.reportCall)
	}
	w.send(Event{Kind: Opened, Target: o.describe()})
	w.sendCode()
	w.idle.begin()
	w.ginkgo()
	if w.Linger > 0 {
		timeout.Sleep(w.stop, w.Linger)
	}
	err = o.close(limit)
	w.sendCode()
	if err != nil {
		w.send(Event{Kind: Broken, Text: err.Error()})
		return
	}
	w.send(Event{Kind: Done})
}

// sendCode reports the files of code seen in the provider's process since it did so last, if that is a separate one.
func (w *worker) sendCode() {
	if code := w.code(); len(code) > w.told {
		w.send(Event{Kind: Loaded, Code: code[w.told:]})
		w.told = len(code)
	}
}

// ginkgo runs the planned specs.
func (w *worker) ginkgo() {
	formatter.ColorableStdOut = io.Discard
	nodes{
		w.planned, slices.Concat(w.Probes, w.First), slices.Sorted(slices.Values(w.Titles)), w.TimeoutScale,
	}.prepare()
	ginkgo.ReportBeforeEach(w.begin)
	ginkgo.ReportAfterEach(w.end)

	suite, reporter := ginkgo.GinkgoConfiguration()
	suite.RandomSeed, suite.RandomizeAllSpecs = w.Seed, true
	suite.GracePeriod = Scaled(Grace, w.TimeoutScale)
	suite.Timeout = 0
	reporter.Succinct, reporter.NoColor, reporter.SilenceSkips = true, true, true
	ginkgo.RunSpecs(discardFailures{}, "ndconform", suite, reporter, ginkgo.AroundNode(w.around))
}

// reportCall sends an event for a call, and pauses when the call has returned.
func (w *worker) reportCall(method string) (returned func()) {
	w.pausing.Lock() // other threads' calls wait
	defer w.pausing.Unlock()
	w.send(Event{Kind: Called, Text: method})
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
		w.failures.begin()
		w.send(Event{Kind: Started, Text: id})
	}
}

// ignoreSignals takes the signals on which Ginkgo would end a suite. A worker's orders
// come on its standard input; a signal comes from a provider, or is meant for the
// supervisor.
func ignoreSignals() {
	signal.Ignore(os.Interrupt, syscall.SIGTERM)
}
