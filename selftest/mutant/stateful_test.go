package mutant

import (
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/requirement"
)

func TestStatefulMutants(t *testing.T) {
	list := AllStateful()
	if len(list) < 40 {
		t.Errorf("there are %d stateful mutants", len(list))
	}
	kinds := []Kind{Order, Lifetime, Data, Notification, Leak, Counting}
	seen, told := map[string]bool{}, map[string]bool{}
	for _, m := range list {
		name, ok := strings.CutPrefix(m.ID, "stateful/")
		if !ok || name == "" || strings.ContainsAny(m.ID, ",= ") || seen[m.ID] {
			t.Errorf("the id %q is taken, or not one", m.ID)
		}
		if !strings.HasSuffix(m.What, ".") || told[m.What] {
			t.Errorf("%s: what is wrong is not said, or is said of another: %q", m.ID, m.What)
		}
		seen[m.ID], told[m.What] = true, true
		if !slices.Contains(kinds, m.Kind) {
			t.Errorf("%s is of no kind: %q", m.ID, m.Kind)
		}
		rules := append([]string{m.Breaks}, m.Also...)
		for i, rule := range rules {
			if e, ok := requirement.Lookup(rule); !ok || e.Level == requirement.Info || slices.Index(rules, rule) != i {
				t.Errorf("%s breaks %s, which is not in the catalogue, judges nobody or is named twice", m.ID, rule)
			}
		}
		if _, ok := Lookup(m.ID); !ok {
			t.Errorf("%s can't be selected", m.ID)
		}
	}
	for _, kind := range kinds {
		if !slices.ContainsFunc(list, func(m Stateful) bool { return m.Kind == kind }) {
			t.Errorf("no stateful mutant is about %s", kind)
		}
	}
}

// The suite's own matrix has none of them, since no spec is meant to find them.
func TestStatefulMutantsAreNotTheSuites(t *testing.T) {
	for _, m := range All() {
		if strings.HasPrefix(m.ID, "stateful/") {
			t.Errorf("%s is among the suite's mutants", m.ID)
		}
	}
}
