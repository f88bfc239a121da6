package mutant

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// dishonest are providers that break no one entry but the point of the suite: they
// look as if they conformed, and a suite that trusts what it is told would let them
// pass.
func dishonest() []Mutant {
	plain := func(id, what string, make func() defect) Mutant { return Mutant{Description{ID: id, What: what}, make} }
	return []Mutant{
		plain("dishonest/yes-man", "Every call returns ND_SUCCESS and does nothing.",
			calls(func(c *call) nd2.Status {
				if c.out != nil || c.info != nil || !strings.HasPrefix(c.method, "IND2") || c.method == createFile {
					return c.proceed()
				}
				return nd2.Success
			})),
		plain("dishonest/clerk", "Every call and every result has the status that the documents ask for, and no byte moves.",
			calls(func(c *call) nd2.Status {
				if c.sge != nil && uint64(total(c.sge)) <= uint64(c.parent.limits().MaxTransferLength) {
					c.sge = slices.Clone(c.sge)
					for i := range c.sge {
						c.sge[i].Buffer = c.sge[i].Buffer[:0]
					}
				}
				return c.proceed()
			})),
		plain("dishonest/modest", "No optional feature is claimed, and all are there.",
			func() defect {
				return defect{early: true, call: succeeding(query, func(c *call) {
					c.info.MaxSharedReceiveQueueDepth = 0
					c.info.AdapterFlags &^= nd2.AdapterCQResize
				})}
			}),
		plain("dishonest/refuser", "Resources are said to be lacking, although nobody has taken them.",
			calls(func(c *call) nd2.Status {
				if c.method == createRegion || c.method == createSharedReceiveQueue || c.method == notifyQueue {
					return nd2.InsufficientResources
				}
				return c.proceed()
			})),
	}
}
