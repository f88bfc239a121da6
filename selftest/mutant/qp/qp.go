// Package qp has mutants that break IND2QueuePair.
package qp

import (
	"slices"

	"github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []mutant.Mutant {
	return slices.Concat(
		bind(),
		disconnect(),
		emptyEntries(), outerEmptyEntries(),
		errorCancelsLater(), errorCancelsPosted(), errorEnds(),
		fences(),
		flagsTogether(),
		flushInitiator(), flushOthers(), flushReceives(),
		initiator(),
		inlineLists(), inlined(), registeredInline(),
		inlineLeftovers(),
		invalidate(),
		entryLeftovers(), lateQueuePairLists(),
		longest(),
		read(), sided(),
		receive(), shorterMessages(),
		refusedRequests(),
		release(),
		send(),
		silent(), silentLeftovers(), silentOwnFailures(),
		write(),
	)
}
