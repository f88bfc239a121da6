package shrink

import (
	"slices"

	"github.com/ndconform/ndconform/explore/program"
)

// simplify swaps the two ends, and replaces Sends by Writes, which need no Receives: that may take
// fewer steps.
func (s *shrinker) simplify() {
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
