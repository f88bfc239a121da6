package worker

import (
	"os"
	"slices"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

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
		w.send(Event{Kind: Done})
		w.leave()
	}
}

// learn keeps what the spec that has ended has shown, for the specs that follow.
func (w *worker) learn(s *reports.Spec, f spec.Progress) {
	if s.Verdict.Broken() {
		s.ProbeRank = ProbeRank(s.ID)
		for _, g := range slices.Concat(f.Passed, f.Failed) {
			s.Prerequisites = append(s.Prerequisites, string(g))
		}
	}
	if w.Breaker && !slices.Contains(w.Known, s.ID) {
		w.known.Points = AfterVisit(w.known.Points, s, f)
		w.know()
	}
}

func (w *worker) know() {
	w.target.Know(w.known.Failed, w.known.Points)
	if w.known.MeasureMemory {
		w.target.MeasureMemory(ownMemory)
	}
}

// FailedIn returns the innermost prerequisite that a failed spec did not pass; none if it did not
// fail.
func FailedIn(s reports.Spec, f spec.Progress) spec.Prerequisite {
	if len(f.Failed) == 0 || !s.Verdict.Broken() {
		return ""
	}
	return f.Failed[len(f.Failed)-1]
}

// ProbeRank returns the place of a spec among the probes, from 1, or 0 if it is none.
func ProbeRank(id string) int {
	return 1 + slices.IndexFunc(spec.Probes(), func(p spec.Probe) bool { return p.Spec == id })
}

// ownMemory returns how much memory this process has, in bytes, or 0 where that can't
// be told.
func ownMemory() int64 {
	size, _ := child.Resident(os.Getpid())
	return size
}
