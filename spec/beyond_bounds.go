package spec

import . "github.com/onsi/ginkgo/v2"

// BeyondBounds returns a table entry for each way to reach beyond memory of size
// bytes: where a request begins, in bytes from the memory's start, and how many
// bytes it is for.
func BeyondBounds(size int) []TableEntry {
	return []TableEntry{
		Entry("(one byte before the start)", -1, 8),
		Entry("(one byte past the end)", Variant("behind"), size-7, 8),
		Entry("(one byte longer)", Variant("longer"), 0, size+1),
		Entry("(beginning at the end)", Variant("at-end"), size, 1),
		Entry("(ending at the start)", Variant("at-start"), -1, 1),
	}
}
