package cq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func getNotifyAffinity() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("cq.getnotifyaffinity.group-zero/one", "The group is 1.",
			mutant.After(calls.CQGetNotifyAffinity, mutant.OtherGroup)),
		mutant.New("cq.getnotifyaffinity.names-a-processor/none", "The affinity names no processor.",
			mutant.After(calls.CQGetNotifyAffinity, mutant.NoProcessor)),
	}
}
