package coverage

import (
	"testing"

	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
)

// TestProvisionalRulesHaveSpecsOfTheirOwn shows that no spec claims a provisional rule
// beside a binding rule: its failure would fail a provider that broke only the former.
func TestProvisionalRulesHaveSpecsOfTheirOwn(t *testing.T) {
	suite, err := runner.Suite()
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range suite {
		var provisional, binding string
		for _, id := range one.Requirements {
			switch e, _ := requirement.Lookup(id); {
			case e.Provisional:
				provisional = id
			case e.Level == requirement.Must:
				binding = id
			}
		}
		if provisional != "" && binding != "" {
			t.Errorf("%s claims %s, which is provisional, and %s, which binds", one.ID, provisional, binding)
		}
	}
}
