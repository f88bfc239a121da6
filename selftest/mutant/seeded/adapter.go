package seeded

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var adapters = []Fault{
	fault("stateful/queue-of-64", Lifetime, "A completion queue holds 64 results, however deep it is.",
		losingBeyond(64), "adapter.createcompletionqueue.holds-depth"),
	fault("stateful/file-leaks-handle", Leak, "Each overlapped file leaks a handle.",
		leakingHandles(On(calls.AdapterCreateOverlappedFile)),
		"adapter.createoverlappedfile.closed-early-leaks-nothing"),
	fault("stateful/limits-shrink", Lifetime, "Each failed connection reduces MaxInitiatorQueueDepth by one.",
		shrinkingLimits, "adapter.query.constant-limits"),
	fault("stateful/reject-keeps-place", Lifetime,
		"A listener has three places for waiting requests, and a Reject does not free the place.",
		rejectKeepsPlace, "listener.getconnectionrequest.nd-success", "listener.getconnectionrequest.one-each"),
	fault("stateful/cancel-ends-neighbors", Lifetime,
		"Canceling two requests of a listener also cancels the oldest request of another listener.",
		cancelEndsNeighbors, "overlapped.canceloverlappedrequests.own-requests-only"),
	fault("stateful/canceled-notified-again", Notification,
		"The first result after a cancel notifies of the canceled request again.",
		Recording(func(c *calls.Call, canceled *calls.Record[*calls.ProxyOverlapped]) nd2.Status {
			switch {
			case c.Notifies(calls.CQNotify, nd2.Canceled):
				canceled.Set(c.Object, c.Proxy)
			case c.Notifies(calls.CQNotify, nd2.Success):
				if one := canceled.Set(c.Object, nil); one != nil {
					Deliver([]*calls.ProxyOverlapped{one})
				}
			}
			return c.Proceed()
		}), "overlapped.notification.pending", "cq.notify.notified-once"),
	fault("stateful/event-set-twice-1-in-50", Counting, "One event in 50 is set twice.",
		OneIn(50, On(calls.EventSet), First(func(c *calls.Call) { c.Proxy.SetEvent() })), "overlapped.notification.pending",
		"cq.notify.notified-once"),
	fault("stateful/packet-twice-after-resize", Notification, "The packet after a Resize comes twice.",
		NextAfter(On(calls.CQResize), On(calls.PortPost), First(func(c *calls.Call) { c.Proxy.PostPacket() })),
		"overlapped.notification.pending", "cq.notify.notified-once"),
}

// losingBeyond loses what comes to a completion queue that already holds a number of results.
func losingBeyond(most int) Defect {
	return func() calls.Hooks {
		var held calls.Record[int]
		return calls.Hooks{
			Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
				n := held.Get(&q.Object)
				fresh = fresh[:min(len(fresh), max(0, most-n))]
				held.Set(&q.Object, n+len(fresh))
				return fresh
			},
			Call: calls.After(calls.CQGetResults, func(c *calls.Call) {
				held.Update(c.Object, func(n int) int { return n - int(c.Count) })
			}),
		}
	}
}

func shrinkingLimits() calls.Hooks {
	var failed calls.Record[bool]
	var lost calls.Record[int]
	return calls.Hooks{
		Results: calls.Each(func(o *calls.Outcome) {
			if o.On != nil && Failed(o) && !failed.Set(&o.On.Object, true) {
				lost.Update(nil, Increment)
			}
		}),
		Call: calls.After(calls.AdapterQuery, func(c *calls.Call) {
			c.Info.MaxInitiatorQueueDepth -= min(uint32(lost.Get(nil)), c.Info.MaxInitiatorQueueDepth)
		}),
	}
}

// cancelEndsNeighbors makes a cancel of two requests end the oldest request of another listener, too.
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

// rejectKeepsPlace counts the requests that have waited at a listener and were rejected.
func rejectKeepsPlace() calls.Hooks {
	const places = 3
	var waited calls.Record[*calls.Object]
	var kept calls.Record[int]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.ListenerGetConnectionRequest:
			s := c.Proceed()
			if k, ok := c.Connector.(*calls.Connector); ok && s == nd2.Success {
				waited.Set(&k.Object, c.Object)
			}
			if s == nd2.Pending && kept.Get(c.Object) >= places {
				c.Proxy.Mute()
			}
			return s
		case calls.ConnectorReject:
			if at := waited.Set(c.Object, nil); at != nil {
				kept.Update(at, Increment)
			}
		}
		return c.Proceed()
	}}
}
