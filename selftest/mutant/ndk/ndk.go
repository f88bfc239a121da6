// Package ndk has mutants that break shared receive queues of NDKPI.
package ndk

import (
	"slices"

	. "github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []Mutant {
	return slices.Concat(
		closeParents, closeSrq, createSrq, createSrqCompletions, modifyNotifies, armedAgain, modifyThreshold,
		srqReceive, getCqResults(), modifiedAgain, beyondOneLimit(), halves(),
	)
}
