package shrink

import (
	"slices"

	"github.com/ndconform/ndconform/explore/program"
)

// history leaves out programs that are carried out before the last one, or does what is left of them
// in the last one.
func (s *shrinker) history() {
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
			if s.over() { // each candidate is a copy of a program that may be long
				return
			}
			p := s.best.Clone()
			remove(&p, max(0, end-size), end)
			removed = s.keep(p) || removed
		}
		switch {
		case size > 1:
			size = min(size/2, (length()+1)/2)
		case !removed:
			return
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

// pairs leaves out two steps at a time if neither can be left out by itself.
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
