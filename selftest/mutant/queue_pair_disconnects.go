package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

func queuePairDisconnects() []Mutant {
	all := func(*calls.Outcome) bool { return true }
	// The connector is kept as well: it may hold a reference to the queue pair, and so
	// end the connection when it is released.
	keepAlive := onCall(func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		if created := c.Out; created != nil && s == nd2.Success {
			switch o := (*created).(type) {
			case *calls.QueuePair:
				o.Inner.AddRef()
			case *calls.Connector:
				o.Inner.AddRef()
			}
		}
		return s
	})
	return []Mutant{
		by("qp.disconnect.cancels-requests", "forgets-one", "Disconnect forgets a request.", forgetting(calls.ConnectorDisconnect, all)),
		by("qp.disconnect.cancels-requests", "reversed", "Requests canceled by Disconnect complete last first.", reversedCanceled(all)),
		by("qp.disconnect.not-usable-again", "goes-on", "Requests on a queue pair that was disconnected are reported as done.",
			keeping(func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
				if c.Method == calls.ConnectorDisconnect {
					if q := c.OnConnector().QP(); q != nil {
						gone.Set(&q.Object, true)
					}
				}
				s := c.Proceed()
				if q, ok := c.Self.(*calls.QueuePair); ok && s == nd2.ConnectionInvalid && gone.Get(c.Object) {
					q.Report(calls.Outcome{Of: &calls.Ticket{Call: *c}, Result: nd2.Result{RequestType: c.Request, RequestContext: c.Context}})
					return nd2.Success
				}
				return s
			})),
		by("qp.release.disconnects", "stays", "Releasing the last reference to a queue pair leaves it connected.", keepAlive),
		by("qp.release.cancels-requests", "stays", "Releasing the last reference to a queue pair leaves its requests posted.", keepAlive),
		by("qp.release.cancels-requests", "forgets-one", "Releasing the last reference to a queue pair forgets a request.", forgetting(calls.Release, all)),
		by("qp.peer-disconnect.canceled-by-release", "forgets-one", "Releasing the last reference to a queue pair whose peer has disconnected forgets a request.", forgetting(calls.Release, all)),
		by("qp.peer-disconnect.canceled-locally", "forgets-one", "Of the requests canceled after the peer has disconnected, one has no result.", forgettingAfter(anyCanceled)),
		by("qp.peer-disconnect.canceled-locally", "twice", "Of the requests canceled after the peer has disconnected, one has two results.",
			batches(func(fresh []calls.Outcome) []calls.Outcome {
				if n := len(fresh); n > 0 && fresh[n-1].Status == nd2.Canceled {
					return append(fresh, fresh[n-1])
				}
				return fresh
			})),
	}
}
