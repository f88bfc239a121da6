package expect

import (
	"github.com/onsi/gomega"
	"github.com/onsi/gomega/types"
)

// The matchers of Gomega that specs use, by their own names; a matcher hangs on no
// global.

// And is Gomega's.
func And(ms ...types.GomegaMatcher) types.GomegaMatcher { return gomega.And(ms...) }

// BeClosed is Gomega's.
func BeClosed() types.GomegaMatcher { return gomega.BeClosed() }

// BeElementOf is Gomega's.
func BeElementOf(elements ...any) types.GomegaMatcher { return gomega.BeElementOf(elements...) }

// BeEmpty is Gomega's.
func BeEmpty() types.GomegaMatcher { return stated{gomega.BeEmpty(), "none"} }

// BeEquivalentTo is Gomega's.
func BeEquivalentTo(expected any) types.GomegaMatcher {
	return stated{gomega.BeEquivalentTo(expected), Show(expected)}
}

// BeFalse is Gomega's.
func BeFalse() types.GomegaMatcher { return stated{gomega.BeFalse(), "false"} }

// BeIdenticalTo is Gomega's.
func BeIdenticalTo(expected any) types.GomegaMatcher {
	return stated{gomega.BeIdenticalTo(expected), "the same as " + Show(expected)}
}

// BeNil is Gomega's.
func BeNil() types.GomegaMatcher { return stated{gomega.BeNil(), "nothing"} }

// BeNumerically is Gomega's.
func BeNumerically(comparator string, compareTo ...any) types.GomegaMatcher {
	matcher := gomega.BeNumerically(comparator, compareTo...)
	if len(compareTo) != 1 {
		return matcher
	}
	return stated{matcher, comparator + " " + Show(compareTo[0])}
}

// BeTrue is Gomega's.
func BeTrue() types.GomegaMatcher { return stated{gomega.BeTrue(), "true"} }

// BeZero is Gomega's.
func BeZero() types.GomegaMatcher { return stated{gomega.BeZero(), "zero"} }

// ConsistOf is Gomega's.
func ConsistOf(elements ...any) types.GomegaMatcher { return gomega.ConsistOf(elements...) }

// ContainElement is Gomega's.
func ContainElement(element any, result ...any) types.GomegaMatcher {
	matcher := gomega.ContainElement(element, result...)
	if _, inner := element.(types.GomegaMatcher); inner {
		return matcher
	}
	return stated{matcher, Show(element) + " among them"}
}

// ContainElements is Gomega's.
func ContainElements(elements ...any) types.GomegaMatcher { return gomega.ContainElements(elements...) }

// ContainSubstring is Gomega's.
func ContainSubstring(substr string, args ...any) types.GomegaMatcher {
	return gomega.ContainSubstring(substr, args...)
}

// Equal is Gomega's.
func Equal(expected any) types.GomegaMatcher { return stated{gomega.Equal(expected), Show(expected)} }

// HaveEach is Gomega's.
func HaveEach(element any) types.GomegaMatcher { return gomega.HaveEach(element) }

// HaveKey is Gomega's.
func HaveKey(key any) types.GomegaMatcher {
	return stated{gomega.HaveKey(key), "an entry for " + Show(key)}
}

// HaveLen is Gomega's.
func HaveLen(count int) types.GomegaMatcher {
	return stated{gomega.HaveLen(count), Show(count) + " of them"}
}

// HaveOccurred is Gomega's.
func HaveOccurred() types.GomegaMatcher { return gomega.HaveOccurred() }

// MatchError is Gomega's.
func MatchError(expected any, functionErrorDescription ...any) types.GomegaMatcher {
	return gomega.MatchError(expected, functionErrorDescription...)
}

// Not is Gomega's.
func Not(matcher types.GomegaMatcher) types.GomegaMatcher { return gomega.Not(matcher) }

// Or is Gomega's.
func Or(ms ...types.GomegaMatcher) types.GomegaMatcher { return gomega.Or(ms...) }

// Receive is Gomega's.
func Receive(args ...any) types.GomegaMatcher { return gomega.Receive(args...) }

// Satisfy is Gomega's.
func Satisfy(predicate any) types.GomegaMatcher { return gomega.Satisfy(predicate) }

// Succeed is Gomega's.
func Succeed() types.GomegaMatcher { return gomega.Succeed() }
