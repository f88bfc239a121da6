package broken

import (
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// hanging hang, lose an event or crash late, each at one method in one situation. A run
// has to name that method first, whichever spec comes to it.
var hanging = []Mutant{
	provider("broken/hang-disconnect", "A Disconnect of the passive side never ends.",
		muting(calls.ConnectorDisconnect, func(c *calls.Call) bool { return !c.OnConnector().Active() })),
	provider("broken/hang-deregister", "A Deregister never ends once the adapter has been removed.",
		muting(calls.MRDeregister, func(c *calls.Call) bool { return Removed(c.Parent) })),
	provider("broken/hang-accept", "An Accept with private data does not return.",
		stuckAt(calls.ConnectorAccept, func(c *calls.Call) bool { return len(c.Buffer) > 0 })),
	provider("broken/hang-flush", "A Flush of a queue pair that is not connected does not return.",
		stuckAt(calls.QPFlush, func(c *calls.Call) bool { return c.OnQP().Connector() == nil })),
	provider("broken/hang-canceled-request", "A GetConnectionRequest that is canceled never ends.",
		Before(calls.CancelOverlappedRequests, func(c *calls.Call) {
			Mute(Outstanding(c.Object, calls.ListenerGetConnectionRequest))
		})),
	provider("broken/hang-srq-notify", "A Notify of a shared receive queue never ends after a Modify.",
		Since(On(calls.SRQModify), On(calls.SRQNotify), Muted)),
	provider("broken/hang-wait", "GetOverlappedResult does not return if it is asked to wait.",
		At(calls.GetOverlappedResult, func(c *calls.Call) nd2.Status {
			if c.Wait && c.Proxy != nil {
				return spin()
			}
			return c.Proceed()
		})),
}

// losing are providers that lose an event, a packet or a result, or crash late.
var losing = []Mutant{
	provider("broken/lost-event", "The event of a Notify for solicited results is never set.",
		Refusing(calls.EventSet, nd2.Success, func(c *calls.Call) bool {
			return c.Proxy.Method == calls.CQNotify && c.Proxy.NotifyType == nd2.NotifySolicited
		})),
	provider("broken/lost-packet", "A Connect has no packet at the completion port.",
		Refusing(calls.PortPost, nd2.Success, func(c *calls.Call) bool { return c.Proxy.Method == calls.ConnectorConnect })),
	provider("broken/lost-bind", "A Bind has no result.",
		LosingResults(func(o *calls.Outcome) bool { return o.RequestType == nd2.RequestBind })),
	provider("broken/lost-receive", "A Receive that takes a message of over 1,000 bytes has no result.",
		LosingResults(func(o *calls.Outcome) bool {
			return o.RequestType == nd2.RequestReceive && o.BytesTransferred > 1000
		})),
	provider("broken/lost-callback", "The close of a shared receive queue of NDKPI is never told to have ended.",
		At(calls.NDKCloseCompletion, Nothing)),
	provider("broken/crash-after-modify",
		"A thread crashes a millisecond after a shared receive queue has been made smaller.",
		At(calls.SRQModify, func(c *calls.Call) nd2.Status {
			if c.Depth != 0 && c.Depth < 3 {
				crashSoon("the queue's old ring was freed twice")
			}
			return c.Proceed()
		})),
	provider("broken/crash-after-reject", "A thread crashes a millisecond after a Reject with private data.",
		At(calls.ConnectorReject, func(c *calls.Call) nd2.Status {
			if len(c.Buffer) > 0 {
				crashSoon("the refused request was freed twice")
			}
			return c.Proceed()
		})),
}

// muting makes a defect of a method: some of its requests are carried out and never end.
func muting(method string, which func(c *calls.Call) bool) Defect {
	return At(method, func(c *calls.Call) nd2.Status {
		if c.Proxy == nil || !which(c) {
			return c.Proceed()
		}
		c.Proxy.Mute()
		c.Proceed()
		return nd2.Pending
	})
}

// stuckAt makes a defect of a method: some of its calls do not return.
func stuckAt(method string, which func(c *calls.Call) bool) Defect {
	return When(On(method).If(which), func(*calls.Call) nd2.Status { select {} })
}

// crashSoon ends the process a millisecond later, as a thread of the provider's does.
func crashSoon(why string) { time.AfterFunc(time.Millisecond, func() { panic(why) }) }
