package selftest

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

func TestAHearingTellsOfEachSpecOnce(t *testing.T) {
	h := Hearing{Verdicts: map[reports.Verdict]int{}, Failed: []string{}}
	for seed := range int64(3) {
		h.add(&reports.Run{Provider: "legal,id=late", Seed: seed, Environment: reports.Environment{Program: "nd"}, Specs: []reports.Spec{
			{ID: "a", Verdict: reports.Pass},
			{ID: "b", Verdict: reports.Fail, Message: "no"},
			{ID: "c", Verdict: reports.Warn, Message: "hm"},
			{ID: "d", Verdict: reports.Error},
		}})
	}
	if !slices.Equal(h.Failed, []string{"b", "d"}) || len(h.Failures) != 2 || len(h.Warnings) != 1 || h.Verdicts[reports.Pass] != 3 {
		t.Errorf("%+v", h)
	}
	if want := (Finding{"b", "no", "nd --provider=legal,id=late --filter=b --seed=0"}); h.Failures[0] != want {
		t.Errorf("%+v, want %+v", h.Failures[0], want)
	}
	m := Matrix{Variants: []Hearing{{ID: "fine"}, h}, Pairs: []Hearing{{ID: "x+y", Failed: []string{"b"}}}}
	if ids := m.Accused(); !slices.Equal(ids, []string{h.ID, "x+y"}) {
		t.Error(ids)
	}
}

func TestAShareIsChosenBySeed(t *testing.T) {
	var list []Variant
	for id := 'a'; id <= 'z'; id++ {
		list = append(list, Variant{ID: string(id)})
	}
	one, again, other := Share(list, 10, 1), Share(list, 10, 1), Share(list, 10, 2)
	if len(one) != 3 || !slices.Equal(one, again) || slices.Equal(one, other) {
		t.Errorf("%v, %v, %v", one, again, other)
	}
	if !slices.IsSortedFunc(one, func(a, b Variant) int { return int(a.ID[0]) - int(b.ID[0]) }) {
		t.Errorf("out of order: %v", one)
	}
	if all := Share(list[:1], 10, 1); len(all) != 1 {
		t.Errorf("%v of one", all)
	}
}

func TestASecondTryReplacesTheFirst(t *testing.T) {
	run := &reports.Run{Specs: []reports.Spec{{ID: "a", Verdict: reports.Fail}, {ID: "b", Verdict: reports.Error}, {ID: "c", Verdict: reports.Warn}}}
	for id, want := range map[string]bool{"a": true, "b": true, "c": false, "d": false} {
		if failed(run, id) != want {
			t.Errorf("%s: %v", id, !want)
		}
	}
	replace(run.Specs, []reports.Spec{{ID: "b", Verdict: reports.Pass}})
	if failed(run, "b") || !failed(run, "a") {
		t.Errorf("%+v", run.Specs)
	}
}
