package shrink

import (
	"testing"

	"github.com/ndconform/ndconform/explore/program"
)

// A program that gets no shorter step by step does so by random changes that cost nothing by themselves.
func TestChangesLeadToShorterPrograms(t *testing.T) {
	start := numbered(12)
	p := Program(t.Context(), start, func(p program.Program) bool {
		settles := 0
		for _, s := range p.Steps {
			if s.Op == program.Settle {
				settles++
			}
		}
		return len(p.Steps) >= 12-2*min(settles, 3)
	})
	if len(p.Steps) > Short {
		t.Errorf("%d steps are left: %v", len(p.Steps), p.Steps)
	}
}

// What is done again and again becomes one step, for no more times than it takes.
func TestEqualStepsAreFolded(t *testing.T) {
	p := program.Program{Seed: 1}
	for range 20 {
		p.Steps = append(p.Steps, program.Step{Op: program.Write, Bits: 2})
	}
	p.Steps = append(p.Steps, program.Step{Op: program.Settle}, program.Step{Op: program.Write, Bits: 2})
	writes := func(p program.Program) (n int) {
		for _, s := range p.Steps {
			if s.Op == program.Write {
				n += s.Count()
			}
		}
		return n
	}
	p = Program(t.Context(), p, func(p program.Program) bool { return writes(p) >= 13 })
	if len(p.Steps) != 1 || writes(p) < 13 || writes(p) > 16 {
		t.Errorf("%v", p.Steps)
	}
}

// Lanes keep to their own steps, and barriers part them.
func TestLanesAreFoldedByThemselves(t *testing.T) {
	notify, take := program.Step{Op: program.Notify}, program.Step{Op: program.Results, Lane: 1}
	barrier := program.Step{Op: program.Barrier}
	got := folded([]program.Step{barrier, notify, take, take, notify, take, barrier, notify, take})
	if len(got) != 6 || got[1].Count() != 2 || got[2].Count() != 3 || got[4].Count() != 1 || got[5].Count() != 1 {
		t.Errorf("%v", got)
	}
}

// A small configuration is tried before steps are left out, and the least that will do is kept.
func TestQueuesAreNoDeeperThanNeeded(t *testing.T) {
	start := numbered(100)
	start.Config.Queue, start.Config.Initiator = 20, 15
	p := Program(t.Context(), start, func(p program.Program) bool {
		return len(p.Steps) >= p.Config.Queue && p.Config.Initiator >= 3
	})
	if p.Config.Queue != 5 || p.Config.Initiator != 3 || len(p.Steps) != 5 {
		t.Errorf("%d steps, %+v", len(p.Steps), p.Config)
	}
}
