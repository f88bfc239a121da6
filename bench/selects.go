package bench

import (
	"strings"

	"github.com/ndconform/ndconform/internal/pattern"
)

// Selects reports whether patterns select a measurement. A pattern applies to the parts of a name
// between slashes, like go test's, and may leave out the last ones: latency/read selects all Reads.
func Selects(patterns *pattern.Set, name string) bool {
	if patterns.Empty() {
		return true
	}
	ids := []string{name}
	for i, r := range name {
		if r == '/' {
			ids = append(ids, strings.Clone(name[:i]))
		}
	}
	return patterns.Match(ids...)
}
