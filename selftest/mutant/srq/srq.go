// Package srq has mutants that break IND2SharedReceiveQueue.
package srq

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []Mutant {
	return slices.Concat(
		modifyDepth, modifyRefused, modifyZero, notify, notifyThreshold, receiveOrder, receiveResults,
		untakenReceives(), starvedReceives, affinity, usedAgain, halves(), refusedOften,
	)
}

var affinity = []Mutant{
	New("srq.getnotifyaffinity.group-zero/one", "The group is 1.", After(calls.SRQGetNotifyAffinity, OtherGroup)),
	New("srq.getnotifyaffinity.names-a-processor/none", "The affinity names no processor.",
		After(calls.SRQGetNotifyAffinity, NoProcessor)),
}
