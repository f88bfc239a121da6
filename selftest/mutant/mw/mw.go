// Package mw has mutants that break IND2MemoryWindow.
package mw

import (
	"slices"

	"github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []mutant.Mutant {
	return slices.Concat(
		boundAgain(),
		bounds(),
		invalidate(),
		overlap(),
		rights(),
		scope(),
		token(),
	)
}
