package connector

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var accept = []Mutant{
	New("connector.accept.canceled/goes-on", "CancelOverlappedRequests leaves an Accept in progress.",
		uncancelable(calls.ConnectorAccept)),
	New("connector.accept.failure-spares-queue-pair/kept",
		"A queue pair counts as connected once an Accept has come too late.",
		Since(Refused(calls.ConnectorAccept, nd2.ConnectionAborted).Of(Given), On(calls.ConnectorAccept).Of(Given),
			Say(nd2.ConnectionActive))),
	New("connector.accept.first-receive/incomplete", "The last byte of a message is not there.",
		ResultsThat(Received, func(o *calls.Outcome) { FlipByte(o.Of.SGE, int(o.BytesTransferred)-1) })),
	New("connector.accept.foreign-queue-pair/taken", "An object that is no queue pair is accepted as one.",
		NeverFailing(calls.ConnectorAccept)),
	New("connector.accept.nd-io-timeout/aborted-once-heard",
		"An Accept ends with ND_CANCELED if the peer's Connect has succeeded and CompleteConnect does not follow.",
		Since(Ended(calls.ConnectorConnect, nd2.Success).Anywhere(), Ended(calls.ConnectorAccept, nd2.IOTimeout).Anywhere(),
			First(func(c *calls.Call) { c.Proxy.Force(nd2.Canceled) }))),
	New("connector.accept.no-request/accepted", "Accept without a request succeeds.", NeverFailing(calls.ConnectorAccept)),
	New("connector.accept.one-connection/ended", "An attempt to connect a queue pair a second time ends its connection.",
		When(On(calls.ConnectorConnect, calls.ConnectorAccept), AfterRefusal(func(c *calls.Call) {
			c.QueuePair.(*calls.QueuePair).Inner.Flush()
		}, nd2.ConnectionActive))),
}

var completedConnections = []Mutant{
	New("connector.accept.passive-sends-second/refused", "The passive side cannot Send, although it has received.",
		Refusing(calls.QPSend, nd2.ConnectionInvalid, func(c *calls.Call) bool {
			k := c.OnQP().Connector()
			return k != nil && !k.Active()
		})),
	New("connector.accept.queue-pair-of-other-handle/taken",
		"A queue pair of another handle is taken for one of the connector's.", NeverFailing(calls.ConnectorAccept)),
	New("connector.accept.retry-after-invalid-buffer-size/invalid",
		"After ND_INVALID_BUFFER_SIZE a connector holds no request.",
		afterTooMuch(calls.ConnectorAccept, calls.ConnectorAccept)),
	New("connector.completeconnect.required/automatic",
		"The connection is complete when Connect has completed.", OnCall(func(c *calls.Call) nd2.Status {
			switch {
			case c.Notifies(calls.ConnectorConnect, nd2.Success):
				c.OnConnector().Inner.CompleteConnect(new(nd2.Overlapped))
			case c.Method == calls.ConnectorCompleteConnect:
				if s := c.Proceed(); s != nd2.ConnectionInvalid {
					return s
				}
				return nd2.Success
			}
			return c.Proceed()
		})),
	New("connector.completeconnect.timeout-is-transient/sticks",
		"Once a connection has taken too long, all do.", once(calls.ConnectorCompleteConnect, nd2.IOTimeout)),
	New("connector.completeconnect.timeout-is-transient/unaccepted",
		"Once a connection has taken too long, no other is accepted.",
		once(calls.ConnectorAccept, nd2.InsufficientResources)),
	New("connector.reject.nothing-to-reject/succeeds", "Reject without anything to reject succeeds.",
		NeverFailing(calls.ConnectorReject)),
	New("connector.reject.retry-after-invalid-buffer-size/invalid",
		"After ND_INVALID_BUFFER_SIZE a connector holds no request.",
		afterTooMuch(calls.ConnectorReject, calls.ConnectorReject, calls.ConnectorAccept)),
}

// afterTooMuch makes a defect by which, once a method has returned
// ND_INVALID_BUFFER_SIZE, others do not find the request any more.
func afterTooMuch(method string, then ...string) Defect {
	return Since(Refused(method, nd2.InvalidBufferSize), On(then...), Say(nd2.ConnectionInvalid))
}

// once makes a defect: when an Accept has failed, a method does, too.
func once(method string, with nd2.Status) Defect {
	return Since(Where(func(c *calls.Call) bool {
		return c.Method == calls.EventSet && c.Proxy.Method == calls.ConnectorAccept && c.Proxy.Status() != nd2.Success
	}).Anywhere(), On(method).Anywhere(), Say(with))
}

// abandonedAmongOthers are mutants of a request that is abandoned while others wait.
var abandonedAmongOthers = []Mutant{
	New("connector.accept.nd-connection-aborted/never-among-others",
		"The Accept of a request that was abandoned while others waited never ends.",
		Keeping2(func(c *calls.Call, left *atomic.Int32, holds *calls.Record[bool]) nd2.Status {
			switch c.Method {
			case calls.CancelOverlappedRequests:
				if _, ok := c.Self.(*calls.Connector); ok && connects(c.Object) && othersConnect(c.Object) > 1 {
					left.Add(1)
				}
			case calls.ListenerGetConnectionRequest:
				if left.Load() > 0 {
					left.Add(-1)
					holds.Set(calls.ObjectOf(c.Connector), true)
					return nd2.Success
				}
			case calls.ConnectorAccept:
				if holds.Get(c.Object) {
					return LeavePending(c)
				}
			}
			return c.Proceed()
		})),
}

// connects reports whether a Connect of a connector is in progress, and othersConnect of how many others.
func connects(o *calls.Object) bool { return len(Outstanding(o, calls.ConnectorConnect)) > 0 }

func othersConnect(o *calls.Object) (n int) {
	for _, other := range calls.Others[*calls.Connector](o) {
		if connects(&other.Object) {
			n++
		}
	}
	return n
}
