package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// shippedBefore are mutants of the kinds of faults that drivers have shipped with.
func shippedBefore() []Stateful {
	emptyRead := func(o *calls.Outcome) bool { return o.Succeeded(nd2.RequestRead) && total(o.Of.SGE) == 0 }
	initiated := func(o *calls.Outcome) bool {
		return o.Of != nil && o.Status == nd2.Success && o.RequestType != nd2.RequestReceive
	}
	return []Stateful{
		stateful(Notification, "wakeup-lost-after-two-canceled", "The Notify after a cancel that has ended two at once is never completed.", lostAfterCancelOfTwo, "cq.notify.never-stuck", "overlapped.canceloverlappedrequests.usable-again"),
		stateful(Notification, "resize-forgets-armed", "A Resize while one Notify is outstanding forgets it, and keeps several.", resizeForgetsArmed, "cq.resize.keeps-requests"),
		stateful(Counting, "event-of-another-queue", "Every eighth notification takes the Notify of another completion queue with it, which is never completed.", eventOfAnotherQueue, "cq.notify.never-stuck", "cq.notify.no-lost-wakeup"),
		stateful(Lifetime, "token-of-the-one-before", "From its third Bind on, the token that a window had before is good, too.", tokenOfTheOneBefore, "mw.invalidate.ends-writing", "mw.invalidate.ends-reading"),
		stateful(Lifetime, "odd-queue-wrap-swallows", "Whenever a completion queue of an odd depth wraps, the result at its end is lost.", oddWrapSwallowing, "cq.getresults.every-request-ends"),
		stateful(Lifetime, "release-takes-shared-entry", "When a queue pair is released, its shared receive queue loses the next Receive.", releaseTakesEntry, "srq.receive.shared-among-queue-pairs"),
		stateful(Data, "accept-carries-rejects-data", "The Accept after a Reject carries the Reject's private data.", rejectsDataKept, "connector.accept.private-data"),
		stateful(Data, "stale-length-of-empty", "BytesTransferred of an empty message behind two others of its queue pair is that of the last of them.", staleLengthOfEmpty, "cq.getresults.bytes-transferred"),
		stateful(Counting, "flush-reversed-every-16th", "Of what every 16th Flush cancels, the order is reversed.", flushReversed(16), "qp.flush.in-order"),
		stateful(Lifetime, "empty-read-twice", "The result of every second Read of no bytes comes twice.", doubling(2, emptyRead), "qp.flush.one-result-each"),
		stateful(Counting, "busy-region-let-go-1-in-8", "One Deregister in 8 of a region with a window bound to it says that it has succeeded.",
			keepingAt(calls.MRDeregister, func(c *calls.Call, busy *calls.Record[int]) nd2.Status {
				s := c.Proceed()
				if s == nd2.DeviceBusy && busy.Update(nil, increment)%8 == 0 {
					return nd2.Success
				}
				return s
			}), "mr.deregister.busy-while-bound", "mr.deregister.nd-device-busy"),
		stateful(Counting, "loses-initiated-1-in-10000", "The result of one initiator request in 10,000 is lost.", losing(10_000, initiated), "cq.getresults.every-request-ends"),
	}
}

func lostAfterCancelOfTwo() calls.Hooks {
	var canceled calls.Record[bool]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if c.Method == calls.CancelOverlappedRequests && c.Object.Kind == "IND2CompletionQueue" {
			canceled.Set(c.Object, len(c.Outstanding()) > 1)
		}
		s := c.Proceed()
		if c.Method == calls.CQNotify && s == nd2.Pending && canceled.Set(c.Object, false) {
			c.Shadow.Mute()
		}
		return s
	}}
}

func resizeForgetsArmed() calls.Hooks {
	return calls.Hooks{Call: calls.After(calls.CQResize, func(c *calls.Call) {
		if armed := c.Outstanding(); len(armed) == 1 {
			armed[0].Mute()
		}
	})}
}

func eventOfAnotherQueue() calls.Hooks {
	var count nth
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if c.Notifies(calls.CQNotify, nd2.Success) && count.of(8) {
			for _, other := range calls.Others[*calls.CompletionQueue](c.Object) {
				if armed := other.Outstanding(); len(armed) > 0 {
					armed[0].Mute()
					break
				}
			}
		}
		return c.Proceed()
	}}
}

func tokenOfTheOneBefore() calls.Hooks {
	type bound struct {
		binds  int
		token  uint32
		buffer []byte
	}
	var of calls.Record[bound]
	return afterBinds(func(again *reopened, c *calls.Call, w *calls.MemoryWindow, buffer []byte) {
		before := of.Get(&w.Object)
		of.Set(&w.Object, bound{before.binds + 1, w.Inner.GetRemoteToken(), buffer})
		if before.binds > 1 {
			again.open(c.Parent, before.token, before.buffer, 1<<30)
		}
	})
}

func oddWrapSwallowing() calls.Hooks {
	var seen calls.Record[int]
	return calls.Hooks{Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) (given []calls.Outcome) {
		for _, o := range fresh {
			n := seen.Update(&q.Object, increment)
			if q.Depth%2 == 0 || n%int(q.Depth) != 0 {
				given = append(given, o)
			}
		}
		return given
	}}
}

func releaseTakesEntry() calls.Hooks {
	var due calls.Record[bool]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		q, ok := c.Self.(*calls.QueuePair)
		switch {
		case ok && c.Method == calls.Release && q.SRQ != nil:
			due.Set(&q.SRQ.Object, true)
		case c.Method == calls.SRQReceive && due.Set(c.Object, false):
			return nd2.Success
		}
		return c.Proceed()
	}}
}

func rejectsDataKept() calls.Hooks {
	var kept calls.Record[[]byte]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.ConnectorReject:
			kept.Set(nil, slices.Clone(c.Buffer))
		case calls.ConnectorAccept:
			if before := kept.Set(nil, nil); len(before) > 0 {
				c.Buffer = before
			}
		}
		return c.Proceed()
	}}
}

func staleLengthOfEmpty() calls.Hooks {
	type lengths struct {
		full int
		last uint32
	}
	var seen calls.Record[lengths]
	return calls.Hooks{Results: calls.Each(func(o *calls.Outcome) {
		if !o.Succeeded(nd2.RequestReceive) || o.On == nil {
			return
		}
		was := seen.Get(&o.On.Object)
		switch {
		case o.BytesTransferred > 0:
			seen.Set(&o.On.Object, lengths{was.full + 1, o.BytesTransferred})
		case was.full > 1:
			o.BytesTransferred = was.last
			seen.Set(&o.On.Object, lengths{})
		}
	})}
}

// flushReversed reverses the canceled requests of each queue of one queue pair of so many that are
// flushed.
func flushReversed(many uint64) defect {
	return func() calls.Hooks {
		var count nth
		var due calls.Record[bool]
		return calls.Hooks{
			Call: calls.Before(calls.QPFlush, func(c *calls.Call) {
				if count.of(many) {
					due.Set(c.Object, true)
				}
			}),
			Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
				places := map[bool][]int{}
				for i, o := range fresh {
					if o.Status == nd2.Canceled && o.On != nil && due.Get(&o.On.Object) {
						receive := o.RequestType == nd2.RequestReceive
						places[receive] = append(places[receive], i)
					}
				}
				for _, at := range places {
					for a, b := 0, len(at)-1; a < b; a, b = a+1, b-1 {
						fresh[at[a]], fresh[at[b]] = fresh[at[b]], fresh[at[a]]
					}
				}
				return fresh
			},
		}
	}
}
