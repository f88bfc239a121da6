package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/runner/worker"
	"github.com/ndconform/ndconform/spec"
)

// A supervisor keeps workers busy until every planned spec has a result, or no more
// results can be obtained.
type supervisor struct {
	Lab
	journal *journal.Journal
	header  journal.Header
	// stop ends the run; its cause says why, unless it is an [errEnd].
	stop context.CancelCauseFunc

	mu      sync.Mutex
	changed *sync.Cond // of what the lanes share
	opened  bool
	scheduler
	probePhase
	suspects suspectMethods
	rerun
	overuse overuse
	// points is what is known of each wait point; more is closed, and replaced by a new channel,
	// whenever that grows.
	points map[string]spec.WaitPoint
	more   chan struct{}
	// decisions counts the crashes for which the run looked for the spec to blame.
	decisions int
	culprits  culprits
	// broken are the ids of the specs that failed or ended in an error, unreported ones included.
	broken map[string]bool
}

// errEnd ends a run without an entry in the journal.
type errEnd struct{ error }

func newSupervisor(j *journal.Journal, lab Lab) *supervisor {
	s := &supervisor{
		Lab: lab, journal: j, header: j.Header(), broken: map[string]bool{}, overuse: newOveruse(),
		culprits: culprits{}, more: make(chan struct{}),
	}
	if s.Procs < 1 || len(s.Worker) == 0 {
		s.Procs = 1
	}
	s.changed = sync.NewCond(&s.mu)
	s.scheduler = scheduler{pending: j.Rest(), working: map[int]*lane{}}
	s.lanes = min(s.Procs, len(s.pending))
	if len(s.Worker) == 0 { // there is no second process to confirm a failure in
		s.Probes = nil
	}
	s.probePhase = newProbePhase(s.Probes)
	s.pending = spread(s.takeProbes(s.pending), s.header.Seed, s.lanes)
	return s
}

// supervise returns the error that keeps the run from having a report.
func (s *supervisor) supervise(ctx context.Context) error {
	ctx, s.stop = context.WithCancelCause(ctx)
	defer s.stop(nil)
	defer context.AfterFunc(ctx, s.wake)()
	var all sync.WaitGroup
	for n := range s.lanes {
		all.Go(func() { s.runLane(ctx, n+1) })
	}
	all.Wait()
	s.judgeHeld()
	cause := context.Cause(ctx)
	if end := (errEnd{}); errors.As(cause, &end) {
		return end.error
	}
	if cause != nil && len(s.journal.Missing()) > 0 {
		s.journal.Append(journal.Entry{Kind: journal.Incomplete, Text: cause.Error()})
	}
	s.journal.Append(journal.Entry{Kind: journal.Finished})
	return nil
}

// runLane runs one worker after another while there is something left for them.
func (s *supervisor) runLane(ctx context.Context, number int) {
	if number == 1 {
		defer s.abandonProbes()
	}
	for ctx.Err() == nil {
		specs := s.take(ctx, number)
		if len(specs) == 0 {
			s.leave(number, false)
			return
		}
		order := s.order(specs)
		only := s.onlyLane()
		p := newProcess(order.Specs, func(e worker.Event) { s.onEvent(number, e) })
		p.isBroken = s.isBroken
		if err := s.work(ctx, number, order, p); err != nil {
			s.stop(err)
			return
		}
		blocked := s.conclude(ctx, p, specs)
		if blocked == nil || s.hasOpened() && !only && s.onlyLane() {
			continue
		}
		if s.leave(number, true) {
			return
		}
		s.stop(blocked)
	}
}

func (s *supervisor) work(ctx context.Context, lane int, order worker.Batch, p *process) error {
	if len(s.Worker) == 0 {
		p.stopping = func() bool { return ctx.Err() != nil }
		worker.WorkHere(ctx, order, p.take)
		return nil
	}
	err := work(ctx, s.Worker, s.MemoryLimit, order, p, controller{
		func(ctx context.Context) { s.awaitProbes(ctx, lane) },
		func() (worker.Control, <-chan struct{}) { return s.controlFor(lane) },
	})
	if err != nil && !s.hasOpened() {
		return errEnd{err}
	}
	return err
}

// locked returns what the supervisor knows.
func locked[T any](s *supervisor, get func() T) T {
	s.mu.Lock()
	defer s.mu.Unlock()
	return get()
}

func (s *supervisor) onlyLane() bool { return locked(s, func() bool { return s.lanes == 1 }) }

func (s *supervisor) order(specs []Spec) worker.Batch {
	b := worker.Batch{
		Provider: s.header.Provider, Peer: s.header.Peer, Seed: s.header.Seed, Drawing: s.header.Drawing,
		TimeoutScale: s.header.TimeoutScale, Strict: s.header.Strict, Breaker: s.usesBreaker(), Dumps: s.Dumps,
	}
	for _, one := range specs {
		b.Specs, b.Titles = append(b.Specs, one.ID), append(b.Titles, one.Title)
		if s.Known[one.ID] {
			b.Known = append(b.Known, one.ID)
		}
		if selector, ok := s.OwnProviders[one.ID]; ok {
			if b.OwnProviders == nil {
				b.OwnProviders = map[string]string{}
			}
			b.OwnProviders[one.ID] = selector
		}
	}
	if slices.Contains(b.Titles, "") { // nobody knows which container holds that spec
		b.Titles = nil
	}
	if probes := s.probesLeft(); slices.ContainsFunc(b.Specs, func(id string) bool {
		return slices.Contains(probes, id)
	}) {
		b.Probes = probes
	}
	b.First = s.toRunNext(specs)
	return b
}

// toRunNext lists those of specs that are run before the others.
func (s *supervisor) toRunNext(specs []Spec) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, first := s.suspects.next(specs)
	return first
}

// onEvent is called with each event of a worker while it runs.
func (s *supervisor) onEvent(lane int, e worker.Event) {
	switch e.Kind {
	case worker.Opened:
		s.begun(lane, e)
	case worker.Loaded:
		s.loaded(lane, e.Code)
	case worker.Started:
		if s.isUnreported(e.Text) {
			return
		}
		s.journal.Append(journal.Entry{Kind: journal.Started, Worker: lane, Text: e.Text})
	case worker.Ended:
		s.over(lane, *e.Spec, e.Progress)
	}
}

func (s *supervisor) begun(lane int, e worker.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	opened := journal.Entry{Kind: journal.Opened, Worker: lane, Target: e.Target}
	if err := s.journal.Refuses(opened); err != nil {
		s.stop(err)
		return
	}
	s.journal.Append(opened)
	if l := s.working[lane]; l != nil {
		l.opening = time.Since(l.launched)
	}
	if !s.opened && s.Begun != nil {
		s.Begun(s.journal.Run())
	}
	s.opened = true
}

// loaded notes files of code that are not noted yet: each worker tells all of its provider's.
func (s *supervisor) loaded(lane int, code []reports.CodeFile) {
	s.mu.Lock()
	defer s.mu.Unlock()
	code = slices.DeleteFunc(code, s.journal.HasCode)
	loaded := journal.Entry{Kind: journal.Loaded, Worker: lane, Code: code}
	if len(code) == 0 {
		return
	}
	if err := s.journal.Refuses(loaded); err != nil {
		s.stop(err)
		return
	}
	s.journal.Append(loaded)
}

func (s *supervisor) judged(lane int, one reports.Spec) {
	s.journal.Append(journal.Entry{Kind: journal.Ended, Worker: lane, Spec: &one})
	one = s.journal.Waived(one)
	if s.Judged != nil {
		s.Judged(one)
	}
	if s.FailFast && one.Verdict.Broken() {
		s.stop(fmt.Errorf("stopped at the first failure, of %s", one.ID))
	}
}

// conclude decides what the end of a worker means, and takes back the specs that it
// left. blocked says why the worker did not come to its first spec. The reason may
// be the other workers, if a device can be opened by only one process at a time;
// then the others go on.
func (s *supervisor) conclude(ctx context.Context, p *process, specs []Spec) (blocked error) {
	left := slices.DeleteFunc(slices.Clone(specs), func(one Spec) bool { return p.ended[one.ID] != "" })
	switch {
	case p.last == "":
		blocked = s.blocked(p)
	case p.broken != "":
		s.journal.Append(journal.Entry{Kind: journal.Incomplete, Text: p.broken, Lasting: true})
	case ctx.Err() != nil:
	case p.current != "": // also for a worker that says it is done: otherwise the spec would be left out for ever
		if s.decide(ctx, crashOf(p, specs, p.current)) {
			left = slices.DeleteFunc(left, func(one Spec) bool { return one.ID == p.current })
		}
	case p.done && p.failed: // for instance because of what a sanitizer found only then
		s.journal.Append(journal.Entry{
			Kind: journal.Incomplete,
			Text: "a process failed after its last spec: " + p.end + "\n" + p.trace, Lasting: true,
		})
	case !p.done && p.ended[p.last] == reports.Warn &&
		worker.MayCrash(worker.RulesOf(find(specs, p.last)), s.header.Strict): // the warning has said so
	case !p.done && p.ended[p.last] != reports.Error:
		s.decide(ctx, crashOf(p, specs, p.last))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending = append(s.takeProbes(s.withoutUnreported(left)), s.pending...)
	return blocked
}

// blocked says why a worker did not come to its first spec.
func (s *supervisor) blocked(p *process) error {
	switch {
	case p.refused != "" && !s.hasOpened():
		return errEnd{&worker.ConfigurationError{Err: errors.New(p.refused)}}
	case p.refused != "":
		return errors.New(p.refused)
	case p.broken != "":
		return errors.New(p.broken)
	case p.done:
		return errors.New("a worker ran no spec")
	}
	return errors.New("the process ended before the first spec: " + p.end + "\n" + p.trace)
}

func (s *supervisor) hasOpened() bool { return locked(s, func() bool { return s.opened }) }

func find(specs []Spec, id string) Spec {
	return specs[slices.IndexFunc(specs, func(one Spec) bool { return one.ID == id })]
}

// crashed takes a spec to have ended a process; besides says what else is known of that.
func (s *supervisor) crashed(ctx context.Context, p *process, one Spec, message, besides string) {
	if retainer := s.retainer(); retainer != "" && p.overused == spec.PrerequisiteFreedMemory {
		message += ": " + retainer
	}
	r := worker.Erred(journal.Blank(one), message)
	if one.ID == p.last {
		r.Given = p.given
	}
	if p.byItself {
		method := s.culprit(ctx, p, one)
		blameFor(&r.Findings[0], method)
		besides = joined(besides, method)
	}
	r.Findings[0].Besides = besides
	r.Message = finding.Lines(r.Findings)
	r.Trace, r.ProbeRank = p.trace, worker.ProbeRank(one.ID)
	if worker.MayCrash(worker.RulesOf(one), s.header.Strict) {
		r.Verdict = reports.Warn
		worker.OnlyWarns(&r, worker.RulesOf(one))
		if before, ok := p.ended[one.ID]; ok {
			r.Verdict = reports.Worst(before, r.Verdict)
		}
	}
	s.over(0, r, spec.Progress{Failed: s.prerequisitesOf(one.ID), Overused: p.overused})
}
