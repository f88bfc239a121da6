package selftest

import (
	"fmt"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
)

// Each mutant is in a group. No two mutants of a group have a spec in common, and the slow ones are together.
func TestGroups(t *testing.T) {
	test := &test{usual: map[string]float64{"slow": 1, "slow/too": 1}}
	test.Suite = []runner.Spec{spec("slow", "slow"), spec("slow/too", "slow", "both"), spec("both", "both")}
	for i := range 3 * groupSize {
		id := fmt.Sprintf("e.%03d", i)
		test.Suite = append(test.Suite, spec(id, id))
		test.Mutants = append(test.Mutants, Mutant{ID: id + "/one", Breaks: id}, Mutant{ID: id + "/two", Breaks: id})
	}
	test.Mutants = append(test.Mutants, Mutant{ID: "slow/one", Breaks: "slow"}, Mutant{ID: "both/one", Breaks: "both"},
		Mutant{ID: "nobody/one", Breaks: "nobody"})
	seen := map[int]bool{}
	for n, group := range test.groups() {
		if len(group) > groupSize {
			t.Errorf("group %d has %d mutants", n, len(group))
		}
		specs := map[string]bool{}
		for _, one := range group {
			if seen[one.index] || test.Mutants[one.index] != one.Mutant {
				t.Errorf("mutant %s is there twice, or has the wrong place", one.ID)
			}
			seen[one.index] = true
			for _, s := range one.claiming {
				if specs[s.ID] {
					t.Errorf("group %d has spec %s twice", n, s.ID)
				}
				specs[s.ID] = true
			}
		}
		if slow := specs["slow"] || specs["slow/too"]; slow && n > 1 {
			t.Errorf("group %d has a slow spec", n)
		}
	}
	if len(seen) != len(test.Mutants) {
		t.Errorf("%d mutants in groups, of %d", len(seen), len(test.Mutants))
	}
}

func TestOf(t *testing.T) {
	run := &reports.Run{Specs: []reports.Spec{{ID: "a"}, {ID: "b"}, {ID: "c"}}}
	part := of(run, []runner.Spec{spec("a"), spec("c")}, map[string]bool{"c": true})
	if len(part.Specs) != 1 || part.Specs[0].ID != "a" {
		t.Errorf("%+v", part.Specs)
	}
}
