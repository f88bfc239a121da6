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

// Return matches a method's status when it is exactly want.
func Return(want nd2.Status) types.GomegaMatcher {
	return &statusMatcher{verb: "return", accept: []nd2.Status{want}}
}

// ReturnAsRuled matches a method's status when it is in the accept set of the
// catalogue entry id. Another than the preferred one leaves a warning.
func ReturnAsRuled(id string) types.GomegaMatcher {
	return &statusMatcher{verb: "return", accept: accepted(id), ruledBy: id}
}

// CompleteWith matches an [Operation], for which it waits, or an nd2.Result, when
// its status is exactly want.
func CompleteWith(want nd2.Status) types.GomegaMatcher {
	return &statusMatcher{verb: "complete with", accept: []nd2.Status{want}}
}

// CompleteAsRuled matches an [Operation], for which it waits, or an nd2.Result,
// when its status is in the accept set of the catalogue entry id. Another than
// the preferred one leaves a warning.
func CompleteAsRuled(id string) types.GomegaMatcher {
	return &statusMatcher{verb: "complete with", accept: accepted(id), ruledBy: id}
}

// BePending matches an [Operation] that returned ND_PENDING and has not ended.
func BePending() types.GomegaMatcher { return pendingMatcher{} }

type statusMatcher struct {
	verb    string
	accept  []nd2.Status
	ruledBy string
}

func (m *statusMatcher) Match(actual any) (bool, error) {
	var seen nd2.Status
	switch a := actual.(type) {
	case nd2.Status:
		seen = a
	case nd2.Result:
		seen = a.Status
	case *Operation:
		seen = a.Wait()
	default:
		return false, fmt.Errorf("a status, a result or an operation can %s a status; a %T can't", m.verb, actual)
	}
	i := slices.Index(m.accept, seen)
	if i > 0 {
		entry, _ := requirement.Lookup(m.ruledBy)
		note(NoteWarn, fmt.Sprintf("%s: %v is accepted, %v preferred (%s)", m.ruledBy, seen, m.accept[0], entry.Ruling))
	}
	return i >= 0, nil
}

func (m *statusMatcher) FailureMessage(actual any) string {
	want := m.accept[0].String()
	if len(m.accept) > 1 {
		want += ", or else " + join(m.accept[1:])
	}
	return message("to "+m.verb+" "+want, describe(actual), m.ruledBy)
}

func (m *statusMatcher) NegatedFailureMessage(actual any) string {
	return message("not to "+m.verb+" "+join(m.accept), describe(actual), m.ruledBy)
}

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

func accepted(id string) []nd2.Status {
	entry, ok := requirement.Lookup(id)
	if !ok || len(entry.Accept) == 0 {
		panic("spec: the catalogue has no accept set for " + id)
	}
	return entry.Accept
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

func join(list []nd2.Status) string {
	names := make([]string, len(list))
	for i, s := range list {
		names[i] = s.String()
	}
	return strings.Join(names, ", ")
}
