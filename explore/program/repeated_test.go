package program

import "testing"

func TestRepeatedGivesTheTimesThatShowItSteadily(t *testing.T) {
	calls := 0
	for _, c := range []struct {
		name  string
		shows func(Program) bool
		times int
		ok    bool
	}{
		{"always", func(Program) bool { return true }, 1, true},
		{"never", func(Program) bool { return false }, 0, false},
		{"what is counted", func(p Program) bool { return p.Times >= 10 }, 16, true},
		{"comes and goes, and comes always with many", func(p Program) bool {
			calls++
			return p.Times >= 64 || calls%2 == 1
		}, 64, true},
	} {
		p, ok := Repeated(Program{}, c.shows)
		if ok != c.ok || p.Times != c.times {
			t.Errorf("%s: %d times, %v", c.name, p.Times, ok)
		}
	}
}

// What shows only by chance is looked for in the steps before it was found, again and again, before the
// whole program is carried out as often.
func TestTheLatestStepsAreRepeated(t *testing.T) {
	p := Program{Steps: make([]Step, 2000)}
	for n := range p.Steps {
		p.Steps[n] = Step{Op: Send, Bits: uint64(n)}
	}
	carriedOut := 0
	best, ok := RepeatedUpTo(p, 1500, func(p Program) bool {
		carriedOut += len(p.Steps) * p.Times
		return p.Times >= 16 && p.Steps[0].Bits <= 1490 && p.Steps[len(p.Steps)-1].Bits >= 1490
	})
	if !ok || len(best.Steps) != 32 || best.Steps[31].Bits != 1499 || best.Times != 16 {
		t.Errorf("%v: %d steps, %d times", ok, len(best.Steps), best.Times)
	}
	if most := 2 * len(p.Steps); carriedOut > most {
		t.Errorf("it took %d steps, and %d should do", carriedOut, most)
	}
}

// A small program that shows its finding by chance is carried out as often as makes that sure, and more.
func TestASmallProgramIsMadeSteady(t *testing.T) {
	for _, c := range []struct{ from, shows, want int }{
		{1, 5, 64},
		{4, 5, 64},
		{1, 200, 1024},
		{1, 1000, 4096},
		{1, 1100, 0},
	} {
		p, ok := Steadier(Program{Times: c.from}, func(p Program) bool { return p.Times >= c.shows })
		if ok != (c.want > 0) || ok && p.Times != c.want {
			t.Errorf("from %d, shown with %d: %d times, %v", c.from, c.shows, p.Times, ok)
		}
	}
}

// What lanes show by meeting is looked for where they last went beside each other, again and again.
func TestTheLastRoundIsRepeated(t *testing.T) {
	steps := []Step{
		{Op: Barrier},
		{Op: Notify},
		{Op: Results, Lane: 1},
		{Op: Barrier},
		{Op: Read},
		{Op: Bind, Lane: 1},
		{Op: Barrier},
		{Op: Settle},
		{Op: Settle},
	}
	p, ok := LastBlock(Program{Steps: steps}, 8, func(p Program) bool { return p.Times >= 64 })
	if !ok || p.Times != 64 || len(p.Steps) != 4 || p.Steps[0].Op != Read {
		t.Errorf("%v: %v", ok, p)
	}
	if _, ok := LastBlock(Program{Steps: steps}, 1, func(Program) bool { return true }); ok {
		t.Error("there is no round of lanes, and it has shown something")
	}
}
