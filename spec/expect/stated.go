package expect

import (
	"reflect"
	"strings"

	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/finding"
)

// A Finder is a matcher that says what is wrong as a finding.
type Finder interface {
	// Match reports whether a value matches; an error says that it can't be asked.
	Match(actual any) (bool, error)
	// Finding says what was expected of a value, and what was seen: that it does not match, or,
	// negated, that it does.
	Finding(actual any, negated bool) finding.Finding
}

// Matcher makes a matcher of a Finder.
func Matcher(f Finder) types.GomegaMatcher { return found{f} }

// A found matcher has a message as well, for a matcher of Gomega's that holds it.
type found struct{ Finder }

// FailureMessage implements [types.GomegaMatcher].
func (m found) FailureMessage(actual any) string { return m.Finding(actual, false).String() }

// NegatedFailureMessage implements [types.GomegaMatcher].
func (m found) NegatedFailureMessage(actual any) string { return m.Finding(actual, true).String() }

// findingOf is what a matcher finds wrong with a value. One of somebody else's says what its message
// says.
func findingOf(m types.GomegaMatcher, actual any, negated bool) finding.Finding {
	finder, ok := m.(Finder)
	switch {
	case ok:
		return finder.Finding(actual, negated)
	case negated:
		return finding.Finding{Says: m.NegatedFailureMessage(actual)}
	}
	return finding.Finding{Says: m.FailureMessage(actual)}
}

// A stated matcher is one of Gomega's that says what it expects and what it sees in the
// words of the suite: Gomega prints values as Go does.
type stated struct {
	types.GomegaMatcher
	expected string
}

// Finding implements [Finder].
func (m stated) Finding(actual any, negated bool) finding.Finding {
	f := finding.Finding{Expected: m.expected, Seen: Show(actual)}
	if negated {
		f.Expected = "not " + f.Expected
	}
	return f
}

// so is a stated matcher that says what is seen, too.
type so struct {
	stated
	seen string
}

// Finding implements [Finder].
func (m so) Finding(any, bool) finding.Finding {
	return finding.Finding{Expected: m.expected, Seen: m.seen}
}

// An equality is a stated matcher that shows where long values differ.
type equality struct {
	stated
	want any
}

// Finding implements [Finder].
func (m equality) Finding(actual any, negated bool) finding.Finding {
	f := m.stated.Finding(actual, negated)
	if f.Expected == f.Seen {
		f.Expected, f.Seen = difference(reflect.ValueOf(m.want), reflect.ValueOf(actual))
	}
	return f
}

// A conjunction matches what all of its matchers match.
type conjunction struct {
	all []types.GomegaMatcher
	// first is the first that did not match.
	first types.GomegaMatcher
}

// Match implements [Finder].
func (m *conjunction) Match(actual any) (bool, error) {
	for _, one := range m.all {
		if ok, err := one.Match(actual); !ok || err != nil {
			m.first = one
			return false, err
		}
	}
	return true, nil
}

// Finding implements [Finder]. Negated, it is of the last matcher.
func (m *conjunction) Finding(actual any, negated bool) finding.Finding {
	if negated {
		return findingOf(m.all[len(m.all)-1], actual, true)
	}
	return findingOf(m.first, actual, false)
}

// A negation matches what its matcher does not match.
type negation struct{ of types.GomegaMatcher }

// Match implements [Finder].
func (m negation) Match(actual any) (bool, error) {
	ok, err := m.of.Match(actual)
	return !ok, err
}

// Finding implements [Finder].
func (m negation) Finding(actual any, negated bool) finding.Finding {
	return findingOf(m.of, actual, !negated)
}

// Worded is a matcher that says what it expects, as in "expected ND_SUCCESS".
type Worded interface{ Words() string }

// Words is what the matcher expects.
func (m stated) Words() string { return m.expected }

// words is what is expected of a value by a matcher or by an equal one.
func words(v any) string {
	switch v := v.(type) {
	case Worded:
		return v.Words()
	case found:
		return words(v.Finder)
	case Finder:
		return "what the spec asks for"
	case types.GomegaMatcher:
		return "what the spec asks for"
	}
	return Show(v)
}

// wordsOf is [words] of several.
func wordsOf[T any](list []T, between string) string {
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = words(v)
	}
	return strings.Join(parts, between)
}
