// Package broken has providers that break no one entry of the catalogue but much at once.
package broken

import (
	"slices"

	. "github.com/ndconform/ndconform/selftest/mutant"
)

// Providers lists those that are as early versions of a provider are. A run on one of them
// has to end soon, and to name the cause.
func Providers() []Mutant {
	return slices.Concat(outright, early(), data, numbers, connecting, process, counting(), hanging, losing)
}

func provider(id, what string, hooks Defect) Mutant {
	return Mutant{Description: Description{ID: id, What: what}, Hooks: hooks}
}
