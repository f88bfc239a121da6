package mutant

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

func queuePairDisconnects() []Mutant {
	all := func(*interpose.Outcome) bool { return true }
	// The connector is kept as well: it may hold a reference to the queue pair, and so
	// end the connection when it is released.
	keepAlive := calls(func(c *interpose.Call) nd2.Status {
		s := c.Proceed()
		if created := c.Out; created != nil && s == nd2.Success {
			switch o := (*created).(type) {
			case *interpose.QueuePair:
				o.Inner.AddRef()
			case *interpose.Connector:
				o.Inner.AddRef()
			}
		}
		return s
	})
	return []Mutant{
		by("qp.disconnect.cancels-requests", "forgets-one", "Disconnect forgets a request.", forgetting(interpose.ConnectorDisconnect, all)),
		by("qp.disconnect.cancels-requests", "reversed", "Requests canceled by Disconnect complete last first.", reversedCanceled(all)),
		by("qp.disconnect.not-usable-again", "goes-on", "Requests on a queue pair that was disconnected are reported as done.",
			keeping(func(c *interpose.Call, gone *interpose.Record[bool]) nd2.Status {
				if c.Method == interpose.ConnectorDisconnect {
					if q := c.OnConnector().QP(); q != nil {
						gone.Set(&q.Object, true)
					}
				}
				s := c.Proceed()
				if q, ok := c.Self.(*interpose.QueuePair); ok && s == nd2.ConnectionInvalid && gone.Get(c.Object) {
					q.Report(interpose.Outcome{Of: &interpose.Ticket{Call: *c}, Result: nd2.Result{RequestType: c.Request, RequestContext: c.Context}})
					return nd2.Success
				}
				return s
			})),
		by("qp.release.disconnects", "stays", "Releasing the last reference to a queue pair leaves it connected.", keepAlive),
		by("qp.release.cancels-requests", "stays", "Releasing the last reference to a queue pair leaves its requests posted.", keepAlive),
		by("qp.release.cancels-requests", "forgets-one", "Releasing the last reference to a queue pair forgets a request.", forgetting(interpose.Release, all)),
		by("qp.peer-disconnect.canceled-by-release", "forgets-one", "Releasing the last reference to a queue pair whose peer has disconnected forgets a request.", forgetting(interpose.Release, all)),
		by("qp.peer-disconnect.canceled-locally", "forgets-one", "Of the requests canceled after the peer has disconnected, one has no result.", forgettingAfter(anyCanceled)),
		by("qp.peer-disconnect.canceled-locally", "twice", "Of the requests canceled after the peer has disconnected, one has two results.",
			batches(func(fresh []interpose.Outcome) []interpose.Outcome {
				if n := len(fresh); n > 0 && fresh[n-1].Status == nd2.Canceled {
					return append(fresh, fresh[n-1])
				}
				return fresh
			})),
	}
}
