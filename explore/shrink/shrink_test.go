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
	if p.Config.Connections != 3 || p.Config.Shared != 2 || len(p.Steps) != 1 {
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
	p := program.Program{Steps: []program.Step{{Op: program.Send, Lane: 2}, {Op: program.Notify, Lane: 1}, {Op: program.Results}}}
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
