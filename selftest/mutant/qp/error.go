package qp

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func errorCancelsLater() []Mutant {
	denied := func(o *calls.Outcome) bool { return failed(nd2.RequestReceive)(o) && o.Status != nd2.BufferOverflow }
	return []Mutant{
		New("qp.error.cancels-later/after-bind",
			"Requests posted after a Bind that failed are reported as done.", carriedOutAfter(failed(nd2.RequestBind))),
		New("qp.error.cancels-later/after-denied-receive",
			"Requests posted after a Receive that was denied its memory are reported as done.", carriedOutAfter(denied)),
		New("qp.error.cancels-later/after-invalidate",
			"Requests posted after an Invalidate that failed are reported as done.",
			carriedOutAfter(failed(nd2.RequestInvalidate))),
		New("qp.error.cancels-later/after-receive", "Requests posted after a Receive that failed are reported as done.",
			carriedOutAfter(failed(nd2.RequestReceive))),
		New("qp.error.cancels-later/carried-out", "Requests posted after a failure are reported as done.",
			carriedOutAfter(anyFailure)),
		New("qp.error.cancels-later/gives-way",
			"Once three initiator requests were canceled, the others are reported as done.",
			Recording(func(c *calls.Call, canceled *calls.Record[int]) nd2.Status {
				if Initiates(c) {
					on := c.Object
					c.OnResult(func(o *calls.Outcome) {
						if o.Status == nd2.Canceled && canceled.Update(on, Increment) > 3 {
							o.Status = nd2.Success
						}
					})
				}
				return c.Proceed()
			})),
		New("qp.error.cancels-later/refused", "Requests after a failure are refused as if the adapter had been removed.",
			SinceResult(anyFailure, On(calls.QPSend, calls.QPReceive), Say(nd2.DeviceRemoved))),
	}
}

func errorCancelsPosted() []Mutant {
	initiated := func(o *calls.Outcome) bool { return o.RequestType != nd2.RequestReceive }
	return []Mutant{
		New("qp.error.cancels-posted/behind-bind",
			"One of the requests behind a Bind that failed has no result.", forgettingAfter(failed(nd2.RequestBind))),
		New("qp.error.cancels-posted/behind-invalidate",
			"One of the requests behind an Invalidate that failed has no result.",
			forgettingAfter(failed(nd2.RequestInvalidate))),
		New("qp.error.cancels-posted/beside-receive",
			"When a Receive fails, one of the initiator requests in progress has no result.",
			forgettingAmong(initiated, failed(nd2.RequestReceive))),
		New("qp.error.cancels-posted/forgets-one", "One of the requests behind a failed one has no result.",
			forgettingAfter(Failed)),
		New("qp.error.cancels-posted/same-status", "Requests behind a failed one end with its status.",
			KeepingResults(func(o *calls.Outcome, failure *calls.Record[nd2.Status]) {
				if o.On == nil || o.Status == nd2.Success {
					return
				}
				if o.Status != nd2.Canceled {
					failure.Set(&o.On.Object, o.Status)
				} else if s := failure.Get(&o.On.Object); s != 0 {
					o.Status = s
				}
			})),
		New("qp.error.cancels-target-of-read/left-posted",
			"A Read that the target's memory does not allow leaves its Receives posted.", unflushed()),
		New("qp.error.cancels-target-of-write/left-posted",
			"A Write that the target's memory does not allow leaves its Receives posted.", unflushed()),
		New("qp.error.ends-connection-by-windows/goes-on", "A Write of no bytes succeeds behind a Bind that has failed.",
			ResultsThat(empty, func(o *calls.Outcome) { o.Status = nd2.Success })),
		New("qp.error.ends-connection-by-windows/invalidate-goes-on",
			"A Write succeeds behind an Invalidate that has failed.",
			KeepingResults(func(o *calls.Outcome, spared *calls.Record[bool]) {
				switch {
				case o.On == nil:
				case o.RequestType == nd2.RequestInvalidate && o.Status != nd2.Success && o.Status != nd2.Canceled:
					spared.Set(&o.On.Object, true)
				case o.RequestType == nd2.RequestWrite && spared.Get(&o.On.Object):
					o.Status = nd2.Success
				}
			})),
	}
}

var errorEnds = []Mutant{
	New("qp.error.ends-connection/peer-goes-on", "When the peer refuses a request, its own requests go on as before.",
		Knowing(On(calls.ConnectorAccept).Of(Given), Event{}, func(accepted *calls.Record[int]) Defect {
			passive := func(o *calls.Outcome) bool { return empty(o) && o.On != nil && accepted.Get(&o.On.Object) > 0 }
			return ResultsThat(passive, func(o *calls.Outcome) { o.Status = nd2.Success })
		})),
	New("qp.error.ends-connection/unnoticed", "A Write of no bytes succeeds although the connection has ended.",
		ResultsThat(empty, func(o *calls.Outcome) { o.Status = nd2.Success })),
	New("qp.error.spares-others/ends-others", "A failure ends the other queue pairs of the completion queue, too.",
		ResultsThat(anyFailure, func(o *calls.Outcome) { flushOthersOf(o.On, anyPair) })),
	New("qp.error.spares-others/unconnected",
		"A failure cancels the Receives of the queue pairs of the completion queue that are not connected.",
		ResultsThat(anyFailure, func(o *calls.Outcome) { flushOthersOf(o.On, unconnected) })),
}

func failed(kind nd2.RequestType) func(o *calls.Outcome) bool {
	return func(o *calls.Outcome) bool { return o.RequestType == kind && !o.FromSRQ() && anyFailure(o) }
}

// anyFailure reports whether a result is of a request that failed by itself.
func anyFailure(o *calls.Outcome) bool {
	return o.On != nil && o.Status != nd2.Success && o.Status != nd2.Canceled
}

// carriedOutAfter makes a defect: Sends and Receives of a queue pair that are posted
// after such a result are reported as done.
func carriedOutAfter(such func(o *calls.Outcome) bool) Defect {
	return SinceResult(such, On(calls.QPSend, calls.QPReceive), Ending(nd2.Success))
}

// unflushed makes a defect: Receives are canceled by a call of the client only.
func unflushed() Defect {
	ends := On(calls.QPFlush, calls.Release, calls.ConnectorDisconnect).Of(Pair)
	return Knowing(ends, Event{}, func(ended *calls.Record[int]) Defect {
		return LosingResults(func(o *calls.Outcome) bool {
			return receives(o) && o.Status == nd2.Canceled && o.On != nil && ended.Get(&o.On.Object) == 0
		})
	})
}

func empty(o *calls.Outcome) bool {
	return o.Of != nil && o.RequestType == nd2.RequestWrite && len(o.Of.SGE) == 0 && o.Of.Flags == 0
}
