package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
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
			before(interpose.CancelOverlappedRequests, func(c *interpose.Call) {
				for _, s := range c.Notified() {
					s.Force(nd2.Canceled)
				}
			})),
		by("overlapped.canceloverlappedrequests.nothing-pending", "fails", "CancelOverlappedRequests fails when no request is in progress.",
			refusing(interpose.CancelOverlappedRequests, nd2.Unsuccessful, func(c *interpose.Call) bool { return len(c.Outstanding()) == 0 })),
		by("overlapped.canceloverlappedrequests.nothing-pending", "notifies", "CancelOverlappedRequests posts a packet when no request is in progress.",
			before(interpose.CancelOverlappedRequests, func(c *interpose.Call) {
				if c.Object.File != nil && len(c.Outstanding()) == 0 {
					c.Object.File.Post(new(nd2.Overlapped))
				}
			})),
		by("overlapped.canceloverlappedrequests.own-requests-only", "same-file", "CancelOverlappedRequests cancels the requests of the other objects on the file, too.",
			after(interpose.CancelOverlappedRequests, func(c *interpose.Call) {
				for _, o := range interpose.Others[nd2.Overlapping](c.Object) {
					if interpose.ObjectOf(o).File == c.Object.File {
						interpose.ObjectOf(o).Inner.(nd2.Overlapping).CancelOverlappedRequests()
					}
				}
			})),
		by("overlapped.canceloverlappedrequests.usable-again", "unusable", "After CancelOverlappedRequests every request is canceled at once.",
			func() interpose.Hooks {
				var canceled interpose.Record[bool]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					if c.Shadow != nil && c.Method == c.Shadow.Method && canceled.Get(c.Object) {
						return nd2.Canceled
					}
					if c.Method == interpose.CancelOverlappedRequests {
						canceled.Set(c.Object, true)
					}
					return c.Proceed()
				}}
			}),
	}
}

func overlappedResults() []Mutant {
	final := func(f func(c *interpose.Call, s nd2.Status) nd2.Status) defect {
		return at(interpose.GetOverlappedResult, func(c *interpose.Call) nd2.Status {
			s := c.Proceed()
			if c.Shadow == nil || s == nd2.Pending {
				return s
			}
			return f(c, s)
		})
	}
	return []Mutant{
		by("overlapped.getoverlappedresult.concurrent", "mixed-up", "GetOverlappedResult gives the status of the object's latest request.",
			final(func(c *interpose.Call, s nd2.Status) nd2.Status {
				latest := c.Shadow
				for _, other := range c.Requests() {
					if other.Number > latest.Number {
						latest = other
					}
				}
				return latest.Status()
			})),
		by("overlapped.getoverlappedresult.status-stays", "success", "An error is a success the second time it is asked for.",
			func() interpose.Hooks {
				var asked interpose.Record[map[*interpose.Shadow]bool]
				return final(func(c *interpose.Call, s nd2.Status) nd2.Status {
					if asked.Get(nil)[c.Shadow] {
						return nd2.Success
					}
					asked.Update(nil, func(m map[*interpose.Shadow]bool) map[*interpose.Shadow]bool { return with(m, c.Shadow, true) })
					return s
				})()
			}),
		by("overlapped.getoverlappedresult.used-again", "old", "An OVERLAPPED that is used again has its first request's status.",
			func() interpose.Hooks {
				var first interpose.Record[map[*nd2.Overlapped]nd2.Status]
				return final(func(c *interpose.Call, s nd2.Status) nd2.Status {
					if old, ok := first.Get(nil)[c.Shadow.Client]; ok {
						return old
					}
					first.Update(nil, func(m map[*nd2.Overlapped]nd2.Status) map[*nd2.Overlapped]nd2.Status {
						return with(m, c.Shadow.Client, s)
					})
					return s
				})()
			}),
		by("overlapped.getoverlappedresult.waits", "returns", "GetOverlappedResult does not wait.", before(interpose.GetOverlappedResult, func(c *interpose.Call) { c.Wait = false })),
		by("overlapped.release.ends-requests", "never", "The last Release of an object leaves its requests pending.",
			before(interpose.Release, func(c *interpose.Call) {
				if len(c.Outstanding()) > 0 && c.LastReference() {
					for _, s := range c.Outstanding() {
						s.Mute()
					}
				}
			})),
	}
}

func overlappedNotifications() []Mutant {
	inline := func(which func(nd2.Status) bool, do func(s *interpose.Shadow)) defect {
		return calls(func(c *interpose.Call) nd2.Status {
			s := c.Proceed()
			if c.Shadow != nil && c.Method == c.Shadow.Method && s != nd2.Pending && which(s) {
				do(c.Shadow)
			}
			return s
		})
	}
	succeeded := func(s nd2.Status) bool { return s == nd2.Success }
	failed := func(s nd2.Status) bool { return s != nd2.Success }
	always := func(nd2.Status) bool { return true }
	setClient := func(s *interpose.Shadow) {
		if s.Client.Event != nil {
			s.Client.Event.Set()
		}
	}
	return []Mutant{
		by("overlapped.notification.inline-error", "packet", "A request that fails at once has a packet posted.", inline(failed, (*interpose.Shadow).PostPacket)),
		by("overlapped.notification.inline-error", "event", "A request that fails at once has its event set.", inline(failed, setClient)),
		by("overlapped.notification.inline-success", "packet", "A request that succeeds at once has a packet posted.", inline(succeeded, (*interpose.Shadow).PostPacket)),
		by("overlapped.notification.inline-success", "event", "A request that succeeds at once has its event set.", inline(succeeded, setClient)),
		by("overlapped.notification.inline-overlapped", "written", "A request that ends at once writes to its OVERLAPPED.",
			inline(always, func(s *interpose.Shadow) { s.Client.InternalHigh++ })),
		by("overlapped.notification.pending", "twice", "A request is notified of twice.",
			calls(func(c *interpose.Call) nd2.Status {
				if c.Method == interpose.EventSet || c.Method == interpose.PortPost {
					c.Proceed()
				}
				return c.Proceed()
			})),
		by("overlapped.notification.pending", "no-packet", "No packets are posted.", at(interpose.PortPost, func(*interpose.Call) nd2.Status { return nd2.Success })),
		by("overlapped.notification.pending", "no-event", "No events are set.", at(interpose.EventSet, func(*interpose.Call) nd2.Status { return nd2.Success })),
		by("overlapped.notification.requested-only", "send", "A Send posts a packet.",
			after(interpose.QPSend, func(c *interpose.Call) {
				if q := c.OnQP().InitiatorCQ; q != nil && q.Object.File != nil {
					q.Object.File.Post(new(nd2.Overlapped))
				}
			})),
		by("overlapped.notification.resets-event", "stays-set", "A request that is pending leaves its event set.", at(interpose.EventReset, func(*interpose.Call) nd2.Status { return nd2.Success })),
		by("overlapped.notification.without-event", "silent", "A request without an event has no packet posted.",
			at(interpose.PortPost, func(c *interpose.Call) nd2.Status {
				if c.Shadow.Client.Event == nil {
					return nd2.Success
				}
				return c.Proceed()
			})),
		by("adapter.createoverlappedfile.no-port", "silent", "On a file without a completion port, no events are set.",
			at(interpose.EventSet, func(c *interpose.Call) nd2.Status {
				if f := c.Object.File; f != nil && !f.Bound() {
					return nd2.Success
				}
				return c.Proceed()
			})),
		by("adapter.createoverlappedfile.completion-port", "first", "Packets go to the completion port of the adapter's first file.",
			func() interpose.Hooks {
				var first interpose.Record[*interpose.File]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					s := c.Proceed()
					if c.Method == interpose.AdapterCreateOverlappedFile && s == nd2.Success {
						first.Update(nil, func(f *interpose.File) *interpose.File {
							if f == nil {
								f, _ = c.File.(*interpose.File)
							}
							return f
						})
					} else if f := first.Get(nil); f != nil && c.Method == interpose.PortPost && c.Object.File != f {
						f.Post(c.Shadow.Client)
					}
					return s
				}}
			}),
		by("adapter.createoverlappedfile.closed-early", "flushes", "Closing a file with requests in progress flushes all queue pairs.",
			before(interpose.FileClose, func(c *interpose.Call) {
				busy := func(o nd2.Overlapping) bool {
					return interpose.ObjectOf(o).File == c.Self && len(interpose.ObjectOf(o).Outstanding()) > 0
				}
				if slices.ContainsFunc(interpose.Living[nd2.Overlapping](c.Object), busy) {
					for _, q := range interpose.Living[*interpose.QueuePair](c.Object) {
						q.Inner.Flush()
					}
				}
			})),
	}
}
