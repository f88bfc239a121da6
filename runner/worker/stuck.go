package worker

import (
	"slices"
	"strings"

	"github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

// stuck ends a spec that is in a call in which others were stuck, and the process with
// it; another process takes the rest. What the spec has found by then stands; if it has
// found nothing, it could not be carried out because of the first spec that was stuck.
func (w *worker) stuck(point string, cause spec.Cause) {
	w.judging.Lock()
	defer w.judging.Unlock()
	r := ginkgo.CurrentSpecReport()
	id, _ := spec.Identify(r.Labels())
	if !w.planned[id] || w.judged == id || w.stop.Err() != nil {
		return
	}
	w.judged = id
	s, _ := judge(r, w.Strict)
	s.Called = spec.Called()
	if s = w.stuckAs(s, cause); s.Verdict == reports.Error {
		s.Given = w.target.Given()
	}
	f := w.target.Progress()
	if !slices.Contains(f.TimedOut, point) {
		f.TimedOut = append(f.TimedOut, point)
	}
	w.sendCode()
	w.send(Event{Kind: Ended, Spec: &s, Progress: f})
	w.send(Event{Kind: Done})
	w.leave()
}

// stuckAs returns the result of a spec that is stuck because of a cause; s says how far
// it came.
func (w *worker) stuckAs(s reports.Spec, cause spec.Cause) reports.Spec {
	if cause.Spec == s.ID { // the probe itself, which is tried once more
		method, _ := strings.CutSuffix(cause.Says, " does not return")
		return erredIn(s, finding.Finding{
			Says: "hung once more: " + cause.Says, Method: method,
			Does: finding.NoReturn,
		})
	}
	says := cause.Says + "; see " + cause.Spec
	// a goroutine of the spec's has failed, and Ginkgo has not heard of it yet
	if failures := w.failures.seen(); len(failures) > 0 && len(s.Findings) == 0 {
		for _, message := range failures {
			s.Findings = append(s.Findings, finding.Finding{Says: message})
		}
	} else if len(failures) == 0 {
		s = notRun(s, "not run: "+says)
		s.CauseSpec, s.CauseSays = cause.Spec, cause.Says
		return s
	}
	s.Findings = append(s.Findings, finding.Finding{Says: "hung after that: " + says})
	s.Verdict, s.Message = reports.Error, finding.Lines(s.Findings)
	return s
}
