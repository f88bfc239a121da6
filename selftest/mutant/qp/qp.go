// Package qp has mutants that break IND2QueuePair.
package qp

import (
	"slices"

	. "github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []Mutant {
	return slices.Concat(
		bind(), tokenOfRefused, unboundInTurn, disconnect, errorCancelsLater(), errorCancelsPosted(), errorEnds,
		fences(), flagCombinations(), flushInitiator, flushOthers, flushReceives,
		inlined(), entries(), formerEntry, deferredLists(), longest(), deadPeers,
		read, sided(), receive, shorterMessages, refused, refusedRequests(), release, send,
		silent(), silentRoom(), write, placesUsed(), inlineSums(),
		behindOthers(), longRuns(), formerLists(), longLists(), canceledReceives(), halves(), values(), boundaries(),
		placesLost(), states(), Bystanders("qp.disconnect.spares-others", disconnected),
	)
}
