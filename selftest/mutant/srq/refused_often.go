package srq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

// refusedOften breaks that a refused call changes nothing, as it shows when it is repeated.
func refusedOften() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.Exhausted("srq.modify.keeps-receives", calls.SRQModify),
		mutant.Exhausted("srq.notify.nd-canceled", calls.SRQNotify),
		mutant.Exhausted("srq.notify.nd-success", calls.SRQNotify),
		mutant.WearingOut("srq.modify.unchanged-on-failure/worn", calls.SRQModify, calls.SRQReceive, nd2.NoMoreEntries),
		mutant.WearingOut("srq.receive.refused-posts-nothing/worn", calls.SRQReceive, calls.SRQReceive,
			nd2.NoMoreEntries),
	}
}
