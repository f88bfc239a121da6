package qp

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

// states breaks what holds of a queue pair in states that are neither new nor connected, or beside many others.
func states() (list []mutant.Mutant) {
	for _, t := range mutant.EveryRequest {
		if t == nd2.RequestReceive {
			continue
		}
		list = append(list, mutant.New("qp."+strings.ToLower(t.String())+".nd-connection-invalid/once-connecting",
			"A request is taken, and lost, once Connect or Accept has been called.",
			mutant.At("IND2QueuePair::"+t.String(), func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.ConnectionInvalid && c.OnQP().Connector() != nil {
					return nd2.Success
				}
				return s
			})))
	}
	return append(list,
		mutant.New("qp.flush.nd-success/again", "A second Flush fails.", mutant.Once(calls.QPFlush, nd2.ConnectionInvalid)),
		mutant.New("qp.flush.not-connected/kept-once-connecting",
			"While Connect is in progress, Flush cancels nothing.",
			mutant.At(calls.QPFlush, func(c *calls.Call) nd2.Status {
				k := c.OnQP().Connector()
				if k != nil && len(mutant.Outstanding(&k.Object, calls.ConnectorConnect)) > 0 {
					return nd2.Success
				}
				return c.Proceed()
			})),
		mutant.New("qp.flush.own-requests-only/byte", "The 256th Flush of an adapter's queue pairs flushes them all.",
			mutant.Recording(func(c *calls.Call, count *calls.Record[int]) nd2.Status {
				s := c.Proceed()
				if c.Method != calls.QPFlush || count.Update(&c.Parent.Object, mutant.Increment) != 256 {
					return s
				}
				for _, other := range calls.Others[*calls.QueuePair](c.Object) {
					if other.Parent == c.Parent {
						other.Inner.Flush()
					}
				}
				return s
			})),
		mutant.New("qp.receive.before-connecting/refused-once-connecting",
			"A Receive is refused while Connect is in progress.",
			mutant.Refusing(calls.QPReceive, nd2.ConnectionInvalid, func(c *calls.Call) bool {
				k := c.OnQP().Connector()
				return k != nil && len(mutant.Outstanding(&k.Object, calls.ConnectorConnect)) > 0
			})))
}
