package shrink

import "github.com/ndconform/ndconform/explore/program"

// fold makes one step, which is carried out several times, of steps in a row that do the same to the
// same object. It reports whether that shows the finding, too.
func (s *shrinker) fold() bool {
	p := s.best.With(folded(s.best.Steps))
	return len(p.Steps) < len(s.best.Steps) && s.keep(p)
}

// folded folds the steps of each lane between barriers by themselves.
func folded(steps []program.Step) (all []program.Step) {
	for len(steps) > 0 {
		n := program.Concurrent(steps)
		all = foldBlock(all, steps[:n])
		steps = steps[n:]
	}
	return all
}

// foldBlock adds the steps of a block, folded, to those before it.
func foldBlock(all, block []program.Step) []program.Step {
	last := map[int]int{} // where the last step of a lane is
	if len(block) == 1 && len(all) > 0 && all[len(all)-1].Lane == block[0].Lane {
		last[block[0].Lane] = len(all) - 1
	}
	for _, step := range block {
		i, ok := last[step.Lane]
		if ok && same(all[i], step) && all[i].Count()+step.Count() <= program.MostInARow {
			all[i].Times = all[i].Count() + step.Count()
			continue
		}
		last[step.Lane] = len(all)
		all = append(all, step)
	}
	return all
}

// same reports whether two steps do the same to the same object.
func same(a, b program.Step) bool {
	return a.Op == b.Op && a.Bits&objectBits == b.Bits&objectBits
}

// times repeats steps less often in a row.
func (s *shrinker) times() {
	for i := range s.best.Steps {
		if s.over() {
			return
		}
		now := s.best.Steps[i].Count()
		for n := 1; n < now; n *= 2 {
			p := s.best.Clone()
			p.Steps[i].Times = n &^ 1 // 0 is once
			if s.keep(p) {
				break
			}
		}
	}
}
