package runner

import (
	"context"
	"slices"
	"time"
)

// scheduler shares a run's specs among its lanes. Each process costs a start, so there are few: a
// worker gets an equal part of what is left, and is asked to yield specs only if another lane has
// nothing to do and it would take long with them. It is guarded by the supervisor's mutex.
type scheduler struct {
	// pending are the specs that no worker has.
	pending []Spec
	// lanes counts the lanes that still go on, and working has those that have a worker.
	lanes   int
	working map[int]*lane
	// waiting counts the lanes that wait on changed for specs that others yield.
	waiting int
}

// A lane is what the worker of a lane has to do.
type lane struct {
	launched time.Time
	// opening is how long it took from then until the provider was open.
	opening time.Duration
	left    int
	// unended are the ids of the specs that it has not ended. They are ordered by the first known of
	// [suspectMethods].
	unended map[string]bool
	known   int
	// since is when the first spec ended, and done counts the others that have.
	since time.Time
	done  int
	// yielding says that the worker is asked to yield what it has not begun.
	yielding bool
}

// restartWorth is how many times as long as a worker takes to open its provider the specs that
// are left to one must take for them to be shared.
const restartWorth = 20

// take returns the specs for a lane's next worker, or none if nothing is left. It waits for
// specs that other workers may leave.
func (s *supervisor) take(ctx context.Context, lane int) []Spec {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.working, lane)
	defer s.changed.Broadcast()
	for ctx.Err() == nil {
		specs := s.part(lane)
		if len(specs) == 0 && len(s.working) == 0 {
			specs = s.rerun.next(s.header.Plan)
		}
		if len(specs) > 0 {
			s.working[lane] = newLane(specs, len(s.suspects.methods))
			return specs
		}
		if len(s.working) == 0 {
			return nil
		}
		s.waiting++
		s.rebalance()
		s.changed.Wait()
		s.waiting--
	}
	return nil
}

func newLane(specs []Spec, known int) *lane {
	l := &lane{launched: time.Now(), left: len(specs), unended: map[string]bool{}, known: known}
	for _, one := range specs {
		l.unended[one.ID] = true
	}
	return l
}

// part takes as many of the pending specs as each lane without a worker can have.
func (s *supervisor) part(lane int) []Spec {
	idle := max(1, s.lanes-len(s.working))
	part := func(n int) int { return (n + idle - 1) / idle }
	pending, first := s.suspects.next(s.pending)
	next := part(len(first)) // each of them may take all of its time
	other := max(0, part(len(pending))-next)
	specs := slices.Concat(pending[:next], pending[len(first):][:other])
	s.pending = slices.Concat(pending[next:len(first)], pending[len(first)+other:])
	if lane == 1 {
		return s.withProbes(specs, len(s.journal.Rest()) > 0)
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
	delete(s.working, lane)
	s.changed.Broadcast()
	return true
}

// wake wakes the lanes that wait, to see whether the run goes on.
func (s *supervisor) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed.Broadcast()
}

// ended notes that a lane's worker has ended a spec. The supervisor is locked.
func (s *supervisor) ended(lane int, id string) {
	l := s.working[lane]
	if l == nil {
		return
	}
	l.left--
	delete(l.unended, id)
	if l.since.IsZero() {
		l.since = time.Now()
	} else {
		l.done++
	}
	s.reorder(l)
	s.rebalance()
}

// reorder asks a worker to yield its specs if some of them are to be run next now, so that another
// worker runs them in that order. The supervisor is locked.
func (s *supervisor) reorder(l *lane) {
	if l.yielding || len(s.probes.left) > 0 || l.known == len(s.suspects.methods) {
		return
	}
	for id := range l.unended {
		if s.suspects.isNext(id, l.known) {
			l.yielding = true
			s.broadcast()
			return
		}
	}
	l.known = len(s.suspects.methods)
}

// rebalance asks the worker that will take longest to yield its specs, if a lane waits for them and
// it is worth another start. The supervisor is locked.
func (s *supervisor) rebalance() {
	if s.waiting == 0 {
		return
	}
	var last *lane
	for _, l := range s.working {
		if l.yielding {
			return
		}
		if last == nil || l.remaining() > last.remaining() {
			last = l
		}
	}
	if last != nil && last.remaining() > restartWorth*last.opening {
		last.yielding = true
		s.broadcast()
	}
}

// remaining is how long the worker will take if it goes on as it has; 0 if that is unknown.
func (l *lane) remaining() time.Duration {
	if l.done == 0 {
		return 0
	}
	return time.Since(l.since) / time.Duration(l.done) * time.Duration(l.left)
}
