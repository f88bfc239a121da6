package runner

import (
	"context"
	"slices"
	"time"
)

// sharing is how the lanes of a run share its specs. Each process costs a start, so there are
// few: a worker is given an equal part of what is left, and is asked to leave the rest of that
// to others only if they have nothing to do and it would take long. It is guarded by the
// supervisor's mutex.
type sharing struct {
	// pending are the specs that no worker has.
	pending []Spec
	// lanes counts the lanes that still go on, and loads has those that have a worker.
	lanes int
	loads map[int]*load
	// waiting counts the lanes that wait until changed tells of specs that were left.
	waiting int
}

// A load is what a lane's worker has to do.
type load struct {
	launched time.Time
	// opening is how long it took from then until the provider was open.
	opening time.Duration
	left    int
	// rest are the ids of the specs that it has not ended, which are ordered by the first known
	// of the methods of [owing].
	rest  map[string]bool
	known int
	// since is when the first spec ended, and done counts the others that have.
	since time.Time
	done  int
	// enough says that the worker is asked to leave what it has not begun.
	enough bool
}

// restartWorth is how many times as long as a worker takes to open its provider the specs that
// are left to one must take for them to be shared.
const restartWorth = 20

// take returns the specs for a lane's next worker, or none if nothing is left. It waits for
// specs that other workers may leave.
func (s *supervisor) take(ctx context.Context, lane int) []Spec {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.loads, lane)
	defer s.changed.Broadcast()
	for ctx.Err() == nil {
		specs := s.part(lane)
		if len(specs) == 0 && len(s.loads) == 0 {
			specs = s.rerun.next(s.header.Plan)
		}
		if len(specs) > 0 {
			s.loads[lane] = newLoad(specs, len(s.owing.methods))
			return specs
		}
		if len(s.loads) == 0 {
			return nil
		}
		s.waiting++
		s.relieve()
		s.changed.Wait()
		s.waiting--
	}
	return nil
}

func newLoad(specs []Spec, known int) *load {
	l := &load{launched: time.Now(), left: len(specs), rest: map[string]bool{}, known: known}
	for _, one := range specs {
		l.rest[one.ID] = true
	}
	return l
}

// part takes as many of the pending specs as each lane without a worker can have.
func (s *supervisor) part(lane int) []Spec {
	idle := max(1, s.lanes-len(s.loads))
	part := func(n int) int { return (n + idle - 1) / idle }
	pending, first := s.owing.next(s.pending)
	next := part(len(first)) // each of them may take all of its time
	other := max(0, part(len(pending))-next)
	specs := slices.Concat(pending[:next], pending[len(first):][:other])
	s.pending = slices.Concat(pending[next:len(first)], pending[len(first)+other:])
	if lane == 1 {
		return s.withCanaries(specs, len(s.journal.Rest()) > 0)
	}
	return specs
}

// leave ends a lane; the last one may be asked to stay.
func (s *supervisor) leave(lane int, lastStays bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if lastStays && s.lanes == 1 {
		return false
	}
	s.lanes--
	delete(s.loads, lane)
	s.changed.Broadcast()
	return true
}

// wake has the lanes that wait look whether the run goes on.
func (s *supervisor) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed.Broadcast()
}

// ended notes that a lane's worker has ended a spec. The supervisor is locked.
func (s *supervisor) ended(lane int, id string) {
	l := s.loads[lane]
	if l == nil {
		return
	}
	l.left--
	delete(l.rest, id)
	if l.since.IsZero() {
		l.since = time.Now()
	} else {
		l.done++
	}
	s.reorder(l)
	s.relieve()
}

// reorder asks a worker to leave its specs if some of them are to be run next now, so that another
// one runs them in that order. The supervisor is locked.
func (s *supervisor) reorder(l *load) {
	if l.enough || len(s.canaries.left) > 0 {
		return
	}
	for id := range l.rest {
		if s.owing.isNext(id, l.known) {
			l.enough = true
			s.tellAll()
			return
		}
	}
	l.known = len(s.owing.methods)
}

// relieve asks the worker that will take longest to leave its specs, if a lane waits for them
// and it is worth another start. The supervisor is locked.
func (s *supervisor) relieve() {
	if s.waiting == 0 {
		return
	}
	var last *load
	for _, l := range s.loads {
		if l.enough {
			return
		}
		if last == nil || l.remaining() > last.remaining() {
			last = l
		}
	}
	if last != nil && last.remaining() > restartWorth*last.opening {
		last.enough = true
		s.tellAll()
	}
}

// remaining is how long the worker will take if it goes on as it has; 0 if that is unknown.
func (l *load) remaining() time.Duration {
	if l.done == 0 {
		return 0
	}
	return time.Since(l.since) / time.Duration(l.done) * time.Duration(l.left)
}
