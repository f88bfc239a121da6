package mutant

import (
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/requirement"
)

func TestMutantsBreakEntriesThatExist(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range All() {
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
// providers/dll does.
func TestEveryEntryHasAMutant(t *testing.T) {
	broken := map[string]bool{}
	for _, m := range All() {
		broken[m.Breaks] = true
	}
	for _, e := range requirement.All() {
		if e.Level != requirement.Info && e.Profile != requirement.COM && !broken[e.ID] {
			t.Errorf("no mutant breaks %s: %s", e.ID, e.Rule)
		}
	}
}

func TestMutantsAreSorted(t *testing.T) {
	if !slices.IsSortedFunc(All(), func(a, b Mutant) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("All is not sorted by id")
	}
	if _, ok := Lookup("none"); ok {
		t.Error("none is a mutant")
	}
}
