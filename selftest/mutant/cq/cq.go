// Package cq has mutants that break IND2CompletionQueue.
package cq

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []mutant.Mutant {
	return slices.Concat(
		affinityAndRelease(), missingResults(), resultCounts(), byteCounts(), resultContents(), getResultsOrder(),
		notify(), notifyArming(), notifyFailures(), notifyCanceled(), notifyRequests(), notifyAny(), notifyOverrides(),
		notifySolicited(), earlyWakeups(), lostWakeups(), resizeDepths(), resizeInUse(), resizeRefused(),
		resizeFar(), resizedAgain(), armedAgain(), shortEntries(), halves(), refusedOften(), extremeContexts(), rings(),
		mutant.Bystanders("cq.release.spares-others", released),
	)
}

func affinityAndRelease() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("cq.getnotifyaffinity.group-zero/one", "The group is 1.",
			mutant.After(calls.CQGetNotifyAffinity, mutant.OtherGroup)),
		mutant.New("cq.getnotifyaffinity.names-a-processor/none", "The affinity names no processor.",
			mutant.After(calls.CQGetNotifyAffinity, mutant.NoProcessor)),
		mutant.New("cq.let-go-by-queue-pairs/kept",
			"A queue pair that has been released keeps its receive completion queue.",
			mutant.LeakingReference(calls.AdapterCreateQueuePair, func(c *calls.Call) nd2.Unknown { return c.ReceiveCQ })),
	}
}
