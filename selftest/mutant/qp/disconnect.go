package qp

import (
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
