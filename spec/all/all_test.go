package all

import (
	"testing"

	"github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/spec"
)

// Every spec claims entries that exist, under an id and a title that no other spec has, and every entry is claimed.
func TestSpecsAndCatalogueMatch(t *testing.T) {
	claimed := map[string]bool{}
	ids, titles := map[string]string{}, map[string]string{}
	for _, report := range ginkgo.PreviewSpecs("ndconform").SpecReports {
		title := report.FullText()
		where := report.LeafNodeLocation.String()
		id, requirements := spec.Identify(report.Labels())
		if id == "" {
			t.Errorf("%s: %q covers no entry", where, title)
		}
		if other, taken := ids[id]; taken {
			t.Errorf("%s: the id %s is taken by the spec at %s: add a Variant", where, id, other)
		}
		if other, taken := titles[title]; taken {
			t.Errorf("%s: the title %q is taken by the spec at %s", where, title, other)
		}
		ids[id], titles[title] = where, where
		for _, r := range requirements {
			if _, ok := requirement.Lookup(r); !ok {
				t.Errorf("%s: %q covers %s, which is not in the catalogue", where, title, r)
			}
			claimed[r] = true
		}
	}
	for _, e := range requirement.All() {
		if !claimed[e.ID] {
			t.Errorf("no spec covers %s: %s", e.ID, e.Rule)
		}
	}
}
