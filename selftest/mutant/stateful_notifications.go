package mutant

import (
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// wakeupsLost are mutants that leave somebody waiting.
func wakeupsLost() []Stateful {
	return []Stateful{
		stateful(Notification, "wakeup-lost-after-cancel", "The Notify after a cancel that has ended one is never completed.", lostAfterCancel, "cq.notify.never-stuck", "overlapped.canceloverlappedrequests.usable-again"),
		stateful(Counting, "never-set-1-in-100", "One Notify of a completion queue in 100 is never completed.", neverSet(100, calls.CQNotify), "cq.notify.never-stuck"),
		stateful(Notification, "any-becomes-solicited", "Every third Notify for any result waits for a solicited one.", anyBecomesSolicited, "cq.notify.no-lost-wakeup", "cq.notify.any-by-each-request-type"),
		stateful(Notification, "three-released-at-most", "Of more than three Notifies outstanding a trigger completes three.", threeReleased, "cq.notify.releases-every-request"),
		stateful(Notification, "cancel-leaves-third", "A cancel leaves every third request pending.", cancelLeavesThird, "cq.notify.cancel-ends-all"),
		stateful(Notification, "resize-forgets-second", "A second Resize forgets the Notifies outstanding.",
			keepingAt(calls.CQResize, func(c *calls.Call, resized *calls.Record[int]) nd2.Status {
				s := c.Proceed()
				if s == nd2.Success && resized.Update(c.Object, increment) > 1 {
					for _, one := range c.Outstanding() {
						one.Mute()
					}
				}
				return s
			}), "cq.resize.keeps-requests"),
		stateful(Notification, "srq-deaf-after-modify", "A shared receive queue whose threshold was changed twice completes no Notify.",
			keeping(func(c *calls.Call, changed *calls.Record[int]) nd2.Status {
				if c.Notifies(calls.SRQNotify, nd2.Success) && changed.Get(c.Object) > 1 {
					c.Shadow.Mute()
				}
				s := c.Proceed()
				if c.Method == calls.SRQModify && s == nd2.Success && c.Threshold != 0 {
					changed.Update(c.Object, increment)
				}
				return s
			}), "srq.notify.fires-below-threshold", "srq.modify.enables-notification"),
		stateful(Notification, "deadlock-notify-results", "Notify and GetResults of a queue take two locks in opposite order.", deadlockOfTwo, "cq.notify.parallel"),
		stateful(Notification, "starved-200-ms", "A queue pair gets nothing from its shared receive queue for 200 ms once another one has had four messages in a row.", starving, "srq.receive.no-starvation", "cq.notify.result-before-notification"),
	}
}

// notifiedWrong are mutants that notify too often.
func notifiedWrong() []Stateful {
	return []Stateful{
		stateful(Counting, "event-set-twice-1-in-50", "One event in 50 is set twice.",
			oneCallIn(50, calls.EventSet, func(c *calls.Call) nd2.Status {
				c.Shadow.SetEvent()
				return c.Proceed()
			}), "overlapped.notification.pending", "cq.notify.notified-once"),
		stateful(Notification, "packet-twice-after-resize", "The packet after a Resize comes twice.",
			keeping(func(c *calls.Call, resized *calls.Record[bool]) nd2.Status {
				if c.Method == calls.PortPost && resized.Set(c.Object, false) {
					c.Shadow.PostPacket()
				}
				s := c.Proceed()
				if c.Method == calls.CQResize && s == nd2.Success {
					resized.Set(c.Object, true)
				}
				return s
			}), "overlapped.notification.pending", "cq.notify.notified-once"),
		stateful(Notification, "canceled-notified-again", "A result that comes after a cancel notifies of the canceled request once more.",
			keeping(func(c *calls.Call, canceled *calls.Record[*calls.Shadow]) nd2.Status {
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
	}
}

func lostAfterCancel() calls.Hooks {
	var canceled calls.Record[bool]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if c.Method == calls.CancelOverlappedRequests && c.Object.Kind == "IND2CompletionQueue" && len(c.Outstanding()) > 0 {
			canceled.Set(c.Object, true)
		}
		s := c.Proceed()
		if c.Method == calls.CQNotify && s == nd2.Pending && canceled.Set(c.Object, false) {
			c.Shadow.Mute()
		}
		return s
	}}
}

func neverSet(many uint64, method string) defect {
	return func() calls.Hooks {
		var count nth
		return calls.Hooks{Call: calls.At(method, func(c *calls.Call) nd2.Status {
			s := c.Proceed()
			if s == nd2.Pending && count.of(many) {
				c.Shadow.Mute()
			}
			return s
		})}
	}
}

func anyBecomesSolicited() calls.Hooks {
	var asked calls.Record[int]
	return calls.Hooks{Call: calls.Before(calls.CQNotify, func(c *calls.Call) {
		if c.NotifyType == nd2.NotifyAny && asked.Update(c.Object, increment)%3 == 0 {
			c.NotifyType = nd2.NotifySolicited
		}
	})}
}

func threeReleased() calls.Hooks {
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if c.Notifies(calls.CQNotify, nd2.Success) {
			for i, s := range c.Outstanding() {
				if i > 1 && s.Method == calls.CQNotify {
					s.Mute()
				}
			}
		}
		return c.Proceed()
	}}
}

func cancelLeavesThird() calls.Hooks {
	return calls.Hooks{Call: calls.Before(calls.CancelOverlappedRequests, func(c *calls.Call) {
		for i, s := range c.Outstanding() {
			if i%3 == 2 {
				s.Mute()
			}
		}
	})}
}

// deadlockOfTwo has Notify and GetResults take the locks of a queue and of its events
// in opposite order.
func deadlockOfTwo() calls.Hooks {
	type locks struct{ ring, events sync.Mutex }
	var of calls.Record[*locks]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		var first, second *sync.Mutex
		switch own := of.Keep(c.Object, new(locks)); c.Method {
		case calls.CQNotify:
			first, second = &own.events, &own.ring
		case calls.CQGetResults:
			first, second = &own.ring, &own.events
		default:
			return c.Proceed()
		}
		first.Lock()
		defer first.Unlock()
		second.Lock()
		defer second.Unlock()
		return c.Proceed()
	}}
}
