package seeded

import (
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/requirement"
)

func TestFaults(t *testing.T) {
	list := Faults()
	if len(list) < 40 {
		t.Errorf("there are %d faults", len(list))
	}
	kinds := []Kind{Order, Lifetime, Data, Notification, Leak, Counting}
	seen, told := map[string]bool{}, map[string]bool{}
	for _, m := range list {
		name, ok := strings.CutPrefix(m.ID, "stateful/")
		if !ok || name == "" || strings.ContainsAny(m.ID, ",= ") || seen[m.ID] {
			t.Errorf("the id %q is taken, or not one", m.ID)
		}
		if !strings.HasSuffix(m.What, ".") || told[m.What] {
			t.Errorf("%s: the sentence has no full stop, or another fault has the same: %q", m.ID, m.What)
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
	}
	for _, kind := range kinds {
		if !slices.ContainsFunc(list, func(m Fault) bool { return m.Kind == kind }) {
			t.Errorf("no fault is of kind %s", kind)
		}
	}
}
