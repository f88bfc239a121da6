// Package mw has mutants that break IND2MemoryWindow.
package mw

import (
	"slices"

	. "github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []Mutant {
	return slices.Concat(
		access(), tokenOfWaiting, bindingScope, boundOnce, overlappingWindows, sharedRights, endingWithFirst,
		invalidate(), usedAgain, halves, countedWindows,
	)
}
