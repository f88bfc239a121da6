package spec

import (
	"fmt"

	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/spec/expect"
)

// Return matches a method's status that is want, or one of or. If one of them is a
// failure, another one is judged as [requirement.Entry.Judge] does it, by the entry
// that the running spec covers and that prefers want, or else by the page of the
// first entry that it covers: it may pass with a warning.
//
// It is for what must be so. What must not be so is for Gomega's Equal, and
// alternatives are for or: this matcher would leave warnings behind.
func Return(want nd2.Status, or ...nd2.Status) types.GomegaMatcher {
	return expect.Matcher(&statusMatcher{verb: "return", want: append([]nd2.Status{want}, or...)})
}

// ReturnAsRuled matches a method's status when it conforms to the catalogue entry
// id. Another than the preferred one leaves a warning.
func ReturnAsRuled(id string) types.GomegaMatcher {
	return expect.Matcher(&statusMatcher{verb: "return", ruledBy: ruling(id)})
}

// ReturnNT is [Return] for an NTSTATUS.
func ReturnNT(want ndk.Status, or ...ndk.Status) types.GomegaMatcher {
	m := &statusMatcher{verb: "return", want: []nd2.Status{nd2.Status(want)}, nt: true}
	for _, s := range or {
		m.want = append(m.want, nd2.Status(s))
	}
	return expect.Matcher(m)
}

// CompleteWith is [Return] for a result, of v2 or v1, and for an [Operation], whose end it waits for. The status must
// be exactly want or one of or.
func CompleteWith(want nd2.Status, or ...nd2.Status) types.GomegaMatcher {
	return expect.Matcher(&statusMatcher{verb: "complete with", want: append([]nd2.Status{want}, or...)})
}

// CompleteAsRuled is [ReturnAsRuled] for an nd2.Result, and for an [Operation], whose end it waits for. The status must
// be in the entry's accept set.
func CompleteAsRuled(id string) types.GomegaMatcher {
	return expect.Matcher(&statusMatcher{verb: "complete with", ruledBy: ruling(id)})
}

// BePending matches an [Operation] that returned ND_PENDING and has not ended.
func BePending() types.GomegaMatcher { return expect.Matcher(pendingMatcher{}) }

type pendingMatcher struct{}

func (pendingMatcher) Match(actual any) (bool, error) {
	op, ok := actual.(*Operation)
	if !ok {
		return false, fmt.Errorf("an operation can be pending; a %T can't", actual)
	}
	return op.Returned == nd2.Pending && !op.Done(), nil
}

// Finding implements [expect.Finder].
func (pendingMatcher) Finding(actual any, negated bool) finding.Finding {
	f := finding.Finding{Expected: called(actual) + unless(negated) + "to be pending", Seen: describe(actual)}
	if op, ok := actual.(*Operation); ok && !negated {
		f.Unexpected = firstFailure([]nd2.Status{op.Returned})
		f.Method, f.Does = blameFor(op, op.Returned)
		switch {
		case op.Returned == nd2.Success:
			f.Does = finding.Spurious
		case op.Returned == nd2.Pending && op.Done():
			f.Does = fmt.Sprintf("ends with %v too early", op.Status())
		}
	}
	return f
}

// unless is the word for what was not to be so.
func unless(negated bool) string {
	if negated {
		return "not "
	}
	return ""
}

// firstFailure names the first of statuses that is a failure.
func firstFailure(list []nd2.Status) string {
	for _, s := range list {
		if s.Failed() {
			return s.String()
		}
	}
	return ""
}

// Cited is the catalogue's rule that a finding cites.
func Cited(id string) finding.Rule {
	e, _ := requirement.Lookup(id)
	return finding.Rule{ID: id, Text: e.Rule, Source: e.Source}
}

// ReturnFailure matches a method's status when it is a failure that somebody has
// defined, whichever: of warning or error severity, which ND_PENDING and ND_TIMEOUT
// are not. ND_DEVICE_REMOVED and ND_CANCELED are none unless that has happened.
func ReturnFailure(happened ...nd2.Status) types.GomegaMatcher {
	return expect.Matcher(failureMatcher{happened})
}

type failureMatcher struct{ happened []nd2.Status }

func (m failureMatcher) Match(actual any) (bool, error) {
	s, ok := actual.(nd2.Status)
	if !ok {
		return false, fmt.Errorf("a status is a failure or not; a %T is neither", actual)
	}
	return requirement.Refuses(s, m.happened...), nil
}

// Finding implements [expect.Finder].
func (failureMatcher) Finding(actual any, negated bool) finding.Finding {
	f := finding.Finding{Expected: unless(negated) + "to return a failure", Seen: describe(actual)}
	if s, ok := actual.(nd2.Status); ok && s.Failed() && !negated {
		f.Seen += " " + objection(s.WellKnown())
		f.Refusal, f.Unexpected = true, s.String()
	}
	return f
}
