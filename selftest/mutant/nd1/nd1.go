// Package nd1 has mutants that break endpoints of ND v1.
package nd1

import (
	"slices"

	. "github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []Mutant {
	return slices.Concat(
		createEndpoint, limits(), messages, requests(), queued, flushed(), windows, sendAndInvalidate, connectors(),
		connecting, objects, queues(),
	)
}
