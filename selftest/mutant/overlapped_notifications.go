package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

func overlappedNotifications() []Mutant {
	return slices.Concat(inlineEnds(), pendingEnds(), fileNotifications())
}

// inlineEnds break that a request which ends at once is not notified of.
func inlineEnds() []Mutant {
	inline := func(which func(nd2.Status) bool, do func(s *calls.Shadow)) defect {
		return onCall(func(c *calls.Call) nd2.Status {
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
	setClient := func(s *calls.Shadow) {
		if s.Client.Event != nil {
			s.Client.Event.Set()
		}
	}
	return []Mutant{
		by("overlapped.notification.inline-error", "packet", "A request that fails at once has a packet posted.", inline(failed, (*calls.Shadow).PostPacket)),
		by("overlapped.notification.inline-success", "packet", "A request that succeeds at once has a packet posted.", inline(succeeded, (*calls.Shadow).PostPacket)),
		by("overlapped.notification.inline-event", "failure", "A request that fails at once has its event set.", inline(failed, setClient)),
		by("overlapped.notification.inline-event", "success", "A request that succeeds at once has its event set.", inline(succeeded, setClient)),
		by("overlapped.notification.inline-overlapped", "written", "A request that ends at once writes to its OVERLAPPED.",
			inline(always, func(s *calls.Shadow) { s.Client.InternalHigh++ })),
	}
}

// pendingEnds break how a request that was pending is notified of.
func pendingEnds() []Mutant {
	return []Mutant{
		by("overlapped.notification.pending", "twice", "A request is notified of twice.",
			onCall(func(c *calls.Call) nd2.Status {
				if c.Method == calls.EventSet || c.Method == calls.PortPost {
					c.Proceed()
				}
				return c.Proceed()
			})),
		by("overlapped.notification.pending", "no-packet", "No packets are posted.", at(calls.PortPost, func(*calls.Call) nd2.Status { return nd2.Success })),
		by("overlapped.notification.pending", "no-event", "No events are set.", at(calls.EventSet, func(*calls.Call) nd2.Status { return nd2.Success })),
		by("overlapped.notification.requested-only", "send", "A Send posts a packet.",
			after(calls.QPSend, func(c *calls.Call) {
				if q := c.OnQP().InitiatorCQ; q != nil && q.Object.File != nil {
					q.Object.File.Post(new(nd2.Overlapped))
				}
			})),
		by("overlapped.notification.resets-event", "stays-set", "A request that is pending leaves its event set.", at(calls.EventReset, func(*calls.Call) nd2.Status { return nd2.Success })),
		by("overlapped.notification.without-event", "silent", "A request without an event has no packet posted.",
			at(calls.PortPost, func(c *calls.Call) nd2.Status {
				if c.Shadow.Client.Event == nil {
					return nd2.Success
				}
				return c.Proceed()
			})),
	}
}

// fileNotifications break what becomes of packets and events by the overlapped file.
func fileNotifications() []Mutant {
	return []Mutant{
		by("adapter.createoverlappedfile.no-port", "silent", "On a file without a completion port, no events are set.",
			at(calls.EventSet, func(c *calls.Call) nd2.Status {
				if f := c.Object.File; f != nil && !f.Bound() {
					return nd2.Success
				}
				return c.Proceed()
			})),
		by("adapter.createoverlappedfile.completion-port", "first", "Packets go to the completion port of the adapter's first file.",
			keeping(func(c *calls.Call, first *calls.Record[*calls.File]) nd2.Status {
				s := c.Proceed()
				if c.Method == calls.AdapterCreateOverlappedFile && s == nd2.Success {
					first.Keep(nil, c.File.(*calls.File))
				} else if f := first.Get(nil); f != nil && c.Method == calls.PortPost && c.Object.File != f {
					f.Post(c.Shadow.Client)
				}
				return s
			})),
		by("adapter.createoverlappedfile.closed-early", "flushes", "Closing a file with requests in progress flushes all queue pairs.",
			before(calls.FileClose, func(c *calls.Call) {
				busy := func(o nd2.Overlapping) bool {
					return calls.ObjectOf(o).File == c.Self && len(calls.ObjectOf(o).Outstanding()) > 0
				}
				if slices.ContainsFunc(calls.Living[nd2.Overlapping](c.Object), busy) {
					for _, q := range calls.Living[*calls.QueuePair](c.Object) {
						q.Inner.Flush()
					}
				}
			})),
	}
}
