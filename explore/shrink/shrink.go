package shrink

import (
	"context"

	"github.com/ndconform/ndconform/explore/program"
)

const (
	// most is how many candidates are tried.
	most = 2000
	// tries is how often a candidate that has shown nothing yet is carried out, if the
	// program itself does not always show the finding; and share is how many times in ten
	// it must show it.
	tries = 5
)

// Program shrinks p; again reports whether a candidate shows the same. It returns p itself
// if nothing smaller does, and the smallest so far when ctx is done.
func Program(ctx context.Context, p program.Program, again func(program.Program) bool) program.Program {
	s := &shrinker{ctx: ctx, best: p.Clone(), again: again, tries: 1}
	for range 4 {
		if again(p) {
			continue
		}
		s.tries = tries // the finding comes and goes
	}
	s.steps()
	s.lanes()
	s.config()
	s.steps()
	return s.best
}

// lanes lets one lane do what several did, if that shows the same; otherwise it tries
// with one lane less.
func (s *shrinker) lanes() {
	s.merge(func(int) bool { return true })
	for lane := 1; lane < program.MostLanes; lane++ {
		s.merge(func(one int) bool { return one == lane })
	}
}

// merge lets lane 0 do what some lanes did.
func (s *shrinker) merge(some func(lane int) bool) {
	p, changed := s.best.Clone(), false
	for i, step := range p.Steps {
		if step.Lane > 0 && some(step.Lane) {
			p.Steps[i].Lane, changed = 0, true
		}
	}
	if changed {
		s.keep(p)
	}
}

type shrinker struct {
	ctx   context.Context
	best  program.Program
	again func(program.Program) bool
	tries int
	count int
}

// keep makes a candidate the best one if it shows the same.
func (s *shrinker) keep(p program.Program) bool {
	for range s.tries {
		if s.count >= most || s.ctx.Err() != nil {
			return false
		}
		s.count++
		if s.again(p) {
			s.best = p
			return true
		}
	}
	return false
}

// steps removes parts of the steps: halves first, then smaller and smaller ones.
func (s *shrinker) steps() {
	s.tail()
	for size := (len(s.best.Steps) + 1) / 2; size >= 1; {
		removed := false
		for end := len(s.best.Steps); end > 0; end -= size {
			start := max(0, end-size)
			rest := append(append([]program.Step(nil), s.best.Steps[:start]...), s.best.Steps[end:]...)
			removed = s.keep(s.best.With(rest)) || removed
		}
		if size == 1 && !removed {
			return
		}
		if !removed || size > 1 {
			size = min(size/2, (len(s.best.Steps)+1)/2)
		}
		if size == 0 && len(s.best.Steps) > 0 && removed {
			size = 1
		}
	}
}

// tail cuts off what comes after the steps that show the finding, by halves.
func (s *shrinker) tail() {
	for low, high := 0, len(s.best.Steps); low < high; {
		middle := (low + high) / 2
		if s.keep(s.best.With(s.best.Steps[:middle])) {
			high = middle
		} else {
			low = middle + 1
		}
	}
}

// config makes those numbers of the configuration smaller that the program does not
// need.
func (s *shrinker) config() {
	for _, smaller := range []func(*program.Config){
		func(c *program.Config) { c.Connections = min(c.Connections, 1) },
		func(c *program.Config) { c.Connections = min(c.Connections, 2) },
		func(c *program.Config) { c.Shared = 0 },
		func(c *program.Config) { c.Shared = min(c.Shared, 2) },
		func(c *program.Config) { c.Receive = min(c.Receive, 2) },
		func(c *program.Config) { c.Initiator = min(c.Initiator, 2) },
		func(c *program.Config) { c.Queue = min(c.Queue, 5) },
		func(c *program.Config) { c.Windows = min(c.Windows, 0) },
		func(c *program.Config) { c.Windows = min(c.Windows, 1) },
		func(c *program.Config) { c.Regions = min(c.Regions, 1) },
		func(c *program.Config) { c.Entries = min(c.Entries, 1) },
		func(c *program.Config) { c.OneQueue = false },
		func(c *program.Config) { c.Reads = min(c.Reads, 1) },
		func(c *program.Config) { c.Memory, c.Message = min(c.Memory, 64<<10), min(c.Message, 8<<10) },
	} {
		p := s.best.Clone()
		smaller(&p.Config)
		if p.Config != s.best.Config {
			s.keep(p)
		}
	}
}
