package runner

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/spec"
)

// settling is how a supervisor finds out whether the steps that many specs build on
// work: the first lane tries the canaries, and the workers of the other lanes begin
// when that is over. It is guarded by the supervisor's mutex.
type settling struct {
	canaries *canaries
	suite    []Spec
	// first are the canaries that are planned and have not been run.
	first []Spec
	// trials are the ids of the canaries that the first lane's worker runs only for
	// the sake of other specs: they have a result already, or are not selected.
	trials map[string]bool
	// settled is closed when nothing is left to find out.
	settled chan struct{}
	settle  func()
}

func newSettling(suite []Spec) settling {
	s := settling{canaries: newCanaries(suite), suite: suite, settled: make(chan struct{})}
	s.settle = sync.OnceFunc(func() { close(s.settled) })
	if len(s.canaries.left) == 0 {
		s.settle()
	}
	return s
}

// putFirst takes the canaries that are to be tried out of specs.
func (s *settling) putFirst(specs []Spec) (others []Spec) {
	for _, one := range specs {
		if _, canary := s.canaries.of(one.ID); canary {
			s.first = append(s.first, one)
		} else {
			others = append(others, one)
		}
	}
	return others
}

// untried returns specs without those that were on trial.
func (s *settling) untried(specs []Spec) []Spec {
	return slices.DeleteFunc(specs, func(one Spec) bool { return s.trials[one.ID] })
}

// withCanaries adds the canaries that are to be tried to the first lane's specs, as long
// as any specs are left for which they matter.
func (s *settling) withCanaries(specs []Spec, left bool) []Spec {
	s.trials = map[string]bool{}
	specs = append(s.first, specs...)
	s.first = nil
	if len(specs) == 0 && !left {
		return nil
	}
	for _, one := range s.suite {
		_, canary := s.canaries.of(one.ID)
		if canary && !slices.ContainsFunc(specs, func(own Spec) bool { return own.ID == one.ID }) {
			s.trials[one.ID] = true
			specs = append(specs, one)
		}
	}
	return specs
}

// groundOf returns the grounds that a process is taken to have broken when it ends in
// the spec with this id.
func (s *supervisor) groundOf(id string) []spec.Ground {
	s.mu.Lock()
	defer s.mu.Unlock()
	canary, ok := s.canaries.of(id)
	if !ok {
		return nil
	}
	return []spec.Ground{canary.Ground}
}

// toTry lists the canaries that are to be tried.
func (s *supervisor) toTry() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.canaries.ids()
}

// abandon leaves what is not settled undecided, since the first lane ends.
func (s *supervisor) abandon() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending = append(s.first, s.pending...)
	s.first, s.canaries.left = nil, nil
	s.settle()
}

func (s *supervisor) onTrial(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.trials[id]
}

// over takes the result of a spec that has ended.
func (s *supervisor) over(worker int, one reports.Spec, f spec.Footing) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one.Verdict == reports.Fail || one.Verdict == reports.Error {
		s.broken[one.ID] = true
	}
	if s.hurries() && !s.Known[one.ID] {
		s.visit(&one, f)
		s.owing.hears(s.sites)
	}
	broke := brokenBy(one, f)
	if s.Known[one.ID] || s.journal.Waived(one).Verdict == reports.Waived {
		broke = "" // the failure is known, and every other spec is judged by itself
	}
	found, fell := s.canaries.heard(one, broke)
	if !s.trials[one.ID] && (!s.isApart() || !s.holds(one)) {
		s.judged(worker, one)
	}
	if found != nil {
		s.journal.Append(journal.Entry{Kind: journal.Fallen, Worker: worker, Text: string(fell), Spec: found})
	}
	s.strains.weighs(f)
	s.strained(worker, f.Strained, one)
	if len(s.canaries.left) == 0 {
		s.settle()
	}
	s.ended(worker, one.ID)
}

// visit takes what a spec has shown of sites, and lets all workers know. The
// supervisor is locked.
func (s *supervisor) visit(one *reports.Spec, f spec.Footing) {
	sites := visited(s.sites, one, f)
	if maps.Equal(sites, s.sites) {
		return
	}
	s.sites = sites
	s.tellAll()
}

// tellAll lets all workers know what is known. The supervisor is locked.
func (s *supervisor) tellAll() {
	close(s.more)
	s.more = make(chan struct{})
}

// hurries reports whether waits are shortened where other specs have waited in
// vain. Where failures are known, every other spec is judged by itself.
func (s *supervisor) hurries() bool { return len(s.Canaries) > 0 && len(s.header.Waivers) == 0 }

// isBroken reports whether a spec has failed or ended in an error in this run: only
// because of such a spec can another one be in vain.
func (s *supervisor) isBroken(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.broken[id]
}

// clear returns when the worker of a lane may begin.
func (s *supervisor) clear(ctx context.Context, lane int) {
	if lane == 1 {
		return
	}
	select {
	case <-s.settled:
	case <-ctx.Done():
	}
}

// knows returns what a lane's worker is told. more is closed when there is more to tell.
func (s *supervisor) knows(lane int) (known clearance, more <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.loads[lane]
	return clearance{
		Fallen: maps.Clone(s.canaries.fallen), Sites: maps.Clone(s.sites),
		Weigh: s.strains.ended[spec.GroundSpace] > 0, Enough: l != nil && l.enough,
	}, s.more
}
