package shrink

import (
	"math/rand/v2"
	"slices"

	"github.com/ndconform/ndconform/explore/program"
)

const (
	// Short is how many steps a program has that need not be shorter.
	Short = 8
	// mutations is how many candidates are tried at random.
	mutations = 400
)

// mutate makes random changes to a program that is still long, and goes on from each that shows the finding
// and takes no more steps. That leads out of where no step can be left out by itself.
func (s *shrinker) mutate() {
	if s.best.Length() > few || len(s.best.Before) > 0 {
		return
	}
	was := s.best
	r := rand.New(rand.NewPCG(was.Seed, uint64(was.Number)))
	ops := append(opsOf(was.Steps), program.Settle)
	for end := s.count + mutations; len(s.best.Steps) > Short && s.count < end && !s.over(); {
		length := len(s.best.Steps)
		p := s.best.Clone()
		vary(r, &p, ops)
		if r.IntN(4) == 0 {
			f := fields[r.IntN(len(fields))]
			*f.of(&p.Config) = f.least + r.IntN(3)
		}
		if s.keep(p) && len(p.Steps) < length {
			s.steps()
		}
	}
	if len(s.best.Steps) == len(was.Steps) {
		s.best = was
		return
	}
	s.config()
	s.steps()
	s.parameters()
}

func opsOf(steps []program.Step) (ops []program.Op) {
	for _, s := range steps {
		ops = append(ops, s.Op)
	}
	return ops
}

// vary leaves out a few steps, or none, and changes or moves others.
func vary(r *rand.Rand, p *program.Program, ops []program.Op) {
	for range r.IntN(4) {
		if len(p.Steps) > 1 {
			i := r.IntN(len(p.Steps))
			p.Steps = slices.Delete(p.Steps, i, i+1)
		}
	}
	for range 1 + r.IntN(2) {
		i, j := r.IntN(len(p.Steps)), r.IntN(len(p.Steps))
		step := &p.Steps[i]
		switch r.IntN(6) {
		case 0:
			step.Op = ops[r.IntN(len(ops))]
		case 1:
			step.Bits ^= 1 // at the other end
		case 2:
			step.Bits = step.Bits&^objectBits | p.Steps[j].Bits&objectBits
		case 3:
			step.Bits ^= 1 << (8 + r.IntN(7)) // another wish
		case 4:
			step.Bits = step.Bits&(objectBits|wishBits) | r.Uint64()<<16
		case 5:
			p.Steps[i], p.Steps[j] = p.Steps[j], p.Steps[i]
		}
	}
}
