package mutant

import (
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// brokenHanging hang, lose an event or crash late, each at one method in one situation. A run
// has to name that method first, whichever spec comes to it.
func brokenHanging(plain func(id, what string, make defect) Mutant) []Mutant {
	return []Mutant{
		plain("hang-disconnect", "A Disconnect of the passive side never ends.",
			muting(calls.ConnectorDisconnect, func(c *calls.Call) bool { return !c.OnConnector().Active() })),
		plain("hang-deregister", "A Deregister never ends once the adapter has been removed.",
			muting(calls.MRDeregister, func(c *calls.Call) bool { return removed(c.Parent) })),
		plain("hang-accept", "An Accept with private data does not return.",
			stuckAt(calls.ConnectorAccept, func(c *calls.Call) bool { return len(c.Buffer) > 0 })),
		plain("hang-flush", "A Flush of a queue pair that is not connected does not return.",
			stuckAt(calls.QPFlush, func(c *calls.Call) bool { return c.OnQP().Connector() == nil })),
		plain("hang-canceled-request", "A GetConnectionRequest that is canceled never ends.",
			at(calls.CancelOverlappedRequests, func(c *calls.Call) nd2.Status {
				for _, s := range c.Outstanding() {
					if s.Method == calls.ListenerGetConnectionRequest {
						s.Mute()
					}
				}
				return c.Proceed()
			})),
		plain("hang-srq-notify", "A Notify of a shared receive queue never ends after a Modify.",
			keeping(func(c *calls.Call, modified *calls.Record[bool]) nd2.Status {
				switch {
				case c.Method == calls.SRQModify:
					modified.Set(c.Object, true)
				case c.Method == calls.SRQNotify && modified.Get(c.Object):
					c.Shadow.Mute()
				}
				return c.Proceed()
			})),
		plain("hang-wait", "GetOverlappedResult does not return if it is asked to wait.",
			at(calls.GetOverlappedResult, func(c *calls.Call) nd2.Status {
				if c.Wait && c.Shadow != nil {
					return spin()
				}
				return c.Proceed()
			})),
		plain("lost-event", "The event of a Notify for solicited results is never set.",
			at(calls.EventSet, func(c *calls.Call) nd2.Status {
				if c.Shadow.Method == calls.CQNotify && c.Shadow.NotifyType == nd2.NotifySolicited {
					return nd2.Success
				}
				return c.Proceed()
			})),
		plain("lost-packet", "A Connect has no packet at the completion port.",
			at(calls.PortPost, func(c *calls.Call) nd2.Status {
				if c.Shadow.Method == calls.ConnectorConnect {
					return nd2.Success
				}
				return c.Proceed()
			})),
		plain("lost-bind", "A Bind has no result.",
			without(func(o *calls.Outcome) bool { return o.RequestType == nd2.RequestBind })),
		plain("lost-receive", "A Receive that takes a message of over 1,000 bytes has no result.",
			without(func(o *calls.Outcome) bool {
				return o.RequestType == nd2.RequestReceive && o.BytesTransferred > 1000
			})),
		plain("lost-callback", "The close of a shared receive queue of NDKPI is never told to have ended.",
			at(calls.NDKCloseCompletion, func(*calls.Call) nd2.Status { return nd2.Success })),
		plain("crash-after-modify", "A thread crashes a millisecond after a shared receive queue has been made smaller.",
			at(calls.SRQModify, func(c *calls.Call) nd2.Status {
				if c.Depth != 0 && c.Depth < 3 {
					crashSoon("the queue's old ring was freed twice")
				}
				return c.Proceed()
			})),
		plain("crash-after-reject", "A thread crashes a millisecond after a Reject with private data.",
			at(calls.ConnectorReject, func(c *calls.Call) nd2.Status {
				if len(c.Buffer) > 0 {
					crashSoon("the refused request was freed twice")
				}
				return c.Proceed()
			})),
	}
}

// muting makes a defect of a method: some of its requests are carried out and never end.
func muting(method string, which func(c *calls.Call) bool) defect {
	return at(method, func(c *calls.Call) nd2.Status {
		if c.Shadow == nil || !which(c) {
			return c.Proceed()
		}
		c.Shadow.Mute()
		c.Proceed()
		return nd2.Pending
	})
}

// stuckAt makes a defect of a method: some of its calls do not return.
func stuckAt(method string, which func(c *calls.Call) bool) defect {
	return at(method, func(c *calls.Call) nd2.Status {
		if which(c) {
			select {}
		}
		return c.Proceed()
	})
}

// crashSoon ends the process a millisecond later, as a thread of the provider's does.
func crashSoon(why string) { time.AfterFunc(time.Millisecond, func() { panic(why) }) }
