package srq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// spoilingNext makes a defect: a call spoils the next Receive that is taken
// from a queue: spoil changes its result; nil loses it.
func spoilingNext(
	method string, of func(*calls.Call) *calls.SharedReceiveQueue, spoil func(*calls.Outcome),
) Defect {
	return func() calls.Hooks {
		var due calls.Record[bool]
		return calls.Hooks{
			Call: calls.At(method, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if q := of(c); q != nil {
					due.Set(&q.Object, true)
				}
				return s
			}),
			Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) (given []calls.Outcome) {
				for _, o := range fresh {
					spoils := o.FromSRQ() && o.Status == nd2.Success && due.Set(o.Of.Object, false)
					if spoils && spoil == nil {
						continue
					}
					if spoils {
						spoil(&o)
					}
					given = append(given, o)
				}
				return given
			},
		}
	}
}
