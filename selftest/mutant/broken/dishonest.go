package broken

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// Dishonest are providers that break no one entry but the point of the suite: they
// look as if they conformed, and a suite that trusts what it is told would let them
// pass.
func Dishonest() []Mutant { return slices.Concat(idle, untruthful) }

// idle say that something has been done, or can be, and do not do it.
var idle = []Mutant{
	provider("dishonest/yes-man", "Every call returns ND_SUCCESS and does nothing.",
		OnCall(func(c *calls.Call) nd2.Status {
			if c.Out != nil || c.Info != nil || !strings.HasPrefix(c.Method, "IND2") ||
				c.Method == calls.AdapterCreateOverlappedFile {
				return c.Proceed()
			}
			return nd2.Success
		})),
	provider("dishonest/clerk",
		"Every call and every result has the status that the documents ask for, and no byte moves.",
		OnCall(func(c *calls.Call) nd2.Status {
			if c.SGE != nil && uint64(TotalLength(c.SGE)) <= uint64(c.Parent.Limits().MaxTransferLength) {
				c.SGE = slices.Clone(c.SGE)
				for i := range c.SGE {
					c.SGE[i].Buffer = c.SGE[i].Buffer[:0]
				}
			}
			return c.Proceed()
		})),
	provider("dishonest/modest", "No optional feature is claimed, and all are there.",
		func() calls.Hooks {
			return calls.Hooks{Early: true, Call: calls.After(calls.AdapterQuery, func(c *calls.Call) {
				c.Info.MaxSharedReceiveQueueDepth = 0
				c.Info.AdapterFlags &^= nd2.AdapterCQResize
			})}
		}),
	provider("dishonest/pauper", "There are resources for one queue pair, and for no other ever.",
		func() calls.Hooks {
			var created atomic.Bool
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				pair := c.Method == calls.AdapterCreateQueuePair || c.Method == calls.AdapterCreateQueuePairWithSrq
				if pair && created.Swap(true) {
					return nd2.InsufficientResources
				}
				return c.Proceed()
			}}
		}),
	provider("dishonest/optimist", "A Send succeeds, and nothing is sent.",
		When(On(calls.QPSend).If(func(c *calls.Call) bool { return c.OnQP().Connector() != nil }), (*calls.Call).PostIdle)),
}

func overlapped(c *calls.Call) bool { return c.Proxy != nil }

// untruthful notify wrongly, or return wrong statuses.
var untruthful = []Mutant{
	provider("dishonest/once-told", "Of the Notifies of a completion queue only the first ends.",
		Since(On(calls.CQNotify), On(calls.CQNotify).If(overlapped), LeavePending)),
	provider("dishonest/always-told", "Every Notify succeeds at once, whatever is queued.", At(calls.CQNotify, Nothing)),
	provider("dishonest/unreachable", "No Connect ends.", When(On(calls.ConnectorConnect).If(overlapped), LeavePending)),
	provider("dishonest/forgiving",
		"A Read or a Write that the peer does not permit succeeds, does nothing and ends nothing.",
		When(Where(func(c *calls.Call) bool { return Reaches(c) && !Permitted(c) }), (*calls.Call).PostIdle)),
	provider("dishonest/refuser", "Resources are said to be lacking, although nobody has taken them.",
		When(On(calls.AdapterCreateMemoryRegion, calls.AdapterCreateSharedReceiveQueue, calls.CQNotify),
			Say(nd2.InsufficientResources))),
}
