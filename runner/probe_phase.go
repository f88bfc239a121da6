package runner

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/runner/worker"
	"github.com/ndconform/ndconform/spec"
)

// probePhase is the first phase of a run: the first lane runs the probes, and the workers of the other
// lanes begin when it is over. It is guarded by the supervisor's mutex.
type probePhase struct {
	probes *probes
	suite  []Spec
	// planned are the probes that are planned and have not been run.
	planned []Spec
	// unreported are the ids of the probes that have a result already, or are not selected: they
	// are run only for the sake of other specs.
	unreported map[string]bool
	// probed is closed at the end of the phase.
	probed    chan struct{}
	endProbes func()
}

func newProbePhase(suite []Spec) probePhase {
	s := probePhase{probes: newProbes(suite), suite: suite, probed: make(chan struct{})}
	s.endProbes = sync.OnceFunc(func() { close(s.probed) })
	if len(s.probes.left) == 0 {
		s.endProbes()
	}
	return s
}

// takeProbes takes the probes that are to be run out of specs.
func (s *probePhase) takeProbes(specs []Spec) (others []Spec) {
	for _, one := range specs {
		if _, probe := s.probes.of(one.ID); probe {
			s.planned = append(s.planned, one)
		} else {
			others = append(others, one)
		}
	}
	return others
}

// withoutUnreported returns specs without the unreported probes.
func (s *probePhase) withoutUnreported(specs []Spec) []Spec {
	return slices.DeleteFunc(specs, func(one Spec) bool { return s.unreported[one.ID] })
}

// withProbes adds the probes that are to be run to the first lane's specs, as long as specs are left
// for which they matter.
func (s *probePhase) withProbes(specs []Spec, left bool) []Spec {
	s.unreported = map[string]bool{}
	specs = append(s.planned, specs...)
	s.planned = nil
	if len(specs) == 0 && !left {
		return nil
	}
	for _, one := range s.suite {
		_, probe := s.probes.of(one.ID)
		if probe && !slices.ContainsFunc(specs, func(own Spec) bool { return own.ID == one.ID }) {
			s.unreported[one.ID] = true
			specs = append(specs, one)
		}
	}
	return specs
}

// prerequisitesOf returns the prerequisites that are taken to have failed when a process ends in the
// spec with this id.
func (s *supervisor) prerequisitesOf(id string) []spec.Prerequisite {
	s.mu.Lock()
	defer s.mu.Unlock()
	probe, ok := s.probes.of(id)
	if !ok {
		return nil
	}
	return []spec.Prerequisite{probe.Prerequisite}
}

// probesLeft lists the probes that are still to be run.
func (s *supervisor) probesLeft() []string { return locked(s, s.probes.ids) }

// abandonProbes ends the phase, since the first lane ends.
func (s *supervisor) abandonProbes() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending = append(s.planned, s.pending...)
	s.planned, s.probes.left = nil, nil
	s.endProbes()
}

func (s *supervisor) isUnreported(id string) bool {
	return locked(s, func() bool { return s.unreported[id] })
}

// over takes the result of a spec that has ended.
func (s *supervisor) over(lane int, one reports.Spec, f spec.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one.Verdict.Broken() {
		s.broken[one.ID] = true
	}
	if s.usesBreaker() && !s.Known[one.ID] {
		s.visit(&one, f)
		s.suspects.learn(s.points)
	}
	failed := worker.FailedIn(one, f)
	if s.Known[one.ID] || s.journal.Waived(one).Verdict == reports.Waived {
		failed = "" // the failure is known, and every other spec is judged by itself
	}
	found, confirmed := s.probes.judge(one, failed)
	if !s.unreported[one.ID] && (!s.usesWorkers() || !s.holds(one)) {
		s.judged(lane, one)
	}
	if found != nil {
		s.journal.Append(journal.Entry{
			Kind: journal.PrerequisiteFailed, Worker: lane, Text: string(confirmed),
			Spec: found,
		})
	}
	s.overuse.addRetained(f)
	s.noteOveruse(lane, f.Overused, one)
	if len(s.probes.left) == 0 {
		s.endProbes()
	}
	s.ended(lane, one.ID)
}

// visit takes what a spec has shown of wait points, and lets all workers know. The supervisor is
// locked.
func (s *supervisor) visit(one *reports.Spec, f spec.Progress) {
	points := worker.AfterVisit(s.points, one, f)
	if maps.Equal(points, s.points) {
		return
	}
	s.points = points
	s.broadcast()
}

// broadcast lets all workers know what is known. The supervisor is locked.
func (s *supervisor) broadcast() {
	close(s.more)
	s.more = make(chan struct{})
}

// usesBreaker reports whether waits are shortened where other specs have timed out. Where failures
// are known, every other spec is judged by itself.
func (s *supervisor) usesBreaker() bool { return len(s.Probes) > 0 && len(s.header.Waivers) == 0 }

// isBroken reports whether a spec has failed or ended in an error in this run: only such a spec can
// be the cause that another one is not run.
func (s *supervisor) isBroken(id string) bool { return locked(s, func() bool { return s.broken[id] }) }

// awaitProbes returns when the worker of a lane may begin.
func (s *supervisor) awaitProbes(ctx context.Context, lane int) {
	if lane == 1 {
		return
	}
	select {
	case <-s.probed:
	case <-ctx.Done():
	}
}

// controlFor returns the control message for a lane's worker. more is closed when there is another.
func (s *supervisor) controlFor(lane int) (known worker.Control, more <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.working[lane]
	return worker.Control{
		Failed: maps.Clone(s.probes.failed), Points: maps.Clone(s.points),
		MeasureMemory: s.overuse.ended[spec.PrerequisiteFreedMemory] > 0, Yield: l != nil && l.yielding,
	}, s.more
}
