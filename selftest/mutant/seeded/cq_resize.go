package seeded

import (
	"math/bits"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var resizes = []Fault{
	fault("stateful/resize-forgets-armed", Notification,
		"A Resize while one Notify is outstanding forgets it, and keeps several.",
		After(calls.CQResize, func(c *calls.Call) {
			if armed := c.Outstanding(); len(armed) == 1 {
				armed[0].Mute()
			}
		}), "cq.resize.keeps-requests"),
	fault("stateful/resize-forgets-second", Notification, "A second Resize forgets the Notifies outstanding.",
		Again(calls.CQResize, Then(func(c *calls.Call) { Mute(c.Outstanding()) })), "cq.resize.keeps-requests"),
	fault("stateful/resize-forgets-solicited", Notification,
		"A Resize forgets the outstanding Notifies if all are for solicited results.",
		After(calls.CQResize, func(c *calls.Call) {
			armed := c.Outstanding()
			other := func(s *calls.ProxyOverlapped) bool { return s.NotifyType != nd2.NotifySolicited }
			if !slices.ContainsFunc(armed, other) {
				Mute(armed)
			}
		}), "cq.resize.keeps-requests"),
	fault("stateful/resize-loses-1-in-100", Counting,
		"Every 100th Resize of a completion queue that holds results loses the oldest.",
		resizeLosing(100), "cq.resize.loses-nothing"),
	fault("stateful/resize-to-queued-loses", Lifetime, "A Resize to just what is queued loses the latest result.",
		After(calls.CQResize, func(c *calls.Call) {
			depth := int(c.Depth)
			c.OnCQ().Queued(func(list []calls.Outcome) []calls.Outcome {
				if len(list) > 0 && len(list) == depth {
					return list[:len(list)-1]
				}
				return list
			})
		}), "cq.resize.to-what-is-queued"),
}

func resizeLosing(many uint64) Defect {
	return KeepingAfter(calls.CQResize, func(c *calls.Call, count *Counter) {
		c.OnCQ().Queued(func(list []calls.Outcome) []calls.Outcome {
			if len(list) > 0 && count.EveryNth(many) {
				return list[1:]
			}
			return list
		})
	})
}

func depths() []Fault {
	const holds = "adapter.createcompletionqueue.holds-depth"
	return []Fault{
		fault("stateful/silent-take-room", Counting,
			"Silent requests that succeed take room in the completion queue until a later one of their queue pair has a result.",
			silentTakingRoom, "qp.initiator.place-after-result", "cq.getresults.every-request-ends"),
		fault("stateful/full-queue-loses", Lifetime,
			"A completion queue with the depth of its creation loses the last result when it is full.", func() calls.Hooks {
				var resized calls.Record[bool]
				return calls.Hooks{
					Call: calls.After(calls.CQResize, func(c *calls.Call) { resized.Set(c.Object, true) }),
					Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
						if len(fresh) > 0 && len(fresh) == int(q.Depth) && !resized.Get(&q.Object) {
							return fresh[:len(fresh)-1]
						}
						return fresh
					},
				}
			}, holds),
		fault("stateful/thousand-results", Counting, "A completion queue holds 1,000 results, however deep it is.",
			losingBeyond(1000), holds),
		fault("stateful/resized-to-power-of-two", Lifetime,
			"A Resize to a depth over 64 that is no power of two makes room for the power of two below.",
			resizedToPower, "cq.resize.nd-success"),
	}
}

// silentTakingRoom loses the result of a request behind as many silent ones as its completion queue is deep.
var silentTakingRoom = Recording(func(c *calls.Call, silent *calls.Record[int]) nd2.Status {
	if !Initiates(c) {
		return c.Proceed()
	}
	q := c.OnQP().InitiatorCQ
	if c.Flags&nd2.SilentSuccess != 0 {
		silent.Update(c.Object, Increment)
	} else if silent.Set(c.Object, 0) >= int(q.Depth) {
		c.Flags |= nd2.SilentSuccess
	}
	return c.Proceed()
})

func resizedToPower() calls.Hooks {
	var holds calls.Record[int]
	return calls.Hooks{
		Call: calls.After(calls.CQResize, func(c *calls.Call) {
			most := 0
			if c.Depth > 64 {
				most = 1 << (bits.Len32(c.Depth) - 1)
			}
			holds.Set(c.Object, most)
		}),
		Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
			if most := holds.Get(&q.Object); most > 0 && len(fresh) > most {
				return fresh[:most]
			}
			return fresh
		},
	}
}
