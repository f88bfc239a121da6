// Package cq has mutants that break IND2CompletionQueue.
package cq

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []Mutant {
	return slices.Concat(
		affinityAndRelease, missingResults, resultCounts(), byteCounts, resultContents, getResultsOrder,
		notify, notifyArming, notifyFailures, notifyCanceled, notifyRequests, notifyAny(), notifyOverrides,
		notifySolicited, earlyWakeups, lostWakeups, resizeDepths, resizeInUse, resizeRefused,
		resizeFar, resizedAgain(), armedAgain, shortEntries, halves(), refusedOften, extremeContexts(), rings,
		Bystanders("cq.release.spares-others", released),
	)
}

var affinityAndRelease = []Mutant{
	New("cq.getnotifyaffinity.group-zero/one", "The group is 1.", After(calls.CQGetNotifyAffinity, OtherGroup)),
	New("cq.getnotifyaffinity.names-a-processor/none", "The affinity names no processor.",
		After(calls.CQGetNotifyAffinity, NoProcessor)),
	New("cq.let-go-by-queue-pairs/kept", "A queue pair that has been released keeps its receive completion queue.",
		LeakingReference(calls.AdapterCreateQueuePair, func(c *calls.Call) nd2.Unknown { return c.ReceiveCQ })),
}
