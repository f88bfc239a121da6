package seeded

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func receivesAndReads() []Fault {
	overrun := func(c *calls.Call, s nd2.Status) *calls.Object {
		if Initiates(c) && s == nd2.NoMoreEntries {
			return c.Object
		}
		return nil
	}
	return []Fault{
		fault("stateful/srq-entry-lost", Lifetime,
			"When a queue pair fails, its shared receive queue loses the next Receive.",
			srqEntryLost, "qp.error.spares-others", "srq.receive.failure-spares-others"),
		fault("stateful/full-takes-place", Lifetime,
			"Each initiator request that a full queue refuses takes a place of it forever.",
			leakingPlaces(overrun, Initiates), "qp.initiator.place-after-result"),
		fault("stateful/read-of-packets", Data, "The last byte of a Read of several whole packets of 4,096 bytes is wrong.",
			EachResult(func(o *calls.Outcome) {
				if n := TotalLength(sge(o)); o.Succeeded(nd2.RequestRead) && n > 4096 && n%4096 == 0 {
					FlipByte(o.Of.SGE, n-1)
				}
			}), "qp.read.fetches"),
		fault("stateful/read-overwrites", Data, "The byte behind what every second Read fetches is overwritten.",
			oneIn(2, func(o *calls.Outcome) bool {
				return o.Succeeded(nd2.RequestRead) && TotalLength(o.Of.SGE) > 0
			}, func(o *calls.Outcome) { OverwriteBehind(o.Of.SGE) }), "qp.read.fetches"),
		fault("stateful/read-entry-damaged", Data,
			"The first byte of the second entry of every second Read with several is wrong.",
			oneIn(2, func(o *calls.Outcome) bool {
				return o.Succeeded(nd2.RequestRead) && len(o.Of.SGE) > 1
			}, func(o *calls.Outcome) {
				if len(o.Of.SGE[1].Buffer) > 0 {
					o.Of.SGE[1].Buffer[0] ^= 0x80
				}
			}), "qp.read.scatters"),
		fault("stateful/receive-overtaken-1-in-50", Counting,
			"One Receive in 50 is consumed after the Receive posted behind it.",
			overtakenNow(50, calls.QPReceive), "qp.receive.order", "cq.getresults.receive-order"),
		fault("stateful/empty-sink-between", Data, "The scatter entries around an empty one are swapped.",
			onLists(sinks, aroundEmpty), "qp.receive.scatters", "qp.read.scatters"),
		fault("stateful/overwrites-1-in-50", Counting, "A byte behind one message in 50 is overwritten.",
			oneIn(50, message, func(o *calls.Outcome) {
				if int(o.BytesTransferred) < TotalLength(o.Of.SGE) {
					FlipByte(o.Of.SGE, int(o.BytesTransferred))
				} else {
					OverwriteBehind(o.Of.SGE)
				}
			}), "qp.receive.scatters", "srq.receive.scatters", "qp.receive.shorter-message"),
	}
}

func sinks(c *calls.Call) bool {
	return c.Method == calls.QPReceive || c.Method == calls.SRQReceive || c.Method == calls.QPRead
}

func srqEntryLost() calls.Hooks {
	var due calls.Record[bool]
	return calls.Hooks{
		Results: calls.Each(func(o *calls.Outcome) {
			if o.On != nil && o.On.SRQ != nil && Failed(o) {
				due.Set(&o.On.SRQ.Object, true)
			}
		}),
		Call: calls.At(calls.SRQReceive, func(c *calls.Call) nd2.Status {
			if due.Set(c.Object, false) {
				return nd2.Success
			}
			return c.Proceed()
		}),
	}
}

var binds = []Fault{
	fault("stateful/bind-fails-after-200", Counting, "After 200 Binds every other Bind opens nothing.",
		bindFailing(200), "qp.bind.nd-success", "mw.bound-again.often"),
	fault("stateful/ninth-window", Lifetime, "If eight older windows exist, a Bind opens nothing.",
		At(calls.QPBind, func(c *calls.Call) nd2.Status {
			if w, ok := c.Window.(*calls.MemoryWindow); ok && c.Parent != nil {
				older := 0
				for _, o := range calls.Others[*calls.MemoryWindow](&w.Object) {
					if o.Parent == w.Parent && o.Born < w.Born {
						older++
					}
				}
				if older >= 8 {
					return c.PostIdle()
				}
			}
			return c.Proceed()
		}), "qp.bind.nd-success"),
	fault("stateful/window-over-region", Lifetime, "A Bind of a window to the whole of a region opens nothing.",
		onBinds(func(c *calls.Call, region []byte) bool { return len(region) != len(c.Buffer) }), "qp.bind.nd-success"),
	fault("stateful/bind-of-deregistered-region", Lifetime, "A Bind to a deregistered region succeeds and opens nothing.",
		Between(On(calls.MRDeregister), On(calls.MRRegister), On(calls.QPBind).Of(Region), (*calls.Call).PostIdle),
		"qp.bind.unregistered-region"),
}

func bindFailing(many uint64) Defect {
	return KeepingAt(calls.QPBind, func(c *calls.Call, count *Counter) nd2.Status {
		if count.Passed(many) && count.EveryNth(2) {
			return c.PostIdle()
		}
		return c.Proceed()
	})
}
