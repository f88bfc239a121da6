package srq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// refusedOften breaks that a refused call changes nothing, as it shows when it is repeated.
var refusedOften = []Mutant{
	Exhausted("srq.modify.keeps-receives", calls.SRQModify),
	Exhausted("srq.notify.nd-canceled", calls.SRQNotify),
	Exhausted("srq.notify.nd-success", calls.SRQNotify),
	WearingOut("srq.modify.unchanged-on-failure/worn", calls.SRQModify, calls.SRQReceive, nd2.NoMoreEntries),
	WearingOut("srq.receive.refused-posts-nothing/worn", calls.SRQReceive, calls.SRQReceive, nd2.NoMoreEntries),
}
