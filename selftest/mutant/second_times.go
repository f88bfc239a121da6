package mutant

import (
	"sync"
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// secondTimes break what only shows when it is done again, in numbers, together, or at an
// edge.
func secondTimes() []Mutant {
	return []Mutant{
		by("cq.notify.any-overrides-solicited", "after-several", "A request for ND_CQ_NOTIFY_ANY leaves the requests for ND_CQ_NOTIFY_SOLICITED before it waiting if they are three or more.",
			before(calls.CQNotify, func(c *calls.Call) {
				if waiting := asked(c, nd2.NotifySolicited); c.NotifyType == nd2.NotifyAny && len(waiting) >= 3 {
					mute(waiting)
				}
			})),
		by("cq.notify.any-overrides-solicited", "second-time", "On a queue that has notified, a request for ND_CQ_NOTIFY_SOLICITED leaves those for ND_CQ_NOTIFY_ANY before it waiting.",
			keeping(func(c *calls.Call, notified *calls.Record[bool]) nd2.Status {
				switch {
				case c.Notifies(calls.CQNotify, nd2.Success):
					notified.Set(c.Object, true)
				case c.Method == calls.CQNotify && c.NotifyType == nd2.NotifySolicited && notified.Get(c.Object):
					mute(asked(c, nd2.NotifyAny))
				}
				return c.Proceed()
			})),
		by("cq.notify.releases-every-request", "eight", "A request behind eight others is not completed.",
			at(calls.CQNotify, func(c *calls.Call) nd2.Status {
				crowded := len(c.Outstanding()) > 8
				s := c.Proceed()
				if crowded && s == nd2.Pending {
					c.Shadow.Mute()
				}
				return s
			})),
		by("cq.notify.error-satisfies-any", "not-silent", "ND_CQ_NOTIFY_ANY ignores silent requests that fail.", deaf(nd2.NotifyAny, failedSilently)),
		by("cq.notify.error-satisfies-solicited", "not-silent", "ND_CQ_NOTIFY_SOLICITED ignores silent requests that fail.", deaf(nd2.NotifySolicited, failedSilently)),
		by("cq.notify.inline-not-notified", "beside-another", "A request that ends inline has a packet posted if another one is pending.",
			after(calls.CQNotify, func(c *calls.Call) {
				if len(c.Outstanding()) > 1 {
					c.Shadow.PostPacket()
				}
			})),
		by("cq.resize.unchanged-on-failure", "forgets-requests", "A refused Resize forgets the Notify requests outstanding.",
			at(calls.CQResize, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.BufferOverflow {
					mute(c.Outstanding())
				}
				return s
			})),
		by("cq.resize.holds-new-depth", "in-use", "A Resize up succeeds and changes nothing while results are queued.",
			before(calls.CQResize, func(c *calls.Call) {
				q := c.OnCQ()
				if c.Depth > q.Depth && c.Depth <= c.Parent.Limits().MaxCompletionQueueDepth && len(q.Queued(nil)) > 0 {
					c.Depth = q.Depth
				}
			})),
		by("cq.notify.solicited-by-flag", "not-shared", "ND_CQ_NOTIFY_SOLICITED ignores messages that a shared receive queue with a threshold has taken in.",
			deaf(nd2.NotifySolicited, func(o calls.Outcome) bool { return o.FromSRQ() && o.Of.OnSRQ().Threshold > 0 })),
		by("overlapped.notification.resets-event", "another-object", "The event of a request whose OVERLAPPED was another object's stays set.", loyalEvents),
		by("overlapped.notification.pending", "shared-event", "Requests that end one after the other with one event have one packet.",
			keepingAt(calls.PortPost, func(c *calls.Call, last *calls.Record[nd2.Event]) nd2.Status {
				event := c.Shadow.Client.Event
				if before := last.Set(c.Object, event); event != nil && before == event {
					return nd2.Success
				}
				return c.Proceed()
			})),
		by("adapter.createsharedreceivequeue.nd-success", "most-of-both", "A shared receive queue at both limits holds a Receive less.",
			before(calls.AdapterCreateSharedReceiveQueue, func(c *calls.Call) {
				if l := limits(c); c.Depth == l.MaxSharedReceiveQueueDepth && c.SGEs == l.MaxReceiveSGE {
					c.Depth--
				}
			})),
		by("adapter.createqueuepair.nd-success", "every-limit", "A queue pair at its limits of depth and inline data takes a byte less of this.",
			before(calls.AdapterCreateQueuePair, func(c *calls.Call) {
				if l := limits(c); c.InitiatorDepth == l.MaxInitiatorQueueDepth && c.InlineSize == l.MaxInlineDataSize && c.InlineSize > 0 {
					c.InlineSize--
				}
			})),
		by("mw.bounds.first-and-last-byte", "end-of-region", "A window that reaches to the end of its region, and not to its start, lacks the last byte.", shortAtEnd),
	}
}

// asked lists the requests outstanding that are of a type.
func asked(c *calls.Call, kind nd2.NotifyType) (list []*calls.Shadow) {
	for _, s := range c.Outstanding() {
		if s != c.Shadow && s.NotifyType == kind {
			list = append(list, s)
		}
	}
	return list
}

func mute(list []*calls.Shadow) {
	for _, s := range list {
		s.Mute()
	}
}

func failedSilently(o calls.Outcome) bool { return failed(o) && o.Silent() }

// loyalEvents has events reset for the object alone that had the OVERLAPPED first.
func loyalEvents() calls.Hooks {
	var mu sync.Mutex
	first := map[*nd2.Overlapped]*calls.Object{}
	return calls.Hooks{Call: calls.At(calls.EventReset, func(c *calls.Call) nd2.Status {
		mu.Lock()
		owner, known := first[c.Shadow.Client]
		if !known {
			owner = c.Shadow.Object
			first[c.Shadow.Client] = owner
		}
		mu.Unlock()
		if owner != c.Shadow.Object {
			return nd2.Success
		}
		return c.Proceed()
	})}
}

// shortAtEnd cuts windows at the ends of regions.
func shortAtEnd() calls.Hooks {
	var registered calls.Record[[]byte]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.MRRegister:
			registered.Set(c.Object, c.Buffer)
		case calls.QPBind:
			whole := registered.Get(calls.ObjectOf(c.Region))
			if n := len(c.Buffer); n > 1 && n < len(whole) && unsafe.SliceData(c.Buffer) == unsafe.SliceData(whole[len(whole)-n:]) {
				c.Buffer = c.Buffer[:n-1]
			}
		}
		return c.Proceed()
	}}
}
