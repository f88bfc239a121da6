package seeded

import (
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
