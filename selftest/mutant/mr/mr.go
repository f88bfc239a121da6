// Package mr has mutants that break IND2MemoryRegion.
package mr

import (
	"slices"

	. "github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []Mutant {
	return slices.Concat(
		bounds, deregisterAccess, deregisterBusy, registerBuffers, concurrentRegistrations, missingRights(),
		sufficientRights, scope, token, severalWindows(), placesOfBuffers(), halves, refusedOften,
		countedRegistrations, combinedRights(),
		Bystanders("mr.deregister.own-region-only", deregistered),
	)
}
