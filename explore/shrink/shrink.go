package shrink

import (
	"context"
	"slices"

	"github.com/ndconform/ndconform/explore/program"
)

const (
	// most is how many candidates are tried.
	most = 2000
	// tries is how often a candidate that has shown nothing yet is carried out, if the
	// program itself does not always show the finding.
	tries = 5
)

// Program shrinks p; again reports whether a candidate shows the same. It returns p itself
// if nothing smaller does, and the smallest so far when ctx is done.
func Program(ctx context.Context, p program.Program, again func(program.Program) bool) program.Program {
	s := &shrinker{ctx: ctx, best: p.Clone(), again: again, tries: 1}
	for range probes(p) {
		if again(p) {
			continue
		}
		s.tries = tries // the finding comes and goes
	}
	s.tail()
	s.past()
	s.steps()
	s.lanes()
	s.config()
	s.steps()
	s.otherwise()
	s.parameters()
	s.pairs()
	s.steps()
	return s.best
}

// probes returns how often to see whether a program always shows the finding: seldom, if that takes
// long.
func probes(p program.Program) int {
	if len(p.Before) > 0 {
		return 1
	}
	return 4
}

// otherwise swaps the two ends, and replaces Sends by Writes, which need no Receives: that may take
// fewer steps.
func (s *shrinker) otherwise() {
	for _, change := range []func(*program.Step){
		func(step *program.Step) { step.Bits ^= 1 },
		func(step *program.Step) {
			if step.Op == program.Send {
				step.Op = program.Write
			}
		},
	} {
		p := s.best.Clone()
		for i := range p.Steps {
			change(&p.Steps[i])
		}
		if len(p.Steps) > few || len(p.Before) > 0 || slices.Equal(p.Steps, s.best.Steps) {
			continue
		}
		if was := s.best; s.keep(p) {
			s.steps()
			if len(s.best.Steps) == len(was.Steps) {
				s.best = was
			}
		}
	}
}

// past leaves out programs that are carried out before the last one, or does what is left of them
// in the last one.
func (s *shrinker) past() {
	s.reduce(func() int { return len(s.best.Before) }, func(p *program.Program, from, to int) {
		p.Before = slices.Delete(p.Before, from, to)
	})
	for part := range s.best.Before {
		s.stepsOf(part)
	}
	for len(s.best.Before) > 0 {
		p := s.best.Clone()
		last := p.Before[len(p.Before)-1]
		p.Before, p.Steps = p.Before[:len(p.Before)-1], append(last.Steps, p.Steps...)
		if !s.keep(p) {
			p.Config = last.Config
			if !s.keep(p) {
				return
			}
		}
	}
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

// steps removes parts of the steps.
func (s *shrinker) steps() {
	s.tail()
	s.stepsOf(len(s.best.Before))
}

// stepsOf removes parts of the steps of one of the programs; the last one comes after those
// before it.
func (s *shrinker) stepsOf(part int) {
	s.reduce(func() int { return len(*steps(&s.best, part)) }, func(p *program.Program, from, to int) {
		of := steps(p, part)
		*of = slices.Delete(*of, from, to)
	})
}

func steps(p *program.Program, part int) *[]program.Step {
	if part < len(p.Before) {
		return &p.Before[part].Steps
	}
	return &p.Steps
}

// reduce leaves out parts of a list: halves first, then smaller and smaller ones.
func (s *shrinker) reduce(length func() int, remove func(p *program.Program, from, to int)) {
	for size := (length() + 1) / 2; size >= 1; {
		removed := false
		for end := length(); end > 0; end -= size {
			p := s.best.Clone()
			remove(&p, max(0, end-size), end)
			removed = s.keep(p) || removed
		}
		if size == 1 && !removed {
			return
		}
		if !removed || size > 1 {
			size = min(size/2, (length()+1)/2)
		}
		if size == 0 && length() > 0 && removed {
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

// few is how many steps a program has at most that is short enough to try what takes many
// candidates.
const few = 24

// pairs leaves out two steps at a time, of which neither can be left out by itself.
func (s *shrinker) pairs() {
	for again := s.best.Length() <= few; again; {
		again = false
		for j := len(s.best.Steps) - 1; j > 0 && !again; j-- {
			for i := j - 1; i >= 0 && !again; i-- {
				p := s.best.Clone()
				p.Steps = slices.Delete(slices.Delete(p.Steps, j, j+1), i, i+1)
				again = s.keep(p)
			}
		}
	}
}

// The bits of a step choose the object, what is wished for, and everything else.
const (
	objectBits = 1<<8 - 1
	wishBits   = 1<<16 - 1 - objectBits
)

// parameters makes the bits of steps zero that the finding does not need, except those of the
// object.
func (s *shrinker) parameters() {
	if s.best.Length() > few {
		return
	}
	for i := range s.best.Steps {
		for _, needed := range []uint64{objectBits, objectBits | wishBits, ^uint64(wishBits)} {
			p := s.best.Clone()
			p.Steps[i].Bits &= needed
			if p.Steps[i].Bits == s.best.Steps[i].Bits || s.keep(p) {
				break
			}
		}
	}
}

// config makes those numbers of the configuration smaller that the program does not
// need.
func (s *shrinker) config() {
	for _, smaller := range []func(*program.Config){
		func(c *program.Config) { c.Canary = false },
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
