package mutant

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// dishonest are providers that break no one entry but the point of the suite: they
// look as if they conformed, and a suite that trusts what it is told would let them
// pass.
func dishonest() []Mutant {
	plain := func(id, what string, make defect) Mutant {
		return Mutant{Description{ID: id, What: what}, make}
	}
	return []Mutant{
		plain("dishonest/yes-man", "Every call returns ND_SUCCESS and does nothing.",
			onCall(func(c *calls.Call) nd2.Status {
				if c.Out != nil || c.Info != nil || !strings.HasPrefix(c.Method, "IND2") || c.Method == calls.AdapterCreateOverlappedFile {
					return c.Proceed()
				}
				return nd2.Success
			})),
		plain("dishonest/clerk", "Every call and every result has the status that the documents ask for, and no byte moves.",
			onCall(func(c *calls.Call) nd2.Status {
				if c.SGE != nil && uint64(total(c.SGE)) <= uint64(c.Parent.Limits().MaxTransferLength) {
					c.SGE = slices.Clone(c.SGE)
					for i := range c.SGE {
						c.SGE[i].Buffer = c.SGE[i].Buffer[:0]
					}
				}
				return c.Proceed()
			})),
		plain("dishonest/modest", "No optional feature is claimed, and all are there.",
			func() calls.Hooks {
				return calls.Hooks{Early: true, Call: calls.After(calls.AdapterQuery, func(c *calls.Call) {
					c.Info.MaxSharedReceiveQueueDepth = 0
					c.Info.AdapterFlags &^= nd2.AdapterCQResize
				})}
			}),
		plain("dishonest/pauper", "There are resources for one queue pair, and for no other ever.",
			func() calls.Hooks {
				var created atomic.Bool
				return calls.Hooks{Call: calls.At(calls.AdapterCreateQueuePair, func(c *calls.Call) nd2.Status {
					if created.Swap(true) {
						return nd2.InsufficientResources
					}
					return c.Proceed()
				})}
			}),
		plain("dishonest/optimist", "A Send succeeds, and nothing is sent.",
			onCall(func(c *calls.Call) nd2.Status {
				if c.Method == calls.QPSend && c.OnQP().Connector() != nil {
					return c.PostIdle()
				}
				return c.Proceed()
			})),
		plain("dishonest/once-told", "Of the Notifies of a completion queue only the first ends.",
			func() calls.Hooks {
				var told calls.Record[bool]
				return calls.Hooks{Call: calls.At(calls.CQNotify, func(c *calls.Call) nd2.Status {
					if c.Shadow != nil && told.Set(c.Object, true) {
						c.Shadow.Mute()
						return nd2.Pending
					}
					return c.Proceed()
				})}
			}),
		plain("dishonest/always-told", "Every Notify succeeds at once, whatever is queued.",
			onCall(func(c *calls.Call) nd2.Status {
				if c.Method == calls.CQNotify {
					return nd2.Success
				}
				return c.Proceed()
			})),
		plain("dishonest/unreachable", "No Connect ends.",
			onCall(func(c *calls.Call) nd2.Status {
				if c.Method == calls.ConnectorConnect && c.Shadow != nil {
					c.Shadow.Mute()
					return nd2.Pending
				}
				return c.Proceed()
			})),
		plain("dishonest/forgiving", "A Read or a Write that the peer does not permit succeeds, does nothing and ends nothing.",
			onCall(func(c *calls.Call) nd2.Status {
				if (c.Method == calls.QPRead || c.Method == calls.QPWrite) && !permitted(c) {
					return c.PostIdle()
				}
				return c.Proceed()
			})),
		plain("dishonest/refuser", "Resources are said to be lacking, although nobody has taken them.",
			onCall(func(c *calls.Call) nd2.Status {
				if c.Method == calls.AdapterCreateMemoryRegion || c.Method == calls.AdapterCreateSharedReceiveQueue || c.Method == calls.CQNotify {
					return nd2.InsufficientResources
				}
				return c.Proceed()
			})),
	}
}

// permitted reports whether the client holds a region or a window whose remote token
// a request names.
func permitted(c *calls.Call) bool {
	for _, m := range calls.Living[*calls.MemoryRegion](c.Object) {
		if m.Inner.GetRemoteToken() == c.Token {
			return true
		}
	}
	for _, m := range calls.Living[*calls.MemoryWindow](c.Object) {
		if m.Inner.GetRemoteToken() == c.Token {
			return true
		}
	}
	return false
}
