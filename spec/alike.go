package spec

import (
	"fmt"
	"slices"

	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/nd2"
)

// EndAsRuled matches the status in which a request ended, returned or as its result,
// when it is one that the catalogue entry id accepts. None of them is preferred.
func EndAsRuled(id string) types.GomegaMatcher { return &alikeMatcher{accepted(id), id} }

type alikeMatcher struct {
	accept  []nd2.Status
	ruledBy string
}

func (m *alikeMatcher) Match(actual any) (bool, error) {
	switch a := actual.(type) {
	case nd2.Status:
		return slices.Contains(m.accept, a), nil
	case nd2.Result:
		return slices.Contains(m.accept, a.Status), nil
	}
	return false, fmt.Errorf("a status or a result says how a request ended; a %T doesn't", actual)
}

func (m *alikeMatcher) FailureMessage(actual any) string {
	return message("to end with one of "+join(m.accept), describe(actual), m.ruledBy)
}

func (m *alikeMatcher) NegatedFailureMessage(actual any) string {
	return message("not to end with one of "+join(m.accept), describe(actual), m.ruledBy)
}
