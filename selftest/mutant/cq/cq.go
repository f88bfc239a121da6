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
		released(),
		getNotifyAffinity(),
		missingResults(), resultCounts(),
		getResultsContents(),
		getResultsOrder(),
		notify(), notifyArming(),
		notifyFailures(),
		notifyCanceled(), notifyRequests(),
		notifyAny(), notifyOverrides(), notifySolicited(),
		earlyWakeups(), lostWakeups(),
		resizeDepths(), resizeInUse(), resizeRefused(),
	)
}

func released() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("cq.let-go-by-queue-pairs/kept",
			"A queue pair that has been released keeps its receive completion queue.",
			mutant.LeakingReference(calls.AdapterCreateQueuePair, func(c *calls.Call) nd2.Unknown { return c.ReceiveCQ })),
	}
}
