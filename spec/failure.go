package spec

import (
	"fmt"

	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/nd2"
)

// ReturnFailure matches a method's status when it is a failure of any kind: of
// warning or error severity, which ND_PENDING and ND_TIMEOUT are not.
func ReturnFailure() types.GomegaMatcher { return failureMatcher{} }

type failureMatcher struct{}

func (failureMatcher) Match(actual any) (bool, error) {
	s, ok := actual.(nd2.Status)
	if !ok {
		return false, fmt.Errorf("a status is a failure or not; a %T is neither", actual)
	}
	return s&(1<<31) != 0, nil
}

func (failureMatcher) FailureMessage(actual any) string {
	return message("to return a failure", describe(actual), "")
}

func (failureMatcher) NegatedFailureMessage(actual any) string {
	return message("not to return a failure", describe(actual), "")
}
