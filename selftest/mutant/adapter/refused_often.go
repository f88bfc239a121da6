package adapter

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// refusedOften breaks that a creation that is refused takes nothing, as it shows when it is repeated.
func refusedOften() (list []Mutant) {
	pair := calls.AdapterCreateQueuePair
	for _, m := range []struct{ id, method string }{
		{"createcompletionqueue.nd-invalid-parameter-3", calls.AdapterCreateCompletionQueue},
		{"createconnector.unknown-iid", calls.AdapterCreateConnector},
		{"createlistener.unknown-iid", calls.AdapterCreateListener},
		{"creatememoryregion.unknown-iid", calls.AdapterCreateMemoryRegion},
		{"createqueuepair.nd-invalid-parameter-2", pair},
		{"createqueuepair.nd-invalid-parameter-3", pair},
		{"createqueuepair.nd-invalid-parameter-5", pair},
		{"createqueuepair.nd-invalid-parameter-6", pair},
		{"createqueuepair.nd-invalid-parameter-7", pair},
		{"createqueuepair.nd-invalid-parameter-8", pair},
		{"createqueuepair.nd-invalid-parameter-9", pair},
		{"createqueuepair.unknown-iid", pair},
		{"createqueuepairwithsrq.nd-invalid-parameter-4", calls.AdapterCreateQueuePairWithSrq},
		{"createqueuepairwithsrq.nd-invalid-parameter-6", calls.AdapterCreateQueuePairWithSrq},
	} {
		list = append(list, WearingOut("adapter."+m.id+"/worn", m.method, m.method, nd2.InsufficientResources))
	}
	return list
}
