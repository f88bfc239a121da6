package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

const (
	resetEvent = "Event::Reset"
	closeFile  = "OverlappedFile::Close"
)

// asynchrony breaks the rules of overlapped requests, whatever object they are on.
func asynchrony() []Mutant { return slices.Concat(cancellations(), finals(), tellings()) }

func cancellations() []Mutant {
	return []Mutant{
		by("overlapped.canceloverlappedrequests.at-once", "late", "Canceled requests are notified of with the next call.", lateCancel),
		by("overlapped.canceloverlappedrequests.in-order", "reversed", "Canceled requests are notified of newest first.", reversedCancel),
		by("overlapped.canceloverlappedrequests.completed-stay", "canceled", "A request that has completed turns into a canceled one.",
			before(cancel, func(c *call) {
				for _, s := range c.over() {
					s.force(nd2.Canceled)
				}
			})),
		by("overlapped.canceloverlappedrequests.nothing-pending", "fails", "CancelOverlappedRequests fails when no request is in progress.",
			refusing(cancel, nd2.Unsuccessful, func(c *call) bool { return len(c.outstanding()) == 0 })),
		by("overlapped.canceloverlappedrequests.nothing-pending", "notifies", "CancelOverlappedRequests posts a packet when no request is in progress.",
			before(cancel, func(c *call) {
				if c.object.file != nil && len(c.outstanding()) == 0 {
					c.object.file.post(new(nd2.Overlapped))
				}
			})),
		by("overlapped.canceloverlappedrequests.own-requests-only", "same-file", "CancelOverlappedRequests cancels the requests of the other objects on the file, too.",
			after(cancel, func(c *call) {
				for _, o := range others[nd2.Overlapping](c.world, c.object) {
					if objectOf(o).file == c.object.file {
						objectOf(o).inner.(nd2.Overlapping).CancelOverlappedRequests()
					}
				}
			})),
		by("overlapped.canceloverlappedrequests.usable-again", "unusable", "After CancelOverlappedRequests every request is canceled at once.",
			func() defect {
				var canceled record[bool]
				return defect{call: func(c *call) nd2.Status {
					if c.shadow != nil && c.method == c.shadow.method && canceled.get(c.object) {
						return nd2.Canceled
					}
					if c.method == cancel {
						canceled.set(c.object, true)
					}
					return c.proceed()
				}}
			}),
	}
}

func finals() []Mutant {
	final := func(f func(c *call, s nd2.Status) nd2.Status) func() defect {
		return at(getResult, func(c *call) nd2.Status {
			s := c.proceed()
			if c.shadow == nil || s == nd2.Pending {
				return s
			}
			return f(c, s)
		})
	}
	return []Mutant{
		by("overlapped.getoverlappedresult.concurrent", "mixed-up", "GetOverlappedResult gives the status of the object's latest request.",
			final(func(c *call, s nd2.Status) nd2.Status {
				latest := c.shadow
				c.object.mu.Lock()
				for _, other := range c.requests {
					if other.number > latest.number {
						latest = other
					}
				}
				c.object.mu.Unlock()
				return latest.status()
			})),
		by("overlapped.getoverlappedresult.status-stays", "success", "An error is a success the second time it is asked for.",
			func() defect {
				var asked record[map[*shadow]bool]
				return final(func(c *call, s nd2.Status) nd2.Status {
					if asked.get(nil)[c.shadow] {
						return nd2.Success
					}
					asked.update(nil, func(m map[*shadow]bool) map[*shadow]bool { return with(m, c.shadow, true) })
					return s
				})()
			}),
		by("overlapped.getoverlappedresult.used-again", "old", "An OVERLAPPED that is used again has its first request's status.",
			func() defect {
				var first record[map[*nd2.Overlapped]nd2.Status]
				return final(func(c *call, s nd2.Status) nd2.Status {
					if old, ok := first.get(nil)[c.shadow.client]; ok {
						return old
					}
					first.update(nil, func(m map[*nd2.Overlapped]nd2.Status) map[*nd2.Overlapped]nd2.Status {
						return with(m, c.shadow.client, s)
					})
					return s
				})()
			}),
		by("overlapped.getoverlappedresult.waits", "returns", "GetOverlappedResult does not wait.", before(getResult, func(c *call) { c.wait = false })),
		by("overlapped.release.ends-requests", "never", "The last Release of an object leaves its requests pending.",
			before(release, func(c *call) {
				if len(c.outstanding()) > 0 && c.last() {
					for _, s := range c.outstanding() {
						s.mute()
					}
				}
			})),
	}
}

func tellings() []Mutant {
	inline := func(which func(nd2.Status) bool, do func(s *shadow)) func() defect {
		return calls(func(c *call) nd2.Status {
			s := c.proceed()
			if c.shadow != nil && c.method == c.shadow.method && s != nd2.Pending && which(s) {
				do(c.shadow)
			}
			return s
		})
	}
	succeeded := func(s nd2.Status) bool { return s == nd2.Success }
	failed := func(s nd2.Status) bool { return s != nd2.Success }
	always := func(nd2.Status) bool { return true }
	setClient := func(s *shadow) {
		if s.client.Event != nil {
			s.client.Event.Set()
		}
	}
	return []Mutant{
		by("overlapped.notification.inline-error", "packet", "A request that fails at once has a packet posted.", inline(failed, (*shadow).post)),
		by("overlapped.notification.inline-error", "event", "A request that fails at once has its event set.", inline(failed, setClient)),
		by("overlapped.notification.inline-success", "packet", "A request that succeeds at once has a packet posted.", inline(succeeded, (*shadow).post)),
		by("overlapped.notification.inline-success", "event", "A request that succeeds at once has its event set.", inline(succeeded, setClient)),
		by("overlapped.notification.inline-overlapped", "written", "A request that ends at once writes to its OVERLAPPED.",
			inline(always, func(s *shadow) { s.client.InternalHigh++ })),
		by("overlapped.notification.pending", "twice", "A request is notified of twice.",
			calls(func(c *call) nd2.Status {
				if c.method == setEvent || c.method == postPacket {
					c.proceed()
				}
				return c.proceed()
			})),
		by("overlapped.notification.pending", "no-packet", "No packets are posted.", at(postPacket, func(*call) nd2.Status { return nd2.Success })),
		by("overlapped.notification.pending", "no-event", "No events are set.", at(setEvent, func(*call) nd2.Status { return nd2.Success })),
		by("overlapped.notification.requested-only", "send", "A Send posts a packet.",
			after(send, func(c *call) {
				if q := c.pair().initiated; q != nil && q.object.file != nil {
					q.object.file.post(new(nd2.Overlapped))
				}
			})),
		by("overlapped.notification.resets-event", "stays-set", "A request that is pending leaves its event set.", at(resetEvent, func(*call) nd2.Status { return nd2.Success })),
		by("overlapped.notification.without-event", "silent", "A request without an event has no packet posted.",
			at(postPacket, func(c *call) nd2.Status {
				if c.shadow.client.Event == nil {
					return nd2.Success
				}
				return c.proceed()
			})),
		by("adapter.createoverlappedfile.no-port", "silent", "On a file without a completion port, no events are set.",
			at(setEvent, func(c *call) nd2.Status {
				if f := c.object.file; f != nil && !f.bound() {
					return nd2.Success
				}
				return c.proceed()
			})),
		by("adapter.createoverlappedfile.completion-port", "first", "Packets go to the completion port of the adapter's first file.",
			func() defect {
				var first record[*file]
				return defect{call: func(c *call) nd2.Status {
					s := c.proceed()
					if c.method == createFile && s == nd2.Success {
						first.update(nil, func(f *file) *file {
							if f == nil {
								f, _ = c.file.(*file)
							}
							return f
						})
					} else if f := first.get(nil); f != nil && c.method == postPacket && c.object.file != f {
						f.post(c.shadow.client)
					}
					return s
				}}
			}),
		by("adapter.createoverlappedfile.closed-early", "flushes", "Closing a file with requests in progress flushes all queue pairs.",
			before(closeFile, func(c *call) {
				busy := func(o nd2.Overlapping) bool {
					return objectOf(o).file == c.self && len(objectOf(o).outstanding()) > 0
				}
				if slices.ContainsFunc(others[nd2.Overlapping](c.world, nil), busy) {
					for _, q := range others[*queuePair](c.world, nil) {
						q.inner.Flush()
					}
				}
			})),
	}
}
