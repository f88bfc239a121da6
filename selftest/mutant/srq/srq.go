// Package srq has mutants that break IND2SharedReceiveQueue.
package srq

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
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

// refusedOften breaks that a refused call changes nothing, as it shows when it is repeated.
var refusedOften = []Mutant{
	Exhausted("srq.modify.keeps-receives", calls.SRQModify),
	Exhausted("srq.notify.nd-canceled", calls.SRQNotify),
	Exhausted("srq.notify.nd-success", calls.SRQNotify),
	WearingOut("srq.modify.unchanged-on-failure/worn", calls.SRQModify, calls.SRQReceive, nd2.NoMoreEntries),
	WearingOut("srq.receive.refused-posts-nothing/worn", calls.SRQReceive, calls.SRQReceive, nd2.NoMoreEntries),
}
