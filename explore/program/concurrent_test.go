package program

import "testing"

func TestStepsOfSeveralLanesAreCarriedOutBesideEachOther(t *testing.T) {
	many := make([]Step, 2*mostConcurrent)
	for i := range many {
		many[i] = Step{Op: Results, Lane: i % 2}
	}
	for _, c := range []struct {
		name  string
		steps []Step
		want  int
	}{
		{"one step", []Step{{Op: Send}}, 1},
		{"one lane", []Step{{Op: Send, Lane: 1}, {Op: Results, Lane: 1}}, 1},
		{"two lanes", []Step{{Op: Send}, {Op: Results, Lane: 1}}, 2},
		{"up to a barrier", []Step{{Op: Send}, {Op: Results, Lane: 1}, {Op: Barrier}, {Op: Notify, Lane: 2}}, 2},
		{"up to what takes several calls", []Step{{Op: Send}, {Op: Results, Lane: 1}, {Op: Settle, Lane: 1}}, 2},
		{"connections are made", []Step{{Op: Connect}, {Op: Reject, Lane: 1}, {Op: Await}, {Op: Withdraw, Lane: 1}}, 4},
		{
			"up to a Connect behind an end",
			[]Step{{Op: Connect, Lane: 1}, {Op: Disconnect}, {Op: Send, Lane: 1}, {Op: Connect, Lane: 1}},
			3,
		},
		{"a barrier", []Step{{Op: Barrier}, {Op: Send}, {Op: Results, Lane: 1}}, 1},
		{"a barrier before the other lane", []Step{{Op: Send}, {Op: Barrier}, {Op: Results, Lane: 1}}, 1},
		{"very many", many, mostConcurrent},
	} {
		if got := Concurrent(c.steps); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// About half of the programs have lanes: a short one may happen to have none. None has more than were asked for.
func TestProgramsHaveLanes(t *testing.T) {
	with := 0
	for number := range 40 {
		most := 0
		for _, s := range Generate(3, number, Style{Lanes: 3}).Steps {
			most = max(most, s.Lane)
		}
		if most > 2 {
			t.Errorf("program %d has lane %d", number, most)
		}
		if most > 0 {
			with++
		}
	}
	if with < 18 || with > 20 {
		t.Errorf("%d of 40 programs have lanes", with)
	}
}
