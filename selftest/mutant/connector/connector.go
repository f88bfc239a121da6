// Package connector has mutants that break IND2Connector.
package connector

import (
	"slices"

	"github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []mutant.Mutant {
	return slices.Concat(
		accept(),
		acceptedAddress(), localAddresses(),
		bind(),
		completeConnect(),
		connect(), requestsWhileConnecting(),
		connectRetries(), failedConnects(),
		disconnect(),
		endedConnections(), notifyDisconnect(), ownDisconnects(),
		earlierData(), privateData(), tornData(),
		readLimits(), toldReadLimits(),
		reject(),
		storm(),
	)
}
