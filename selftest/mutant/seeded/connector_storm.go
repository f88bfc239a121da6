package seeded

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func leaks() []Fault {
	const kib = 1 << 10
	connects := creates(calls.ConnectorConnect)
	return []Fault{
		fault("stateful/connection-leaks-64-kib", Leak, "Each connection leaks 64 KiB.",
			leakingMemory(64*kib, connects), "connector.storm"),
		fault("stateful/connection-leaks-handle", Leak, "Each connection leaks a handle.",
			leakingHandles(connects), "connector.storm"),
		fault("stateful/connects-600-times", Counting, "Connect fails once there have been 600 connections.",
			mutant.AtMost(calls.ConnectorConnect, 600), "connector.storm", "connector.connect.nd-success"),
		fault("stateful/makes-1500-queue-pairs", Counting, "No more than 1,500 queue pairs can be made in all.",
			mutant.AtMost(calls.AdapterCreateQueuePair, 1500), "connector.storm", "adapter.createqueuepair.nd-success"),
		fault("stateful/queue-pair-leaks-1-mib", Leak, "Each queue pair leaks 1 MiB.",
			leakingMemory(1024*kib, queuePairs), "connector.storm"),
		fault("stateful/region-leaks-64-kib", Leak, "Each registration leaks 64 KiB.",
			leakingMemory(64*kib, creates(calls.MRRegister)), "connector.storm"),
		fault("stateful/resize-leaks-64-kib", Leak, "Each Resize leaks 64 KiB.",
			leakingMemory(64*kib, creates(calls.CQResize)), "connector.storm"),
		fault("stateful/window-leaks-64-kib", Leak, "Each memory window leaks 64 KiB.",
			leakingMemory(64*kib, creates(calls.AdapterCreateMemoryWindow)), "connector.storm"),
	}
}

// leakingMemory makes a defect by which each such call that does not fail keeps so
// many bytes, until the instance is closed.
func leakingMemory(size int, which func(c *calls.Call) bool) mutant.Defect {
	return keepingForEach(which, func() any {
		b := make([]byte, size)
		for i := range b { // so that the system has to provide them
			b[i] = 1
		}
		return b
	}, func(any) {})
}
