package qp

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var disconnect = []Mutant{
	New("qp.disconnect.cancels-requests/forgets-one", "Disconnect forgets a request.",
		forgetting(calls.ConnectorDisconnect, all)),
	New("qp.disconnect.cancels-requests/reversed", "Requests canceled by Disconnect complete last first.",
		reversedCanceled(all)),
	New("qp.disconnect.not-usable-again/goes-on", "Requests on a queue pair that was disconnected are reported as done.",
		Since(On(calls.ConnectorDisconnect).Of(Connected), Where(posts), IfRefused(ReportDone, nd2.ConnectionInvalid))),
	New("qp.peer-disconnect.canceled-by-release/forgets-one",
		"Releasing the last reference to a queue pair whose peer has disconnected forgets a request.",
		forgetting(calls.Release, all)),
	New("qp.peer-disconnect.canceled-locally/forgets-one",
		"Of the requests canceled after the peer has disconnected, one has no result.", forgettingAfter(anyCanceled)),
	New("qp.peer-disconnect.canceled-locally/twice",
		"Of the requests canceled after the peer has disconnected, one has two results.",
		EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
			if n := len(fresh); n > 0 && fresh[n-1].Status == nd2.Canceled {
				return append(fresh, fresh[n-1])
			}
			return fresh
		})),
}

func anyCanceled(o *calls.Outcome) bool { return o.Status == nd2.Canceled }

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
			Nth(256, On(calls.QPFlush).Of(Parent), Then(func(c *calls.Call) {
				for _, other := range Siblings[*calls.QueuePair](c.Object) {
					other.Inner.Flush()
				}
			}))),
		New("qp.receive.before-connecting/refused-once-connecting", "A Receive is refused while Connect is in progress.",
			Refusing(calls.QPReceive, nd2.ConnectionInvalid, func(c *calls.Call) bool {
				k := c.OnQP().Connector()
				return k != nil && len(Outstanding(&k.Object, calls.ConnectorConnect)) > 0
			})))
}
