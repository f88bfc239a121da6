// Package qp has mutants that break IND2QueuePair.
package qp

import (
	"slices"

	"github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []mutant.Mutant {
	return slices.Concat(
		bind(), disconnect(), errorCancelsLater(), errorCancelsPosted(), errorEnds(), fences(), flagsTogether(),
		flushInitiator(), flushOthers(), flushReceives(), inlineLeftovers(), inlineLists(), inlined(),
		registeredInline(), emptyEntries(), entryLeftovers(), lateQueuePairLists(), longest(), outerEmptyEntries(),
		deadPeers(), read(), sided(), receive(), shorterMessages(), refused(), refusedRequests(), release(), send(),
		silent(), silentLeftovers(), silentOwnFailures(), write(),
	)
}
