package srq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func getNotifyAffinity() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("srq.getnotifyaffinity.group-zero/one", "The group is 1.",
			mutant.After(calls.SRQGetNotifyAffinity, mutant.OtherGroup)),
		mutant.New("srq.getnotifyaffinity.names-a-processor/none", "The affinity names no processor.",
			mutant.After(calls.SRQGetNotifyAffinity, mutant.NoProcessor)),
	}
}
