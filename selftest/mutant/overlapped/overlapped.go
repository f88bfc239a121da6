// Package overlapped has mutants that break the rules of overlapped requests, whatever object they are on.
package overlapped

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []Mutant {
	return slices.Concat(
		cancelOverlappedRequests, canceledBesides, afterRelease(), concurrentResults,
		resultStatuses, endedAtOnce(), notification, released, otherEvents, kinds(), halves(),
	)
}

var released = []Mutant{
	New("overlapped.release.ends-requests/never", "The last Release of an object leaves its requests pending.",
		Before(calls.Release, func(c *calls.Call) {
			if len(c.Outstanding()) > 0 && c.LastReference() {
				Mute(c.Outstanding())
			}
		})),
}
