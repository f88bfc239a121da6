package legal

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/requirement"
)

// What a statement permits is done by variants that there are.
func TestStatementsNameVariants(t *testing.T) {
	for _, s := range requirement.Statements() {
		for _, id := range s.Variants {
			if !slices.ContainsFunc(All(), func(v Variant) bool { return v.ID == id }) {
				t.Errorf("%s: there is no variant %s", s.Place(), id)
			}
		}
	}
}
