package worker

import (
	"slices"
	"strings"

	"github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

func (w *worker) end(r ginkgo.SpecReport) {
	id, _ := spec.Identify(r.Labels())
	if !w.planned[id] {
		return
	}
	w.judging.Lock()
	defer w.judging.Unlock()
	w.judged = id
	s, trusted := judge(r, w.Strict)
	s.Called = spec.Called()
	breached(&s, spec.Breaches(), w.Strict)
	progress, target := w.target.Progress(), w.target
	if w.ownProvider != nil {
		target = w.ownProvider.target
	}
	if !trusted {
		inCleanUp(&s, spec.Calls())
	}
	if hung(r) {
		blame(&s, w.target.Stuck())
		notAnswered(&s, w.target.Waiting())
	}
	if stuck := s.Verdict.Broken() && slices.ContainsFunc(progress.TimedOut, spec.IsReturn); stuck || hung(r) {
		s.Trace = strings.TrimLeft(s.Trace+"\n"+stacks(w.TimeoutScale)+w.dump(id), "\n")
		trusted = trusted && !stuck
	}
	w.judgeLatency(&s, &progress)
	if method := panickedIn(s); method != "" {
		progress.Panicked(method)
	}
	if w.failures.unreported(&s, len(failuresOf(r))) {
		trusted = false
	}
	if err := w.closeOwnProvider(); err != nil {
		s = Erred(s, err.Error())
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
	if s.Verdict.Broken() {
		s.Given = target.Given()
	}
	w.learn(&s, progress)
	w.sendCode() // this process may not come to its end
	w.send(Event{Kind: Ended, Spec: &s, Progress: progress})
	if !trusted {
		if s.Verdict != reports.Error {
			w.send(Event{Kind: Done}) // it leaves on purpose
		}
		w.leave()
	} else if slices.Contains(w.Probes, s.ID) && FailedIn(s, progress) != "" { // another process has to see it too
		w.send(Event{Kind: Done})
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
