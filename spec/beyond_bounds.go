package spec

import . "github.com/onsi/ginkgo/v2"

// BeyondBounds returns a table entry for each way to reach beyond memory of size
// bytes: where a request begins, in bytes from the memory's start, and how many
// bytes it is for.
func BeyondBounds(size int) []TableEntry {
	return []TableEntry{
		Entry("by one byte before it", -1, 8),
		Entry("by one byte behind it", Variant("behind"), size-7, 8),
		Entry("by being one byte longer", Variant("longer"), 0, size+1),
		Entry("by beginning at its end", Variant("at-end"), size, 1),
		Entry("by ending at its start", Variant("at-start"), -1, 1),
	}
}
