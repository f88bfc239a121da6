package shrink

import "github.com/ndconform/ndconform/explore/program"

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
