package cq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// refusedOften breaks that a refused call changes nothing, as it shows when it is repeated, and who keeps a queue.
var refusedOften = []Mutant{
	Exhausted("cq.notify.nd-canceled", calls.CQNotify),
	Exhausted("cq.notify.triggers-once", calls.CQNotify),
	Exhausted("cq.resize.loses-nothing", calls.CQResize),
	WearingOut("cq.resize.unchanged-on-failure/worn", calls.CQResize, calls.CQResize, nd2.InsufficientResources),
	New("cq.notify.ends-on-release/kept-by-refused",
		"A queue pair that is refused for its depth keeps its receive completion queue.",
		When(On(calls.AdapterCreateQueuePair), AfterRefusal(func(c *calls.Call) { calls.Unwrap(c.ReceiveCQ).AddRef() },
			nd2.InvalidParameter6))),
}

// extremeContexts breaks contexts that are all ones, one kind of context at a time.
func extremeContexts() []Mutant {
	const all = ^uintptr(0)
	return []Mutant{
		New("cq.getresults.contexts/all-ones-of-request", "A request context of all ones comes back as 0.",
			EachResult(func(o *calls.Outcome) {
				if o.RequestContext == all {
					o.RequestContext = 0
				}
			})),
		New("cq.getresults.contexts/canceled-of-queue-pair",
			"The result of a request that was canceled has no queue pair context.", EachResult(func(o *calls.Outcome) {
				if o.Status == nd2.Canceled {
					o.QueuePairContext = 0
				}
			})),
	}
}

// released reports whether a call has been a Release of a queue. Nobody has kept a reference in the specs of this.
func released(c *calls.Call) bool {
	return c.Method == calls.Release && c.Object.Kind == "IND2CompletionQueue"
}
