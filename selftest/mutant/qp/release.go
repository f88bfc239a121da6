package qp

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var release = []Mutant{
	New("qp.release.cancels-requests/forgets-one",
		"Releasing the last reference to a queue pair forgets a request.", forgetting(calls.Release, all)),
	New("qp.release.cancels-requests/stays",
		"Releasing the last reference to a queue pair leaves its requests posted.", keepAlive),
	New("qp.release.disconnects/shared-stays",
		"Releasing the last reference to a queue pair with a shared receive queue leaves it connected.",
		keepAliveIf(func(q *calls.QueuePair) bool { return q.SRQ != nil })),
	New("qp.release.disconnects/stays", "Releasing the last reference to a queue pair leaves it connected.", keepAlive),
	New("qp.release.spares-others/drops-neighbor",
		"Releasing a queue pair drops its results, and the result behind each of them.",
		lastRelease(func(q *calls.QueuePair) {
			q.ReceiveCQ.Queued(func(list []calls.Outcome) (kept []calls.Outcome) {
				for i, o := range list {
					if o.On != q && (i == 0 || list[i-1].On != q) {
						kept = append(kept, o)
					}
				}
				return kept
			})
		})),
	New("qp.release.spares-others/ends-others", "The end of a queue pair ends the others of its completion queue, too.",
		lastRelease(func(q *calls.QueuePair) { flushOthersOf(q, anyPair) })),
	New("qp.release.spares-others/purges",
		"The end of a queue pair drops all results of its completion queue.", lastRelease(func(q *calls.QueuePair) {
			q.InitiatorCQ.Queued(func([]calls.Outcome) []calls.Outcome { return nil })
		})),
	New("qp.release.spares-others/unconnected",
		"The end of a queue pair cancels the Receives of those of its completion queue that are not connected.",
		lastRelease(func(q *calls.QueuePair) { flushOthersOf(q, unconnected) })),
}

// lastRelease makes a defect of queue pairs before their last Release.
func lastRelease(then func(q *calls.QueuePair)) Defect {
	return Before(calls.Release, func(c *calls.Call) {
		if q, ok := c.Self.(*calls.QueuePair); ok && c.LastReference() {
			then(q)
		}
	})
}

// The connector is kept as well: it may hold a reference to the queue pair, and so
// keepAlive the connection when it is released.
var keepAlive = keepAliveIf(func(*calls.QueuePair) bool { return true })

// keepAliveIf is keepAlive for some queue pairs.
func keepAliveIf(such func(*calls.QueuePair) bool) Defect {
	return OnCall(func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		if created := c.Out; created != nil && s == nd2.Success {
			switch o := (*created).(type) {
			case *calls.QueuePair:
				if such(o) {
					o.Inner.AddRef()
				}
			case *calls.Connector:
				o.Inner.AddRef()
			}
		}
		return s
	})
}
