package adapter

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/refusal"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// refusedOften breaks that a creation that is refused takes nothing, as it shows when it is repeated.
func refusedOften() (list []Mutant) {
	for _, m := range []struct {
		method     string
		parameters []int
	}{
		{"CreateCompletionQueue", []int{3}},
		{"CreateConnector", []int{1}},
		{"CreateListener", []int{1}},
		{"CreateMemoryRegion", []int{1}},
		{"CreateQueuePair", []int{1, 2, 3, 5, 6, 7, 8, 9}},
		{"CreateQueuePairWithSrq", []int{4, 6}},
	} {
		for _, p := range m.parameters {
			method := "IND2Adapter::" + m.method
			list = append(list, WearingOut(refusal.Rule(m.method, p)+"/worn", method, method, nd2.InsufficientResources))
		}
	}
	return list
}
