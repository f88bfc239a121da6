package spec

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// Return matches a method's status that is want, or one of or. If one of them is a
// failure, another one is judged as [requirement.Entry.Judge] does it, by the entry
// that the running spec covers and that prefers want, or else by the page of the
// first entry that it covers: it may pass with a warning.
//
// It is for what must be so. What must not be so is for Gomega's Equal, and
// alternatives are for or: this matcher would leave warnings behind.
func Return(want nd2.Status, or ...nd2.Status) types.GomegaMatcher {
	return &statusMatcher{verb: "return", want: append([]nd2.Status{want}, or...)}
}

// ReturnAsRuled matches a method's status when it conforms to the catalogue entry
// id. Another than the preferred one leaves a warning.
func ReturnAsRuled(id string) types.GomegaMatcher {
	return &statusMatcher{verb: "return", ruledBy: ruling(id)}
}

// CompleteWith is [Return] for an [Operation], for which it waits, and for a
// result, of v2 or v1, whose status must be exactly want or one of or.
func CompleteWith(want nd2.Status, or ...nd2.Status) types.GomegaMatcher {
	return &statusMatcher{verb: "complete with", want: append([]nd2.Status{want}, or...)}
}

// CompleteAsRuled is [ReturnAsRuled] for an [Operation], for which it waits, and for
// an nd2.Result, whose status must be in the entry's accept set.
func CompleteAsRuled(id string) types.GomegaMatcher {
	return &statusMatcher{verb: "complete with", ruledBy: ruling(id)}
}

// BePending matches an [Operation] that returned ND_PENDING and has not ended.
func BePending() types.GomegaMatcher { return pendingMatcher{} }

type pendingMatcher struct{}

func (pendingMatcher) Match(actual any) (bool, error) {
	op, ok := actual.(*Operation)
	if !ok {
		return false, fmt.Errorf("an operation can be pending; a %T can't", actual)
	}
	return op.Returned == nd2.Pending && !op.Done(), nil
}

func (pendingMatcher) FailureMessage(actual any) string {
	return message("to be pending", describe(actual), "")
}

func (pendingMatcher) NegatedFailureMessage(actual any) string {
	return message("not to be pending", describe(actual), "")
}

// message lays out a failure: expected, seen, and the rules it is judged by.
func message(expected, seen, id string) string {
	rule := rules()
	if id != "" {
		rule = rulesOf(slices.Values([]string{id}))
	}
	return "expected: " + expected + "\nseen:     " + seen + "\n" + rule
}

func rulesOf(ids iter.Seq[string]) string {
	var b strings.Builder
	for id := range ids {
		if e, ok := requirement.Lookup(id); ok {
			fmt.Fprintf(&b, "rule:     %s [%s; %s]\n", e.Rule, e.ID, e.Source)
		}
	}
	return b.String()
}
