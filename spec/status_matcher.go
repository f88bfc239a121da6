package spec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/requirement"
)

// A statusMatcher judges by the entry ruledBy, if there is one, or else by what it
// wants.
type statusMatcher struct {
	verb    string
	want    []nd2.Status
	ruledBy *requirement.Entry
	// nt says that the status is an NTSTATUS, of NDK.
	nt bool
}

func (m *statusMatcher) Match(actual any) (bool, error) {
	seen, result, err := m.seen(actual)
	if err != nil {
		return false, err
	}
	if slices.Contains(m.want, seen) {
		return true, nil
	}
	entry, standing := m.judge(seen, result)
	switch standing {
	case requirement.Ruled:
		noteStatus(NoteWarn, entry.ID, m.name(seen), standing,
			fmt.Sprintf("%s: %s is accepted, %s preferred (%s)", entry.ID, m.name(seen), m.name(entry.Accept[0]),
				whyRuled(entry, seen)))
	case requirement.WellKnown:
		noteStatus(NoteWellKnown, entry.ID, m.name(seen), standing,
			fmt.Sprintf("%s: %s is documented; %s is a well-known failure that the page of %s does not list", entry.ID,
				m.name(documented(entry)), m.name(seen), method(entry)))
	case requirement.Exact, requirement.Wrong:
	}
	return standing != requirement.Wrong, nil
}

// whyRuled says why an entry accepts a status that it doesn't prefer.
func whyRuled(e requirement.Entry, seen nd2.Status) string {
	if slices.Contains(e.Accept, seen) {
		return e.Ruling
	}
	return "the page of " + method(e) + " lists it for any failure"
}

// seen also says whether the status is that of a work request.
func (m *statusMatcher) seen(actual any) (s nd2.Status, result bool, err error) {
	switch a := actual.(type) {
	case ndk.Status:
		if m.nt {
			return nd2.Status(a), false, nil
		}
	case nd2.Status:
		if !m.nt {
			return a, false, nil
		}
	case nd2.Result:
		return a.Status, true, nil
	case nd1.Result:
		return a.Status, true, nil
	case *Operation:
		return a.Wait(), false, nil
	}
	return 0, false, fmt.Errorf("a %T can't %s %s", actual, m.verb, m.join(m.accept()))
}

// judge returns the entry that a status was judged by, and how it stands to that.
func (m *statusMatcher) judge(seen nd2.Status, result bool) (requirement.Entry, requirement.Standing) {
	entry := m.entry(coveredEntries())
	switch {
	case m.ruledBy == nil && (result || !slices.ContainsFunc(m.want, nd2.Status.Failed)):
		return entry, requirement.Wrong
	case result:
		return entry, entry.JudgeResult(seen)
	}
	return entry, entry.Judge(seen)
}

// entry returns the entry that prefers what is wanted: of those that the running spec covers, or else of the first
// one's page. If there is none, it is the first covered entry, changed to accept what is wanted.
func (m *statusMatcher) entry(covered []requirement.Entry) requirement.Entry {
	if m.ruledBy != nil {
		return *m.ruledBy
	}
	prefers := func(e requirement.Entry) bool {
		return len(m.want) == 1 && len(e.Accept) > 0 && e.Accept[0] == m.want[0]
	}
	if i := slices.IndexFunc(covered, prefers); i >= 0 {
		return covered[i]
	}
	var e requirement.Entry
	if len(covered) > 0 {
		e = covered[0]
	}
	page := requirement.Page(e.Interface, e.Method)
	if i := slices.IndexFunc(page, prefers); i >= 0 {
		return page[i]
	}
	e.Kind, e.Accept, e.Preferred = requirement.Return, m.want, len(m.want)
	if m.nt {
		e.Profile = requirement.NDK
	}
	return e
}

// Finding implements [expect.Finder].
func (m *statusMatcher) Finding(actual any, negated bool) finding.Finding {
	f := finding.Finding{Expected: called(actual) + unless(negated) + "to " + m.verb + " ", Seen: describe(actual)}
	if m.ruledBy != nil {
		f.Rule = Cited(m.ruledBy.ID)
	}
	if negated {
		f.Expected += m.join(m.accept())
		return f
	}
	f.Expected += m.name(m.accept()[0])
	if others := m.accept()[1:]; len(others) > 0 {
		f.Expected += ", or else " + m.join(others)
	}
	s, result, err := m.seen(actual)
	f.Refusal = slices.ContainsFunc(m.accept(), nd2.Status.Failed)
	if err == nil && !result && s.Failed() && f.Refusal {
		f.Seen += " " + objection(m.known(s))
	}
	f.Unexpected = firstFailure([]nd2.Status{s})
	f.Method, f.Does = blameFor(actual, s)
	return f
}

// accept lists what is accepted without a look at the page.
func (m *statusMatcher) accept() []nd2.Status {
	if m.ruledBy != nil {
		return m.ruledBy.Accept
	}
	return m.want
}

// documented is the failure that an entry prefers.
func documented(e requirement.Entry) nd2.Status {
	return e.Accept[slices.IndexFunc(e.Accept, nd2.Status.Failed)]
}

// objection says why a failure can't stand for another one.
func objection(known bool) string {
	if known {
		return "(a failure that means something else)"
	}
	return "(a number that nobody defines)"
}

func (m *statusMatcher) known(s nd2.Status) bool {
	if m.nt {
		return s.WellKnownNT()
	}
	return s.WellKnown()
}

func (m *statusMatcher) name(s nd2.Status) string {
	if m.nt {
		return ndk.Status(s).String()
	}
	return s.String()
}

func (m *statusMatcher) join(list []nd2.Status) string {
	names := make([]string, len(list))
	for i, s := range list {
		names[i] = m.name(s)
	}
	return strings.Join(names, ", ")
}

// ruling finds the entry that a spec says it judges by.
func ruling(id string) *requirement.Entry {
	entry, ok := requirement.Lookup(id)
	if !ok || len(entry.Accept) == 0 {
		panic("spec: the catalogue has no accept set for " + id)
	}
	return &entry
}

// coveredEntries are those that the running spec covers.
func coveredEntries() (list []requirement.Entry) {
	_, ids := Identify(ginkgo.CurrentSpecReport().Labels())
	for _, id := range ids {
		if e, ok := requirement.Lookup(id); ok {
			list = append(list, e)
		}
	}
	return list
}

// method names the method of an entry, or its interface.
func method(e requirement.Entry) string {
	if e.Method == "" {
		return e.Interface
	}
	return e.Interface + "::" + e.Method
}
