package qp

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// states breaks what holds of a queue pair in states that are neither new nor connected, or beside many others.
func states() (list []Mutant) {
	for _, t := range EveryInitiated {
		list = append(list, New("qp."+strings.ToLower(t.String())+".nd-connection-invalid/once-connecting",
			"A request is taken, and lost, once Connect or Accept has been called.",
			When(On("IND2QueuePair::"+t.String()).If(func(c *calls.Call) bool { return c.OnQP().Connector() != nil }),
				IfRefused(Nothing, nd2.ConnectionInvalid))))
	}
	return append(list,
		New("qp.flush.nd-success/again", "A second Flush fails.", Once(calls.QPFlush, nd2.ConnectionInvalid)),
		New("qp.flush.not-connected/kept-once-connecting", "While Connect is in progress, Flush cancels nothing.",
			Refusing(calls.QPFlush, nd2.Success, func(c *calls.Call) bool {
				k := c.OnQP().Connector()
				return k != nil && len(Outstanding(&k.Object, calls.ConnectorConnect)) > 0
			})),
		New("qp.flush.own-requests-only/byte", "The 256th Flush of an adapter's queue pairs flushes them all.",
			Recording(func(c *calls.Call, count *calls.Record[int]) nd2.Status {
				s := c.Proceed()
				if c.Method != calls.QPFlush || count.Update(&c.Parent.Object, Increment) != 256 {
					return s
				}
				for _, other := range calls.Others[*calls.QueuePair](c.Object) {
					if other.Parent == c.Parent {
						other.Inner.Flush()
					}
				}
				return s
			})),
		New("qp.receive.before-connecting/refused-once-connecting", "A Receive is refused while Connect is in progress.",
			Refusing(calls.QPReceive, nd2.ConnectionInvalid, func(c *calls.Call) bool {
				k := c.OnQP().Connector()
				return k != nil && len(Outstanding(&k.Object, calls.ConnectorConnect)) > 0
			})))
}
