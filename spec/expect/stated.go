package expect

import (
	"strings"

	"github.com/onsi/gomega/types"
)

// state makes the message of what was expected and what was seen.
var state func(expected, seen string) string

// StateWith has failures of the matchers here stated by makes. Package spec calls it as
// the program begins, and nobody may a second time: it panics then.
func StateWith(makes func(expected, seen string) string) {
	mu.Lock()
	defer mu.Unlock()
	if state != nil {
		panic("expect: how failures are stated is settled already")
	}
	state = makes
}

// A stated matcher is one of Gomega's that says what it expects and what it sees in the
// words of the suite: Gomega prints values as Go does.
type stated struct {
	types.GomegaMatcher
	expected string
}

func (m stated) FailureMessage(actual any) string {
	return statement(m.expected, actual, m.GomegaMatcher.FailureMessage)
}

func (m stated) NegatedFailureMessage(actual any) string {
	return statement("not "+m.expected, actual, m.GomegaMatcher.NegatedFailureMessage)
}

// Worded is a matcher that says what it expects, as in "expected ND_SUCCESS".
type Worded interface {
	types.GomegaMatcher
	Words() string
}

// Words is what the matcher expects.
func (m stated) Words() string { return m.expected }

// words is what is expected of a value by a matcher or by an equal one.
func words(v any) string {
	switch v := v.(type) {
	case Worded:
		return v.Words()
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

// statement is otherwise, Gomega's own message, if nobody has said how to state it. That message
// reads all that there is behind pointers, where the provider may be writing.
func statement(expected string, seen any, otherwise func(any) string) string {
	mu.Lock()
	makes := state
	mu.Unlock()
	if makes == nil {
		return otherwise(seen)
	}
	return makes(expected, Show(seen))
}
