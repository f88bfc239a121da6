package seeded

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func overlapped() []Fault {
	return []Fault{
		fault("stateful/cancel-ends-neighbors", Lifetime,
			"A cancel that ends two requests of a listener at once ends the oldest of another listener, too.",
			cancelEndsNeighbors, "overlapped.canceloverlappedrequests.own-requests-only"),
		fault("stateful/canceled-notified-again", Notification,
			"A result that comes after a cancel notifies of the canceled request once more.",
			mutant.Recording(func(c *calls.Call, canceled *calls.Record[*calls.Shadow]) nd2.Status {
				switch {
				case c.Notifies(calls.CQNotify, nd2.Canceled):
					canceled.Set(c.Object, c.Shadow)
				case c.Notifies(calls.CQNotify, nd2.Success):
					if one := canceled.Set(c.Object, nil); one != nil {
						one.SetEvent()
						one.PostPacket()
					}
				}
				return c.Proceed()
			}), "overlapped.notification.pending", "cq.notify.notified-once"),
		fault("stateful/event-set-twice-1-in-50", Counting, "One event in 50 is set twice.",
			oneCallIn(50, calls.EventSet, func(c *calls.Call) nd2.Status {
				c.Shadow.SetEvent()
				return c.Proceed()
			}), "overlapped.notification.pending", "cq.notify.notified-once"),
		fault("stateful/packet-twice-after-resize", Notification, "The packet after a Resize comes twice.",
			mutant.Recording(func(c *calls.Call, resized *calls.Record[bool]) nd2.Status {
				if c.Method == calls.PortPost && resized.Set(c.Object, false) {
					c.Shadow.PostPacket()
				}
				s := c.Proceed()
				if c.Method == calls.CQResize && s == nd2.Success {
					resized.Set(c.Object, true)
				}
				return s
			}), "overlapped.notification.pending", "cq.notify.notified-once"),
	}
}

// cancelEndsNeighbors ends the oldest request of a listener's neighbor with two of its own.
func cancelEndsNeighbors() calls.Hooks {
	return calls.Hooks{Call: calls.At(calls.CancelOverlappedRequests, func(c *calls.Call) nd2.Status {
		if _, ok := c.Self.(*calls.Listener); !ok || len(c.Outstanding()) < 2 {
			return c.Proceed()
		}
		for _, other := range calls.Others[*calls.Listener](c.Object) {
			if waits := other.Outstanding(); len(waits) > 0 {
				waits[0].End(nd2.Canceled)
				break
			}
		}
		return c.Proceed()
	})}
}
