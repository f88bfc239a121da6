package spec

import (
	"fmt"

	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/nd2"
)

// ReturnFailure matches a method's status when it is a failure that somebody has
// defined, whichever: of warning or error severity, which ND_PENDING and ND_TIMEOUT
// are not.
func ReturnFailure() types.GomegaMatcher { return failureMatcher{} }

type failureMatcher struct{}

func (failureMatcher) Match(actual any) (bool, error) {
	s, ok := actual.(nd2.Status)
	if !ok {
		return false, fmt.Errorf("a status is a failure or not; a %T is neither", actual)
	}
	return s.WellKnown(), nil
}

func (failureMatcher) FailureMessage(actual any) string {
	seen := describe(actual)
	if s, ok := actual.(nd2.Status); ok && s.Failed() {
		seen += " " + objection(s.WellKnown())
	}
	return message("to return a failure", seen, "")
}

func (failureMatcher) NegatedFailureMessage(actual any) string {
	return message("not to return a failure", describe(actual), "")
}
