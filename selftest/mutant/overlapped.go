package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// overlapped breaks the rules of overlapped requests, whatever object they are on.
func overlapped() []Mutant {
	return slices.Concat(overlappedCancels(), overlappedResults(), overlappedNotifications())
}

func overlappedCancels() []Mutant {
	return []Mutant{
		by("overlapped.canceloverlappedrequests.at-once", "late", "Canceled requests are notified of with the next call.", lateCancel),
		by("overlapped.canceloverlappedrequests.in-order", "reversed", "Canceled requests are notified of newest first.", reversedCancel),
		by("overlapped.canceloverlappedrequests.completed-stay", "canceled", "A request that has completed turns into a canceled one.",
			before(calls.CancelOverlappedRequests, func(c *calls.Call) {
				for _, s := range c.Notified() {
					s.Force(nd2.Canceled)
				}
			})),
		by("overlapped.canceloverlappedrequests.nothing-pending", "fails", "CancelOverlappedRequests fails when no request is in progress.",
			refusing(calls.CancelOverlappedRequests, nd2.Unsuccessful, func(c *calls.Call) bool { return len(c.Outstanding()) == 0 })),
		by("overlapped.canceloverlappedrequests.nothing-pending", "notifies", "CancelOverlappedRequests posts a packet when no request is in progress.",
			before(calls.CancelOverlappedRequests, func(c *calls.Call) {
				if c.Object.File != nil && len(c.Outstanding()) == 0 {
					c.Object.File.Post(new(nd2.Overlapped))
				}
			})),
		by("overlapped.canceloverlappedrequests.own-requests-only", "same-file", "CancelOverlappedRequests cancels the requests of the other objects on the file, too.",
			after(calls.CancelOverlappedRequests, func(c *calls.Call) {
				for _, o := range calls.Others[nd2.Overlapping](c.Object) {
					if calls.ObjectOf(o).File == c.Object.File {
						calls.ObjectOf(o).Inner.(nd2.Overlapping).CancelOverlappedRequests()
					}
				}
			})),
		by("overlapped.canceloverlappedrequests.usable-again", "unusable", "After CancelOverlappedRequests every request is canceled at once.",
			keeping(func(c *calls.Call, canceled *calls.Record[bool]) nd2.Status {
				if c.Shadow != nil && c.Method == c.Shadow.Method && canceled.Get(c.Object) {
					return nd2.Canceled
				}
				if c.Method == calls.CancelOverlappedRequests {
					canceled.Set(c.Object, true)
				}
				return c.Proceed()
			})),
	}
}

func overlappedResults() []Mutant {
	final := func(f func(c *calls.Call, s nd2.Status) nd2.Status) defect {
		return at(calls.GetOverlappedResult, func(c *calls.Call) nd2.Status {
			s := c.Proceed()
			if c.Shadow == nil || s == nd2.Pending {
				return s
			}
			return f(c, s)
		})
	}
	return []Mutant{
		by("overlapped.getoverlappedresult.concurrent", "mixed-up", "GetOverlappedResult returns the status of the object's latest request.",
			final(func(c *calls.Call, s nd2.Status) nd2.Status {
				latest := c.Shadow
				for _, other := range c.Requests() {
					if other.Number > latest.Number {
						latest = other
					}
				}
				return latest.Status()
			})),
		by("overlapped.getoverlappedresult.status-stays", "success", "An error is a success the second time it is asked for.",
			func() calls.Hooks {
				var asked calls.Record[map[*calls.Shadow]bool]
				return final(func(c *calls.Call, s nd2.Status) nd2.Status {
					if asked.Get(nil)[c.Shadow] {
						return nd2.Success
					}
					asked.Update(nil, func(m map[*calls.Shadow]bool) map[*calls.Shadow]bool { return with(m, c.Shadow, true) })
					return s
				})()
			}),
		by("overlapped.getoverlappedresult.used-again", "old", "An OVERLAPPED that is used again has its first request's status.",
			func() calls.Hooks {
				var first calls.Record[map[*nd2.Overlapped]nd2.Status]
				return final(func(c *calls.Call, s nd2.Status) nd2.Status {
					if old, ok := first.Get(nil)[c.Shadow.Client]; ok {
						return old
					}
					first.Update(nil, func(m map[*nd2.Overlapped]nd2.Status) map[*nd2.Overlapped]nd2.Status {
						return with(m, c.Shadow.Client, s)
					})
					return s
				})()
			}),
		by("overlapped.getoverlappedresult.waits", "returns", "GetOverlappedResult does not wait.", before(calls.GetOverlappedResult, func(c *calls.Call) { c.Wait = false })),
		by("overlapped.getoverlappedresult.waits", "unsettled", "While a request is notified of, GetOverlappedResult with a wait returns ND_SUCCESS.",
			whileNotified(true)),
		by("overlapped.getoverlappedresult.nd-canceled", "unsettled", "While a request is notified of, GetOverlappedResult without a wait returns ND_SUCCESS.",
			whileNotified(false)),
		by("overlapped.release.ends-requests", "never", "The last Release of an object leaves its requests pending.",
			before(calls.Release, func(c *calls.Call) {
				if len(c.Outstanding()) > 0 && c.LastReference() {
					for _, s := range c.Outstanding() {
						s.Mute()
					}
				}
			})),
	}
}

// whileNotified makes a defect by which the status is there only once the event has
// been set, and calls that wait, or that don't, return ND_SUCCESS before.
func whileNotified(wait bool) defect {
	return keeping(func(c *calls.Call, notified *calls.Record[*calls.Shadow]) nd2.Status {
		switch {
		case c.Method == calls.EventSet:
			notified.Set(c.Object, c.Shadow)
			defer notified.Set(c.Object, nil)
		case c.Method == calls.GetOverlappedResult && c.Wait == wait && c.Shadow != nil && notified.Get(c.Object) == c.Shadow:
			return nd2.Success
		}
		return c.Proceed()
	})
}
