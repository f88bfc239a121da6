// Package adapter has mutants that break IND2Adapter.
package adapter

import (
	"slices"

	"github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []mutant.Mutant {
	return slices.Concat(
		addresses(),
		askedAffinities(),
		createCompletionQueue(),
		createMemoryWindow(),
		closedFiles(), completionPorts(),
		createQueuePair(), pairCreations(),
		createQueuePairWithSrq(), createQueuePairWithSrqUse(),
		createSharedReceiveQueue(),
		createdInterfaces(), interfaces(),
		filesOfObjects(),
		query(), queryLimits(),
		queryAddressList(),
		release(),
		doneAfterRemoval(), removed(),
	)
}
