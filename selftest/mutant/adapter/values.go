package adapter

import (
	"strconv"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/refusal"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// values breaks what a creation makes of one number: a depth beside a power of two, or a number far beyond a limit
// that is taken for 1.
func values() (list []Mutant) {
	for _, n := range []uint32{33, 63, 65, 100, 127, 129, 255, 257} {
		depth := strconv.Itoa(int(n))
		list = append(list,
			New("adapter.createcompletionqueue.holds-depth/one-less-of-"+depth,
				"A completion queue created for "+depth+" results holds one less.", oneLess(calls.AdapterCreateCompletionQueue, n)),
			New("cq.resize.holds-new-depth/one-less-of-"+depth,
				"A completion queue resized to "+depth+" results holds one less.", oneLess(calls.CQResize, n)))
	}
	takenForOne := func(rule, method string, of func(c *calls.Call) *uint32) {
		for _, n := range []uint32{1 << 26, 1 << 31, 0xFFFFFFFF} {
			list = append(list, New(rule+"/takes-"+strconv.FormatUint(uint64(n), 16),
				method+" takes "+strconv.FormatUint(uint64(n), 10)+" for 1.", Before(method, func(c *calls.Call) {
					if v := of(c); *v == n {
						*v = 1
					}
				})))
		}
	}
	for _, l := range refusal.Limits {
		if method := "IND2Adapter::" + l.Method; method != calls.AdapterCreateQueuePairWithSrq {
			takenForOne(l.Rule(), method, func(c *calls.Call) *uint32 { return number(c, l) })
		}
	}
	takenForOne("cq.resize.nd-invalid-parameter", calls.CQResize, func(c *calls.Call) *uint32 { return &c.Depth })
	return list
}

// oneLess makes a defect: a method that is given a depth sets one less.
func oneLess(method string, depth uint32) Defect {
	return Before(method, func(c *calls.Call) {
		if c.Depth == depth {
			c.Depth--
		}
	})
}

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
