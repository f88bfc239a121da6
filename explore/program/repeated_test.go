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
		{"comes and goes, and comes always with many", func(p Program) bool { calls++; return p.Times >= 64 || calls%2 == 1 }, 64, true},
	} {
		p, ok := Repeated(Program{}, c.shows)
		if ok != c.ok || p.Times != c.times {
			t.Errorf("%s: %d times, %v", c.name, p.Times, ok)
		}
	}
}
