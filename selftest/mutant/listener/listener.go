// Package listener has mutants that break IND2Listener.
package listener

import (
	"slices"

	. "github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []Mutant {
	return slices.Concat(
		bindAddresses, bindPorts, connectionRequests, requestsInCallbacks, waitingRequests, backlogs,
		listen, usedAgain(), backlogValues(), halves(), refusedOften(), copiedOut,
	)
}
