package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// unevenNumbers are slips that a driver's author makes with rings, batches and lengths. They
// show only with numbers that are not round.
func unevenNumbers() []Mutant {
	atMost := func(n int) defect {
		return before(calls.CQGetResults, func(c *calls.Call) { c.Results = c.Results[:min(len(c.Results), n)] })
	}
	unsoliciting := func(size func(n int) bool) defect {
		return before(calls.QPSend, func(c *calls.Call) {
			if size(total(c.SGE)) {
				c.Flags &^= nd2.SendAndSolicitEvent
			}
		})
	}
	return []Mutant{
		by("cq.getresults.count", "at-most-16", "GetResults returns at most 16 results.", atMost(16)),
		by("cq.getresults.count", "at-most-64", "GetResults returns at most 64 results.", atMost(64)),
		by("cq.getresults.count", "at-most-256", "GetResults returns at most 256 results.", atMost(256)),
		by("cq.getresults.bytes-transferred", "stale", "BytesTransferred of a message of no bytes is that of the message before.",
			func() calls.Hooks {
				var last calls.Record[uint32]
				return each(func(o *calls.Outcome) {
					if o.Succeeded(nd2.RequestReceive) {
						if o.BytesTransferred == 0 {
							o.BytesTransferred = last.Get(nil)
						}
						last.Set(nil, o.BytesTransferred)
					}
				})()
			}),
		by("cq.getresults.silent-success", "takes-place", "A silent success takes a place in the completion queue forever: when none is left, no result comes.", silentPlaces),
		by("cq.notify.solicited-by-flag", "long-unsolicited", "A message of several packets solicits no event.", unsoliciting(func(n int) bool { return n > 4096 })),
		by("cq.notify.solicited-by-flag", "short-unsolicited", "A message of less than eight bytes, and not of none, solicits no event.", unsoliciting(func(n int) bool { return n > 0 && n < 8 })),
		by("cq.notify.solicited-ignores-unsolicited", "long-solicits", "Each message of several packets solicits an event.",
			before(calls.QPSend, func(c *calls.Call) {
				if total(c.SGE) > 4096 {
					c.Flags |= nd2.SendAndSolicitEvent
				}
			})),
		by("cq.notify.solicited-by-flag", "forgotten", "A solicited message is forgotten when an unsolicited one follows.", forgetfulOfSolicited),
		by("cq.resize.loses-nothing", "wrapped", "Resize loses the results that have wrapped around the ring's end.", losingWrapped(false)),
		by("cq.resize.loses-nothing", "wrapped-duplicated", "Resize copies the ring's first result twice if the results have wrapped around its end.", losingWrapped(true)),
	}
}

// silentPlaces has each silent request take a place of its completion queue forever.
func silentPlaces() calls.Hooks {
	var taken calls.Record[int]
	return calls.Hooks{
		Call: func(c *calls.Call) nd2.Status {
			s := c.Proceed()
			if q, ok := c.Self.(*calls.QueuePair); ok && s == nd2.Success && c.Flags&nd2.SilentSuccess != 0 {
				taken.Update(&q.InitiatorCQ.Object, increment)
			}
			return s
		},
		Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
			if taken.Get(&q.Object) >= int(q.Depth) {
				return nil
			}
			return fresh
		},
	}
}

// forgetfulOfSolicited leaves a Notify for solicited messages pending if the message
// that was sent last is an unsolicited one behind another.
func forgetfulOfSolicited() calls.Hooks {
	var last calls.Record[nd2.OpFlags]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch {
		case c.Method == calls.QPSend:
			last.Set(nil, c.Flags)
		case c.Method == calls.CQNotify && c.NotifyType == nd2.NotifySolicited && c.Shadow != nil &&
			last.Get(nil)&nd2.SendAndSolicitEvent == 0 && len(c.OnCQ().Queued(nil)) > 1:
			c.Shadow.Mute()
			return nd2.Pending
		}
		return c.Proceed()
	}}
}

// losingWrapped makes a defect by which Resize loses the results behind the end of a
// ring of as many places as the queue was created for, or has the first one twice.
func losingWrapped(twice bool) defect {
	return keeping(func(c *calls.Call, head *calls.Record[int]) nd2.Status {
		s := c.Proceed()
		switch {
		case c.Method == calls.CQGetResults:
			head.Update(c.Object, func(n int) int { return n + int(c.Count) })
		case c.Method == calls.CQResize && s == nd2.Success:
			q := c.OnCQ()
			q.Queued(func(list []calls.Outcome) []calls.Outcome {
				straight := int(q.Depth) - head.Get(c.Object)%int(q.Depth)
				switch {
				case len(list) <= straight:
					return list
				case twice:
					return append(list[:1:1], list...)
				}
				return list[:straight]
			})
		}
		return s
	})
}
