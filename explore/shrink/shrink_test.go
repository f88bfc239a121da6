package shrink

import (
	"context"
	"slices"
	"testing"

	"github.com/ndconform/ndconform/explore/program"
)

// has reports whether a program has steps of these bits, in this order.
func has(p program.Program, bits ...uint64) bool {
	for _, s := range p.Steps {
		if len(bits) > 0 && s.Bits == bits[0] {
			bits = bits[1:]
		}
	}
	return len(bits) == 0
}

func numbered(n int) program.Program {
	p := program.Program{Config: program.Config{
		Connections: 3, Initiator: 4, Receive: 4, Shared: 3, Queue: 8, Reads: 2, Entries: 2,
		Memory: 1 << 20, Regions: 2, Message: 1000, Windows: 3,
	}}
	for i := range n {
		p.Steps = append(p.Steps, program.Step{Op: program.Send, Bits: uint64(i)})
	}
	return p
}

func TestOnlyWhatIsNeededIsLeft(t *testing.T) {
	for _, need := range [][]uint64{nil, {0}, {999}, {3, 500, 501, 998}, {1, 2, 3, 4, 5, 6, 7, 8}} {
		tried := 0
		p := Program(t.Context(), numbered(1000), func(p program.Program) bool {
			tried++
			return has(p, need...)
		})
		var left []uint64
		for _, s := range p.Steps {
			left = append(left, s.Bits)
		}
		if !slices.Equal(left, need) {
			t.Errorf("%v are left, want %v", left, need)
		}
		if c := p.Config; c.Connections != 1 || c.Shared != 0 || c.Windows != 0 || c.Receive != 2 {
			t.Errorf("the configuration is %+v", c)
		}
		if tried > 400 {
			t.Errorf("%v took %d tries", need, tried)
		}
	}
}

func TestWhatIsNeededOfTheConfigurationStays(t *testing.T) {
	p := Program(t.Context(), numbered(20), func(p program.Program) bool {
		return p.Config.Connections == 3 && p.Config.Shared > 0 && has(p, 4)
	})
	if p.Config.Connections != 3 || p.Config.Shared != 1 || len(p.Steps) != 1 {
		t.Errorf("%+v", p)
	}
}

func TestShrinkingEndsWithItsContext(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	tried := 0
	Program(ctx, numbered(1000), func(program.Program) bool {
		tried++
		if tried == 10 {
			end()
		}
		return true
	})
	if tried > 10 {
		t.Errorf("%d tries", tried)
	}
}

// What one lane shows needs no other.
func TestLanesAreMerged(t *testing.T) {
	p := program.Program{Steps: []program.Step{
		{Op: program.Send, Lane: 2},
		{Op: program.Notify, Lane: 1},
		{Op: program.Results},
	}}
	lanes := func(p program.Program) map[int]bool {
		seen := map[int]bool{}
		for _, s := range p.Steps {
			seen[s.Lane] = true
		}
		return seen
	}
	for most, again := range map[int]func(program.Program) bool{
		1: func(p program.Program) bool { return len(p.Steps) == 3 },
		2: func(p program.Program) bool { return len(p.Steps) == 3 && len(lanes(p)) > 1 },
	} {
		if got := Program(t.Context(), p, again); len(lanes(got)) != most {
			t.Errorf("%v, want %d lanes", got.Steps, most)
		}
	}
}

// What programs before the last one have a part in is left of them, or done in the last one.
func TestProgramsBeforeAreLeftOut(t *testing.T) {
	p := numbered(40)
	for n := range 20 {
		before := numbered(30)
		for i := range before.Steps {
			before.Steps[i].Bits = uint64(1000*n + 1000 + i)
		}
		p.Before = append(p.Before, before)
	}
	needs := func(apart bool) func(program.Program) bool {
		return func(p program.Program) bool {
			all := p
			for n := len(p.Before) - 1; n >= 0; n-- {
				all.Steps = append(slices.Clone(p.Before[n].Steps), all.Steps...)
			}
			return has(all, 7005, 7006, 12) && (!apart || len(p.Before) == 1)
		}
	}
	for _, apart := range []bool{false, true} {
		start := p.Clone()
		if apart {
			start.Before = start.Before[6:7]
		}
		small := Program(t.Context(), start, needs(apart))
		if small.Length() != 3 || len(small.Before) == 1 != apart {
			t.Errorf("apart: %v; %d programs before, %d steps", apart, len(small.Before), small.Length())
		}
	}
}

// Two steps that need each other are left out together.
func TestPairsAreLeftOut(t *testing.T) {
	p := Program(t.Context(), numbered(20), func(p program.Program) bool {
		return has(p, 5) && has(p, 3) == has(p, 11) && has(p, 2) == has(p, 17)
	})
	if len(p.Steps) != 1 {
		t.Errorf("%v", p.Steps)
	}
}

// What takes fewer steps from the other end, or with Writes, is done so.
func TestItIsDoneOtherwiseIfThatTakesFewerSteps(t *testing.T) {
	start := numbered(12)
	for i := range start.Steps {
		start.Steps[i].Bits = uint64(i) << 1
	}
	p := Program(t.Context(), start, func(p program.Program) bool {
		writes, other := 0, 0
		for _, s := range p.Steps {
			if s.Op == program.Write {
				writes++
			}
			other += int(s.Bits & 1)
		}
		n := len(p.Steps)
		return n >= 10 || n >= 6 && other == n || n >= 3 && other == n && writes == n
	})
	if len(p.Steps) != 3 || p.Steps[0].Op != program.Write {
		t.Errorf("%v", p.Steps)
	}
}

// Of a step's bits those are left that the finding needs.
func TestParametersAreMadeSmaller(t *testing.T) {
	start := numbered(1)
	start.Steps[0].Bits = 0xabcdef01_23450302
	for need, want := range map[uint64]uint64{0x02: 0x02, 0x0302: 0x0302, 0xabcdef01_23450000: 0xabcdef01_23450002} {
		p := Program(t.Context(), start.Clone(), func(p program.Program) bool {
			return len(p.Steps) == 1 && p.Steps[0].Bits&need == need
		})
		if len(p.Steps) != 1 || p.Steps[0].Bits != want {
			t.Errorf("needs %#x: %#x are left, want %#x", need, p.Steps[0].Bits, want)
		}
	}
}

// When the time is up, no candidate is made any more: each is a copy of a program that may be long.
func TestNothingIsCopiedWhenTheTimeIsUp(t *testing.T) {
	over, stop := context.WithCancel(t.Context())
	stop()
	start := numbered(2000)
	copies := testing.AllocsPerRun(1, func() {
		Program(over, start, func(program.Program) bool { return false })
	})
	if copies > float64(len(start.Steps))/2 {
		t.Errorf("%v allocations for a program of %d steps", copies, len(start.Steps))
	}
}
