package shrink

import (
	"context"

	"github.com/ndconform/ndconform/explore/program"
)

const (
	// most is how many candidates are tried.
	most = 2000
	// tries is how often a candidate that has shown nothing yet is carried out, if the
	// program itself does not always show the finding.
	tries = 5
	// few is how many steps a program has at most that is short enough to try what takes many
	// candidates.
	few = 24
)

// Program shrinks p; again reports whether a candidate shows the same. It returns p itself
// if nothing smaller does, and the smallest so far when ctx is done.
func Program(ctx context.Context, p program.Program, again func(program.Program) bool) program.Program {
	s := &shrinker{ctx: ctx, best: p.Clone(), again: again, tries: 1, failed: map[string]bool{}}
	for range trials(p) {
		if again(p) {
			continue
		}
		s.tries = tries // the finding comes and goes
	}
	s.tail()
	s.history()
	s.config() // small queues are full soon, and wrap soon
	if p.Times > 1 || s.tries > 1 {
		s.fold() // what comes by chance is the more likely the more there is of it
	}
	s.steps()
	s.lanes()
	s.config()
	s.steps()
	s.simplify()
	s.parameters()
	s.pairs()
	s.steps()
	s.mutate()
	if len(s.best.Steps) > Short && s.fold() {
		s.steps()
		s.parameters()
	}
	s.times()
	return s.best
}

// trials returns how often to see whether a program always shows the finding: seldom, if that takes
// long.
func trials(p program.Program) int {
	if len(p.Before) > 0 {
		return 1
	}
	return 4
}

type shrinker struct {
	ctx   context.Context
	best  program.Program
	again func(program.Program) bool
	tries int
	count int
	// failed are the short candidates that have not shown the finding.
	failed map[string]bool
}

// keep makes a candidate the best one if it shows the same.
func (s *shrinker) keep(p program.Program) bool {
	var text string
	if p.Length() <= few {
		text = string(p.Text())
	}
	if s.failed[text] {
		return false
	}
	for range s.tries {
		if s.over() {
			return false
		}
		s.count++
		if s.again(p) {
			s.best = p
			return true
		}
	}
	if text != "" {
		s.failed[text] = true
	}
	return false
}

// over reports whether no more candidates are tried.
func (s *shrinker) over() bool { return s.count >= most || s.ctx.Err() != nil }
