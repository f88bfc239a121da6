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
func BeEmpty() types.GomegaMatcher { return gomega.BeEmpty() }

// BeEquivalentTo is Gomega's.
func BeEquivalentTo(expected any) types.GomegaMatcher { return gomega.BeEquivalentTo(expected) }

// BeFalse is Gomega's.
func BeFalse() types.GomegaMatcher { return gomega.BeFalse() }

// BeIdenticalTo is Gomega's.
func BeIdenticalTo(expected any) types.GomegaMatcher { return gomega.BeIdenticalTo(expected) }

// BeNil is Gomega's.
func BeNil() types.GomegaMatcher { return gomega.BeNil() }

// BeNumerically is Gomega's.
func BeNumerically(comparator string, compareTo ...any) types.GomegaMatcher {
	return gomega.BeNumerically(comparator, compareTo...)
}

// BeTrue is Gomega's.
func BeTrue() types.GomegaMatcher { return gomega.BeTrue() }

// BeZero is Gomega's.
func BeZero() types.GomegaMatcher { return gomega.BeZero() }

// ConsistOf is Gomega's.
func ConsistOf(elements ...any) types.GomegaMatcher { return gomega.ConsistOf(elements...) }

// ContainElement is Gomega's.
func ContainElement(element any, result ...any) types.GomegaMatcher {
	return gomega.ContainElement(element, result...)
}

// ContainElements is Gomega's.
func ContainElements(elements ...any) types.GomegaMatcher { return gomega.ContainElements(elements...) }

// ContainSubstring is Gomega's.
func ContainSubstring(substr string, args ...any) types.GomegaMatcher {
	return gomega.ContainSubstring(substr, args...)
}

// Equal is Gomega's.
func Equal(expected any) types.GomegaMatcher { return gomega.Equal(expected) }

// HaveEach is Gomega's.
func HaveEach(element any) types.GomegaMatcher { return gomega.HaveEach(element) }

// HaveKey is Gomega's.
func HaveKey(key any) types.GomegaMatcher { return gomega.HaveKey(key) }

// HaveLen is Gomega's.
func HaveLen(count int) types.GomegaMatcher { return gomega.HaveLen(count) }

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
