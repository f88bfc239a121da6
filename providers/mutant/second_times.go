package mutant

import (
	"sync"
	"unsafe"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// secondTimes break what only shows when it is done again, in numbers, together, or at an
// edge.
func secondTimes() []Mutant {
	return []Mutant{
		by("cq.notify.any-overrides-solicited", "after-several", "A request for ND_CQ_NOTIFY_ANY leaves the requests for ND_CQ_NOTIFY_SOLICITED before it waiting if they are three or more.",
			before(interpose.CQNotify, func(c *interpose.Call) {
				if waiting := asked(c, nd2.NotifySolicited); c.NotifyType == nd2.NotifyAny && len(waiting) >= 3 {
					mute(waiting)
				}
			})),
		by("cq.notify.any-overrides-solicited", "second-time", "On a queue that has notified, a request for ND_CQ_NOTIFY_SOLICITED leaves those for ND_CQ_NOTIFY_ANY before it waiting.",
			keeping(func(c *interpose.Call, notified *interpose.Record[bool]) nd2.Status {
				switch {
				case c.Notifies(interpose.CQNotify, nd2.Success):
					notified.Set(c.Object, true)
				case c.Method == interpose.CQNotify && c.NotifyType == nd2.NotifySolicited && notified.Get(c.Object):
					mute(asked(c, nd2.NotifyAny))
				}
				return c.Proceed()
			})),
		by("cq.notify.releases-every-request", "eight", "A request behind eight others is not completed.",
			at(interpose.CQNotify, func(c *interpose.Call) nd2.Status {
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
			after(interpose.CQNotify, func(c *interpose.Call) {
				if len(c.Outstanding()) > 1 {
					c.Shadow.PostPacket()
				}
			})),
		by("cq.resize.unchanged-on-failure", "forgets-requests", "A refused Resize forgets the Notify requests outstanding.",
			at(interpose.CQResize, func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.BufferOverflow {
					mute(c.Outstanding())
				}
				return s
			})),
		by("cq.resize.holds-new-depth", "in-use", "A Resize up succeeds and changes nothing while results are queued.",
			before(interpose.CQResize, func(c *interpose.Call) {
				q := c.OnCQ()
				if c.Depth > q.Depth && c.Depth <= c.Parent.Limits().MaxCompletionQueueDepth && len(q.Queued(nil)) > 0 {
					c.Depth = q.Depth
				}
			})),
		by("cq.notify.solicited-by-flag", "not-shared", "ND_CQ_NOTIFY_SOLICITED ignores messages that a shared receive queue with a threshold has taken in.",
			deaf(nd2.NotifySolicited, func(o interpose.Outcome) bool { return o.FromSRQ() && o.Of.OnSRQ().Threshold > 0 })),
		by("overlapped.notification.resets-event", "another-object", "The event of a request whose OVERLAPPED was another object's stays set.", loyalEvents),
		by("overlapped.notification.pending", "shared-event", "Requests that end one after the other with one event have one packet.",
			keepingAt(interpose.PortPost, func(c *interpose.Call, last *interpose.Record[nd2.Event]) nd2.Status {
				event := c.Shadow.Client.Event
				if before := last.Set(c.Object, event); event != nil && before == event {
					return nd2.Success
				}
				return c.Proceed()
			})),
		by("adapter.createsharedreceivequeue.nd-success", "most-of-both", "A shared receive queue at both limits holds a Receive less.",
			before(interpose.AdapterCreateSharedReceiveQueue, func(c *interpose.Call) {
				if l := limits(c); c.Depth == l.MaxSharedReceiveQueueDepth && c.SGEs == l.MaxReceiveSGE {
					c.Depth--
				}
			})),
		by("adapter.createqueuepair.nd-success", "every-limit", "A queue pair at its limits of depth and inline data takes a byte less of this.",
			before(interpose.AdapterCreateQueuePair, func(c *interpose.Call) {
				if l := limits(c); c.InitiatorDepth == l.MaxInitiatorQueueDepth && c.InlineSize == l.MaxInlineDataSize && c.InlineSize > 0 {
					c.InlineSize--
				}
			})),
		by("mw.bounds.first-and-last-byte", "end-of-region", "A window that reaches to the end of its region, and not to its start, lacks the last byte.", shortAtEnd),
	}
}

// asked lists the requests outstanding that are of a type.
func asked(c *interpose.Call, kind nd2.NotifyType) (list []*interpose.Shadow) {
	for _, s := range c.Outstanding() {
		if s != c.Shadow && s.NotifyType == kind {
			list = append(list, s)
		}
	}
	return list
}

func mute(list []*interpose.Shadow) {
	for _, s := range list {
		s.Mute()
	}
}

func failedSilently(o interpose.Outcome) bool { return failed(o) && o.Silent() }

// loyalEvents has events reset for the object alone that had the OVERLAPPED first.
func loyalEvents() interpose.Hooks {
	var mu sync.Mutex
	first := map[*nd2.Overlapped]*interpose.Object{}
	return interpose.Hooks{Call: interpose.At(interpose.EventReset, func(c *interpose.Call) nd2.Status {
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
func shortAtEnd() interpose.Hooks {
	var registered interpose.Record[[]byte]
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		switch c.Method {
		case interpose.MRRegister:
			registered.Set(c.Object, c.Buffer)
		case interpose.QPBind:
			whole := registered.Get(interpose.ObjectOf(c.Region))
			if n := len(c.Buffer); n > 1 && n < len(whole) && unsafe.SliceData(c.Buffer) == unsafe.SliceData(whole[len(whole)-n:]) {
				c.Buffer = c.Buffer[:n-1]
			}
		}
		return c.Proceed()
	}}
}
