package all

import (
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/selftest/mutant"
	"github.com/ndconform/ndconform/selftest/mutant/seeded"
)

func TestMutantsBreakEntriesThatExist(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range Mutants() {
		e, ok := requirement.Lookup(m.Breaks)
		if !ok {
			t.Errorf("%s breaks %s, which is not in the catalogue", m.ID, m.Breaks)
		}
		if e.Level == requirement.Info {
			t.Errorf("%s breaks %s, which judges nobody", m.ID, m.Breaks)
		}
		if seen[m.ID] || strings.ContainsAny(m.ID, ",= ") || m.ID == "none" {
			t.Errorf("the id %q is taken, or not one", m.ID)
		}
		seen[m.ID] = true
		if !strings.HasSuffix(m.What, ".") || strings.Contains(m.What, "\n") {
			t.Errorf("%s: what is wrong is not said in one sentence: %q", m.ID, m.What)
		}
	}
}

// Each entry that judges has a mutant; what only a DLL can get wrong, the DLL in C of
// TestEveryEntryHasAMutant/dll does.
func TestEveryEntryHasAMutant(t *testing.T) {
	broken := map[string]bool{}
	for _, m := range Mutants() {
		broken[m.Breaks] = true
	}
	for _, e := range requirement.All() {
		if e.Level != requirement.Info && e.Profile != requirement.COM && !broken[e.ID] {
			t.Errorf("no mutant breaks %s: %s", e.ID, e.Rule)
		}
	}
}

func TestMutantsAreSorted(t *testing.T) {
	if !slices.IsSortedFunc(Mutants(), func(a, b mutant.Mutant) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("the list is not sorted by id")
	}
	if _, ok := Lookup("none"); ok {
		t.Error("none is a mutant")
	}
}

// No spec is meant to find seeded faults, so the suite's own matrix has none of them.
func TestSeededFaults(t *testing.T) {
	for _, f := range seeded.Faults() {
		if _, ok := Lookup(f.ID); !ok {
			t.Errorf("%s can't be selected", f.ID)
		}
		if slices.ContainsFunc(Mutants(), func(m mutant.Mutant) bool { return m.ID == f.ID }) {
			t.Errorf("%s is among the suite's mutants", f.ID)
		}
	}
}
