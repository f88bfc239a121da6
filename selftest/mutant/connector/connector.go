// Package connector has mutants that break IND2Connector.
package connector

import (
	"slices"

	. "github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []Mutant {
	return slices.Concat(
		accept, abandonedAmongOthers, completedConnections, acceptedAddress, localAddresses, bind, connect,
		requestsWhileConnecting, connectRetries(), failedConnects(), disconnect, endedConnections, sentOnce(),
		notifyDisconnect, ownDisconnects, beforeEstablished(), earlierData, privateData(),
		unreadableTails(), readLimits(), reportedReadLimits, churn, secondLives, afterFailure(),
		askedAgain(), notifiedAgain(), canceledStages(), refusals(), rejectedBySide(), halves(), refusedOften(),
		copiedOut,
		Bystanders("connector.abandon.spares-others", abandoned),
	)
}
