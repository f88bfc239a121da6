package adapter

import (
	"strconv"

	"github.com/ndconform/ndconform/calls"
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
	for _, p := range []struct {
		entry, method string
		of            func(c *calls.Call) *uint32
	}{
		{
			"adapter.createcompletionqueue.nd-invalid-parameter-3", calls.AdapterCreateCompletionQueue,
			func(c *calls.Call) *uint32 { return &c.Depth },
		},
		{
			"adapter.createsharedreceivequeue.nd-invalid-parameter-3", calls.AdapterCreateSharedReceiveQueue,
			func(c *calls.Call) *uint32 { return &c.Depth },
		},
		{
			"adapter.createsharedreceivequeue.nd-invalid-parameter-4", calls.AdapterCreateSharedReceiveQueue,
			func(c *calls.Call) *uint32 { return &c.SGEs },
		},
		{
			"adapter.createqueuepair.nd-invalid-parameter-5", calls.AdapterCreateQueuePair,
			func(c *calls.Call) *uint32 { return &c.ReceiveDepth },
		},
		{
			"adapter.createqueuepair.nd-invalid-parameter-6", calls.AdapterCreateQueuePair,
			func(c *calls.Call) *uint32 { return &c.InitiatorDepth },
		},
		{
			"adapter.createqueuepair.nd-invalid-parameter-7", calls.AdapterCreateQueuePair,
			func(c *calls.Call) *uint32 { return &c.ReceiveSGEs },
		},
		{
			"adapter.createqueuepair.nd-invalid-parameter-8", calls.AdapterCreateQueuePair,
			func(c *calls.Call) *uint32 { return &c.InitiatorSGEs },
		},
		{
			"adapter.createqueuepair.nd-invalid-parameter-9", calls.AdapterCreateQueuePair,
			func(c *calls.Call) *uint32 { return &c.InlineSize },
		},
		{"cq.resize.nd-invalid-parameter", calls.CQResize, func(c *calls.Call) *uint32 { return &c.Depth }},
	} {
		for _, n := range []uint32{1 << 26, 1 << 31, 0xFFFFFFFF} {
			list = append(list, New(p.entry+"/takes-"+strconv.FormatUint(uint64(n), 16),
				p.method+" takes "+strconv.FormatUint(uint64(n), 10)+" for 1.", Before(p.method, func(c *calls.Call) {
					if v := p.of(c); *v == n {
						*v = 1
					}
				})))
		}
	}
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
