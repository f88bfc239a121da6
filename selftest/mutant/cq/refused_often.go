package cq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

// refusedOften breaks that a refused call changes nothing, as it shows when it is repeated, and who keeps a queue.
func refusedOften() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.WearingOut("cq.resize.unchanged-on-failure/worn", calls.CQResize, calls.CQResize, nd2.InsufficientResources),
		mutant.New("cq.notify.ends-on-release/kept-by-refused",
			"A queue pair that is refused for its depth keeps its receive completion queue.",
			mutant.At(calls.AdapterCreateQueuePair, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.InvalidParameter6 {
					calls.Unwrap(c.ReceiveCQ).AddRef()
				}
				return s
			})),
	}
}

// released reports whether a call has been a Release of a queue. Nobody has kept a reference in the specs of this.
func released(c *calls.Call) bool {
	return c.Method == calls.Release && c.Object.Kind == "IND2CompletionQueue"
}
