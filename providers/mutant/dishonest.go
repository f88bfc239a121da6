package mutant

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
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
			calls(func(c *interpose.Call) nd2.Status {
				if c.Out != nil || c.Info != nil || !strings.HasPrefix(c.Method, "IND2") || c.Method == interpose.AdapterCreateOverlappedFile {
					return c.Proceed()
				}
				return nd2.Success
			})),
		plain("dishonest/clerk", "Every call and every result has the status that the documents ask for, and no byte moves.",
			calls(func(c *interpose.Call) nd2.Status {
				if c.SGE != nil && uint64(total(c.SGE)) <= uint64(c.Parent.Limits().MaxTransferLength) {
					c.SGE = slices.Clone(c.SGE)
					for i := range c.SGE {
						c.SGE[i].Buffer = c.SGE[i].Buffer[:0]
					}
				}
				return c.Proceed()
			})),
		plain("dishonest/modest", "No optional feature is claimed, and all are there.",
			func() interpose.Hooks {
				return interpose.Hooks{Early: true, Call: interpose.After(interpose.AdapterQuery, func(c *interpose.Call) {
					c.Info.MaxSharedReceiveQueueDepth = 0
					c.Info.AdapterFlags &^= nd2.AdapterCQResize
				})}
			}),
		plain("dishonest/refuser", "Resources are said to be lacking, although nobody has taken them.",
			calls(func(c *interpose.Call) nd2.Status {
				if c.Method == interpose.AdapterCreateMemoryRegion || c.Method == interpose.AdapterCreateSharedReceiveQueue || c.Method == interpose.CQNotify {
					return nd2.InsufficientResources
				}
				return c.Proceed()
			})),
	}
}
