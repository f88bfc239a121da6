package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/runner/worker"
)

// A provider's thread may crash a moment after the spec that caused it, in the middle of another one.
// To find out which is to blame, each of them is run alone.

const (
	// isolatedMost is how often each of the two is run alone until one crashes.
	isolatedMost = 3
	// neighborsMost is how many specs before these two are run alone, too, if neither crashes.
	neighborsMost = 4
	// decisionsMost is how many crashes of a run are decided in this way; each takes some
	// processes.
	decisionsMost = 24
	// lingering is how long a process that runs a spec alone goes on after it, for threads that
	// crash a moment later. It is scaled.
	lingering = 200 * time.Millisecond
)

// A crash is the end of a process that nobody ended.
type crash struct {
	*process
	// in is the spec in or after which it ended, and before are those that had ended before, the
	// latest first.
	in     Spec
	before []Spec
}

// crashOf is the crash in or after a spec.
func crashOf(p *process, specs []Spec, in string) crash {
	c := crash{process: p, in: find(specs, in)}
	for _, id := range slices.Backward(p.order) {
		if id != in && len(c.before) < 1+neighborsMost {
			c.before = append(c.before, find(specs, id))
		}
	}
	return c
}

// where says in which of its specs a process ended, or after which.
func (c crash) where() string {
	if c.current != "" {
		return "the process ended in this spec"
	}
	return "the process ended after this spec"
}

// since says how long before the end of the process the spec before had ended.
func (c crash) since() string {
	return fmt.Sprintf("%v after", max(c.gone.Sub(c.endedAt[c.before[0].ID]), 0).Round(time.Millisecond))
}

// decide blames the specs that end a process alone, or the one in which it ended. It reports
// whether that one has its result.
func (s *supervisor) decide(ctx context.Context, c crash) (judged bool) {
	if !c.byItself || len(c.before) == 0 || !s.mayDecide() {
		s.crashed(ctx, c.process, c.in, c.where()+": "+c.end, "")
		return true
	}
	guilty := s.guilty(ctx, c)
	if len(guilty) == 0 {
		besides := fmt.Sprintf("it ended %s %s had ended; neither of the two ends the process if it is run alone",
			c.since(), c.before[0].ID)
		s.crashed(ctx, c.process, c.in, c.where()+": "+c.end, besides)
		return true
	}
	for _, one := range guilty {
		if one.ID == c.in.ID {
			judged = true
			s.crashed(ctx, c.process, one, c.where()+": "+c.end, alsoIsolated(guilty, one))
			continue
		}
		besides := fmt.Sprintf("it ended in %s; run alone, this spec ends the process", c.in.ID)
		if others := alsoIsolated(guilty, one); others != "" {
			besides += "; " + others
		}
		s.crashed(ctx, c.process, one, "the process ended after this spec: "+c.end, besides)
	}
	return judged
}

// alsoIsolated names the others that end the process alone; it is empty if there are none.
func alsoIsolated(guilty []Spec, one Spec) string {
	var others []string
	for _, other := range guilty {
		if other.ID != one.ID {
			others = append(others, other.ID)
		}
	}
	if len(others) == 0 {
		return ""
	}
	return "so does " + strings.Join(others, ", ") + " alone"
}

// guilty lists the specs around a crash that also crash alone: of the one in which the process ended
// and the one before, or else the latest of those before them.
func (s *supervisor) guilty(ctx context.Context, c crash) (list []Spec) {
	for range isolatedMost {
		for _, one := range []Spec{c.in, c.before[0]} {
			if s.crashesIsolated(ctx, one) {
				list = append(list, one)
			}
		}
		if len(list) > 0 {
			return list
		}
	}
	for _, one := range c.before[1:] {
		if s.crashesIsolated(ctx, one) {
			return []Spec{one}
		}
	}
	return nil
}

// crashesIsolated runs a spec alone in a process, and reports whether that crashes.
func (s *supervisor) crashesIsolated(ctx context.Context, one Spec) bool {
	return s.runIsolated(ctx, one, func(*worker.Batch) {}) != nil
}

// runIsolated runs a spec alone in a process, and returns the process if it crashes; order changes the
// batch.
func (s *supervisor) runIsolated(ctx context.Context, one Spec, order func(*worker.Batch)) *process {
	b := s.order([]Spec{one})
	b.Probes, b.First, b.Breaker, b.Linger = nil, nil, false, worker.Scaled(lingering, b.TimeoutScale)
	order(&b)
	p := newProcess(b.Specs, func(worker.Event) {})
	err := work(ctx, s.Worker, s.MemoryLimit, b, p, controller{
		func(context.Context) {},
		func() (worker.Control, <-chan struct{}) { return worker.Control{}, nil },
	})
	if err != nil || ctx.Err() != nil || !p.byItself || !p.crashed() {
		return nil
	}
	return p
}

// mayDecide reports whether one more crash is to be decided.
func (s *supervisor) mayDecide() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.decisions++
	return s.decisions <= decisionsMost
}
