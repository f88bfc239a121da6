package expect

import (
	"github.com/onsi/gomega"
	"github.com/onsi/gomega/types"
)

// The matchers of Gomega that specs use, by their own names; a matcher hangs on no global. Each says in the suite's
// words what it expects, and what it sees: And as its matcher that does not match says it, and Not as it negates.

// And matches what all of the matchers match.
func And(ms ...types.GomegaMatcher) types.GomegaMatcher { return Matcher(&conjunction{all: ms}) }

// BeElementOf is Gomega's.
func BeElementOf(elements ...any) types.GomegaMatcher {
	return stated{gomega.BeElementOf(elements...), "one of " + wordsOf(elements, ", ")}
}

// BeEmpty is Gomega's.
func BeEmpty() types.GomegaMatcher { return stated{gomega.BeEmpty(), "none"} }

// BeEquivalentTo is Gomega's.
func BeEquivalentTo(expected any) types.GomegaMatcher {
	return stated{gomega.BeEquivalentTo(expected), Show(expected)}
}

// BeIdenticalTo is Gomega's.
func BeIdenticalTo(expected any) types.GomegaMatcher {
	return stated{gomega.BeIdenticalTo(expected), "the same as " + Show(expected)}
}

// BeNil is Gomega's.
func BeNil() types.GomegaMatcher { return stated{gomega.BeNil(), "nothing"} }

// BeNumerically is Gomega's.
func BeNumerically(comparator string, compareTo ...any) types.GomegaMatcher {
	return stated{gomega.BeNumerically(comparator, compareTo...), comparator + " " + wordsOf(compareTo, " within ")}
}

// BeSo matches true, and says what is expected, and what is seen if it is not so: "expected true; seen false" says
// nothing.
func BeSo(expected, seen string) types.GomegaMatcher {
	return so{stated{gomega.BeTrue(), expected}, seen}
}

// BeZero is Gomega's.
func BeZero() types.GomegaMatcher { return stated{gomega.BeZero(), "zero"} }

// ConsistOf is Gomega's.
func ConsistOf(elements ...any) types.GomegaMatcher {
	return stated{gomega.ConsistOf(elements...), wordsOf(elements, ", ") + ", in any order"}
}

// ContainElement is Gomega's.
func ContainElement(element any, result ...any) types.GomegaMatcher {
	return stated{gomega.ContainElement(element, result...), words(element) + " among them"}
}

// ContainElements is Gomega's.
func ContainElements(elements ...any) types.GomegaMatcher {
	return stated{gomega.ContainElements(elements...), wordsOf(elements, ", ") + " among them"}
}

// ContainSubstring is Gomega's.
func ContainSubstring(substr string, args ...any) types.GomegaMatcher {
	return stated{gomega.ContainSubstring(substr, args...), "a text with " + Show(substr)}
}

// Equal is Gomega's.
func Equal(expected any) types.GomegaMatcher {
	return equality{stated{gomega.Equal(expected), Show(expected)}, expected}
}

// HaveEach is Gomega's.
func HaveEach(element any) types.GomegaMatcher {
	return stated{gomega.HaveEach(element), "nothing but " + words(element)}
}

// HaveKey is Gomega's.
func HaveKey(key any) types.GomegaMatcher {
	return stated{gomega.HaveKey(key), "an entry for " + Show(key)}
}

// HaveLen is Gomega's.
func HaveLen(count int) types.GomegaMatcher {
	return stated{gomega.HaveLen(count), Show(count) + " of them"}
}

// HaveOccurred is Gomega's.
func HaveOccurred() types.GomegaMatcher { return stated{gomega.HaveOccurred(), "an error"} }

// MatchError is Gomega's.
func MatchError(expected any, functionErrorDescription ...any) types.GomegaMatcher {
	return stated{gomega.MatchError(expected, functionErrorDescription...), "the error " + words(expected)}
}

// Not matches what the matcher does not match.
func Not(matcher types.GomegaMatcher) types.GomegaMatcher { return Matcher(negation{matcher}) }

// Or is Gomega's.
func Or(ms ...types.GomegaMatcher) types.GomegaMatcher {
	return stated{gomega.Or(ms...), wordsOf(ms, " or ")}
}

// Succeed is Gomega's.
func Succeed() types.GomegaMatcher { return stated{gomega.Succeed(), "no error"} }
