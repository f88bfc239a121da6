package srq

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// halves breaks one half of a sentence at a time.
func halves() []Mutant {
	return slices.Concat(
		Halves("srq.notify.nd-failure",
			Half{Name: "waiting", When: "to a request that waits", Call: Pended},
			Half{Name: "later", When: "to a later request", Call: Inline}),
		canceledNotify, modifyHalves(), receiveHalves(), Halves("srq.getnotifyaffinity.nd-invalid-parameter", Places...))
}

// canceledNotify breaks that a queue whose requests were canceled can be armed again.
var canceledNotify = []Mutant{
	New("srq.notify.nd-canceled/not-again", "A queue whose requests were canceled is not armed again.",
		Since(Canceled("IND2SharedReceiveQueue"), On(calls.SRQNotify), Unanswered)),
	New("srq.notify.nd-canceled/first-only", "CancelOverlappedRequests cancels the oldest request only.",
		OneOnly(calls.SRQNotify, nd2.Canceled)),
}

// modifyHalves breaks what Modify sets, up or down, depth or threshold.
func modifyHalves() []Mutant {
	refusing := func(which func(c *calls.Call, q *calls.SharedReceiveQueue) bool) Defect {
		return Refusing(calls.SRQModify, nd2.InvalidParameter, func(c *calls.Call) bool { return which(c, c.OnSRQ()) })
	}
	ignoring := func(ignored func(c *calls.Call, q *calls.SharedReceiveQueue) bool) Defect {
		return Before(calls.SRQModify, func(c *calls.Call) {
			if ignored(c, c.OnSRQ()) {
				c.Threshold = 0
			}
		})
	}
	down := func(c *calls.Call, q *calls.SharedReceiveQueue) bool { return c.Depth != 0 && c.Depth < q.Depth }
	return []Mutant{
		New("srq.modify.nd-success/up-refused", "Modify of a smaller depth, back up to that at creation, is refused.",
			KeepingAt(calls.SRQModify, func(c *calls.Call, set *calls.Record[uint32]) nd2.Status {
				if now := set.Get(c.Object); now != 0 && c.Depth > now && c.Depth <= c.OnSRQ().Depth {
					return nd2.InvalidParameter
				}
				depth, s := c.Depth, c.Proceed()
				if s == nd2.Success && depth != 0 {
					set.Set(c.Object, depth)
				}
				return s
			})),
		New("srq.modify.growth-takes-more-receives/refused", "Modify to more than the depth at creation is refused.",
			refusing(func(c *calls.Call, q *calls.SharedReceiveQueue) bool { return c.Depth > q.Depth })),
		New("srq.modify.nd-success/down-refused", "Modify to less than the depth at creation is refused.", refusing(down)),
		New("srq.modify.nd-success/most-refused", "Modify to the largest depth is refused.",
			refusing(func(c *calls.Call, _ *calls.SharedReceiveQueue) bool {
				return c.Depth == c.Parent.Limits().MaxSharedReceiveQueueDepth
			})),
		New("srq.modify.nd-success/threshold-refused", "Modify of the threshold alone is refused.",
			refusing(func(c *calls.Call, _ *calls.SharedReceiveQueue) bool { return c.Depth == 0 && c.Threshold != 0 })),
		New("srq.modify.threshold-holds-for-outstanding-requests/higher-ignored",
			"A threshold above that at creation is ignored.",
			ignoring(func(c *calls.Call, q *calls.SharedReceiveQueue) bool { return c.Threshold > q.Threshold })),
		New("srq.modify.threshold-holds-for-outstanding-requests/lower-ignored",
			"A threshold below that at creation is ignored.",
			ignoring(func(c *calls.Call, q *calls.SharedReceiveQueue) bool { return c.Threshold < q.Threshold })),
		New("srq.modify.unchanged-on-failure/receives", "A refused Modify cancels the Receives that are posted.",
			Since(Refused(calls.SRQModify), On(calls.SRQReceive), Say(nd2.NoMoreEntries))),
	}
}

// receiveHalves breaks what a Receive of the queue tells, one part at a time.
func receiveHalves() []Mutant {
	received := func(o *calls.Outcome) bool { return o.FromSRQ() && o.Status == nd2.Success }
	return []Mutant{
		New("srq.receive.nd-success/length", "The result says that the message is a byte longer.",
			ResultsThat(received, func(o *calls.Outcome) { o.BytesTransferred++ })),
		New("srq.receive.nd-success/context", "The result has another RequestContext.",
			ResultsThat(received, func(o *calls.Outcome) { o.RequestContext++ })),
		New("srq.receive.request-context/zero", "A RequestContext of 0 is taken for none.",
			ResultsThat(received, func(o *calls.Outcome) {
				if o.RequestContext == 0 {
					o.RequestContext = 1
				}
			})),
		New("srq.receive.request-context/all-ones", "A RequestContext of all ones is taken for none.",
			ResultsThat(received, func(o *calls.Outcome) {
				if o.RequestContext == ^uintptr(0) {
					o.RequestContext = 0
				}
			})),
	}
}
