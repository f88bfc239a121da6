// Package adapter has mutants that break IND2Adapter.
package adapter

import (
	"slices"

	. "github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []Mutant {
	return slices.Concat(
		addresses, createMemoryWindow, closedFiles, completionPorts, filesOfObjects(), createQueuePair,
		pairCreations(), createQueuePairWithSrq, createQueuePairWithSrqUse, createdInterfaces(), interfaces,
		query, queryLimits, askedAffinities(), completionQueues, sharedQueues, release, doneAfterRemoval(),
		removed, usedAgain, halves(), values(), refusedOften(),
	)
}
