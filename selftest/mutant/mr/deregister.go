package mr

import (
	"slices"
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var deregisterBusy = []Mutant{
	New("mr.deregister.after-canceled-bind/busy", "A region that a canceled Bind was for stays busy.",
		busyOnce(canceled, func(*calls.QueuePair) bool { return true })),
	New("mr.deregister.after-canceled-bind/busy-once-disconnected",
		"A region that a Bind was for which a Disconnect has canceled stays busy.", busyOnce(canceled, disconnected)),
	New("mr.deregister.after-failed-bind/failed", "A region that a Bind with a failure as its result was for stays busy.",
		busyOnce(func(s nd2.Status) bool { return s != nd2.Canceled && s.Failed() },
			func(*calls.QueuePair) bool { return true })),
	New("mr.deregister.after-failed-bind/refused", "A region that a refused Bind was for stays busy.",
		Since(Refused(calls.QPBind).Of(Region), On(calls.MRDeregister), Say(nd2.DeviceBusy))),
	New("mr.deregister.after-invalidate/busy", "A region to which a window was bound can't be deregistered any more.",
		Since(On(calls.QPBind).Of(Region), On(calls.MRDeregister), Say(nd2.DeviceBusy))),
	New("mr.deregister.after-removal/refused", "Deregister fails after the adapter has been removed.",
		Refusing(calls.MRDeregister, nd2.DeviceRemoved, func(c *calls.Call) bool { return Removed(c.Parent) })),
	New("mr.deregister.after-windows-released/queue-pair",
		"A region stays busy if a queue pair is released that a window of it is bound to.",
		busyFor(func(c *calls.Call, _ *calls.Object, q *calls.Object) bool { return c.Object == q })),
	New("mr.deregister.after-windows-released/window", "A region stays busy if a window is released that is bound to it.",
		busyFor(func(c *calls.Call, w *calls.Object, _ *calls.Object) bool { return c.Object == w })),
	New("mr.deregister.busy-while-bound/allowed", "A region with bound windows can be deregistered.",
		When(On(calls.MRDeregister), IfRefused(Nothing, nd2.DeviceBusy))),
	New("mr.deregister.busy-while-bound/local-ended",
		"A Deregister that finds a window bound ends the local token all the same.", endingLocalToken),
	New("mr.deregister.ends-local-access/stays", "Deregister does nothing.", nothing),
}

var deregisterAccess = []Mutant{
	New("mr.deregister.ends-remote-reading/cached",
		"A peer that has used a region can still Read it when it is deregistered.", cached(calls.QPRead)),
	New("mr.deregister.ends-remote-reading/stays", "Deregister does nothing.", nothing),
	New("mr.deregister.ends-remote-writing/cached",
		"A peer that has written to a region still can when it is deregistered.", cached(calls.QPWrite)),
	New("mr.deregister.ends-remote-writing/stays", "Deregister does nothing.", nothing),
	New("mr.deregister.in-flight/lands-late",
		"A Write that comes when its region has been deregistered fails, and changes a byte.", landingDeregistered),
	New("mr.deregister.in-flight/message-lands", "A Receive that fails has changed a byte.",
		EachResult(func(o *calls.Outcome) {
			if o.Of == nil || o.RequestType != nd2.RequestReceive || o.Status == nd2.Success || o.Status == nd2.Canceled {
				return
			}
			if len(o.Of.SGE) > 0 && len(o.Of.SGE[0].Buffer) > 0 {
				o.Of.SGE[0].Buffer[0]++
			}
		})),
	New("mr.deregister.invalidate-in-progress/removed",
		"While the result of an Invalidate has not been taken, Deregister says that the adapter was removed.",
		Recording(func(c *calls.Call, invalidating *calls.Record[int]) nd2.Status {
			switch {
			case c.Method == calls.QPInvalidate:
				invalidating.Update(nil, Increment)
				c.OnResult(func(*calls.Outcome) { invalidating.Update(nil, Decrement) })
			case c.Method == calls.MRDeregister && invalidating.Get(nil) > 0:
				return nd2.DeviceRemoved
			}
			return c.Proceed()
		})),
}

// cached makes a defect: a request to a region that was deregistered succeeds
// on a queue pair that has used its token, and does nothing.
func cached(method string) Defect {
	return Recording(func(c *calls.Call, used *calls.Record[map[uint32]bool]) nd2.Status {
		if !Reaches(c) {
			return c.Proceed()
		}
		if c.Method == method && used.Get(c.Object)[c.Token] && !Permitted(c) {
			return c.PostIdle()
		}
		if Permitted(c) {
			used.Update(c.Object, func(m map[uint32]bool) map[uint32]bool { return Added(m, c.Token, true) })
		}
		return c.Proceed()
	})
}

var nothing = At(calls.MRDeregister, func(*calls.Call) nd2.Status { return nd2.Success })

func canceled(s nd2.Status) bool { return s == nd2.Canceled }

// busyOnce makes a defect: a region is not deregistered that a Bind of such a queue pair
// was for which has ended so.
func busyOnce(ended func(s nd2.Status) bool, such func(q *calls.QueuePair) bool) Defect {
	return func() calls.Hooks {
		var busy calls.Record[bool]
		return calls.Hooks{
			Call: func(c *calls.Call) nd2.Status {
				if c.Method == calls.MRDeregister && busy.Get(c.Object) {
					return nd2.DeviceBusy
				}
				return c.Proceed()
			},
			Results: calls.Each(func(o *calls.Outcome) {
				if o.RequestType != nd2.RequestBind || !ended(o.Status) || o.Of == nil || !such(o.On) {
					return
				}
				if r := calls.ObjectOf(o.Of.Region); r != nil {
					busy.Set(r, true)
				}
			}),
		}
	}
}

// disconnected reports whether a queue pair's connector has been told to disconnect.
func disconnected(q *calls.QueuePair) bool {
	return q != nil && q.Connector() != nil && slices.ContainsFunc(q.Connector().Requests(),
		func(s *calls.ProxyOverlapped) bool { return s.Method == calls.ConnectorDisconnect })
}

// landingDeregistered makes a defect: a Write still changes a byte of a region that has
// been deregistered, and fails.
func landingDeregistered() calls.Hooks {
	type registration struct {
		token  uint32
		buffer []byte
		gone   bool
	}
	return Recording(func(c *calls.Call, all *calls.Record[*registration]) nd2.Status {
		switch c.Method {
		case calls.MRRegister:
			buffer, s := c.Buffer, c.Proceed()
			if s == nd2.Success || s == nd2.Pending {
				m, _ := c.Self.(*calls.MemoryRegion)
				all.Set(c.Object, &registration{m.Inner.GetRemoteToken(), buffer, false})
			}
			return s
		case calls.MRDeregister:
			if r := all.Get(c.Object); r != nil {
				r.gone = true
			}
		case calls.QPWrite:
			for _, m := range calls.Living[*calls.MemoryRegion](c.Object) {
				r := all.Get(&m.Object)
				if r == nil || !r.gone || r.token != c.Token || len(r.buffer) == 0 {
					continue
				}
				Yield() // until the client knows that it is deregistered
				*unsafe.SliceData(r.buffer) ^= 0x80
			}
		}
		return c.Proceed()
	})()
}

// busyFor makes a defect: a region stays busy forever once such an object is
// released: a window that is bound to it, or the queue pair that it is bound to.
func busyFor(such func(c *calls.Call, window, queuePair *calls.Object) bool) Defect {
	type binding struct{ region, window, queuePair *calls.Object }
	return Keeping2(func(c *calls.Call, bound *calls.Record[binding], busy *calls.Record[bool]) nd2.Status {
		switch {
		case c.Method == calls.Release && c.LastReference():
			bound.Any(func(b binding) bool {
				busy.Set(b.region, b.region != nil && such(c, b.window, b.queuePair) || busy.Get(b.region))
				return false
			})
		case c.Method == calls.MRDeregister && busy.Get(c.Object):
			return nd2.DeviceBusy
		}
		s := c.Proceed()
		switch w := calls.ObjectOf(c.Window); {
		case w == nil || s != nd2.Success:
		case c.Method == calls.QPBind:
			bound.Set(w, binding{calls.ObjectOf(c.Region), w, c.Object})
		case c.Method == calls.QPInvalidate:
			bound.Set(w, binding{})
		}
		return s
	})
}

// endingLocalToken breaks the local token of a region that Deregister has found busy.
func endingLocalToken() calls.Hooks {
	var busy calls.Record[bool]
	refuse := refusingRegions(func(_ *calls.Call, r known) bool { return busy.Get(r.Object) })()
	return calls.Chain(calls.Hooks{Call: calls.At(calls.MRDeregister, func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		if s == nd2.DeviceBusy || c.Proxy != nil && c.Proxy.Status() == nd2.DeviceBusy {
			busy.Set(c.Object, true)
		}
		return s
	})}, refuse)
}
