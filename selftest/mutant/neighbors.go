package mutant

import (
	"slices"
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// neighbors break one object by what becomes of another: two regions of one buffer, two
// windows of one region.
func neighbors() []Mutant { return slices.Concat(ofSameBuffer(), ofSameRegion()) }

// ofSameBuffer keep registrations, and use them again.
func ofSameBuffer() []Mutant {
	type registration struct {
		buffer []byte
		rights nd2.RegionFlags
	}
	same := func(a, b []byte) bool {
		return len(a) == len(b) && unsafe.SliceData(a) == unsafe.SliceData(b)
	}
	cached := keeping(func(c *calls.Call, all *calls.Record[registration]) nd2.Status {
		if c.Method == calls.MRRegister {
			for _, other := range calls.Others[*calls.MemoryRegion](c.Object) {
				if r := all.Get(&other.Object); same(r.buffer, c.Buffer) {
					c.Rights |= r.rights
				}
			}
			all.Set(c.Object, registration{c.Buffer, c.Rights})
		}
		return c.Proceed()
	})
	together := keeping(func(c *calls.Call, all *calls.Record[registration]) nd2.Status {
		switch c.Method {
		case calls.MRRegister:
			all.Set(c.Object, registration{c.Buffer, c.Rights})
		case calls.MRDeregister:
			own := all.Get(c.Object)
			for _, other := range calls.Others[*calls.MemoryRegion](c.Object) {
				if same(all.Get(&other.Object).buffer, own.buffer) {
					other.Inner.Deregister(new(nd2.Overlapped))
				}
			}
		}
		return c.Proceed()
	})
	added := keeping(func(c *calls.Call, all *calls.Record[registration]) nd2.Status {
		if c.Method == calls.MRRegister {
			before := all.Set(c.Object, registration{c.Buffer, c.Rights})
			c.Rights |= before.rights
		}
		return c.Proceed()
	})
	return []Mutant{
		by("mr.rights.no-remote-write", "cached", "A buffer that is registered again has the rights of its other registrations as well.", cached),
		by("mr.rights.remote-read-alone", "cached", "A Deregister ends the other registrations of the same buffer, too.", together),
		by("mr.rights.no-remote-read", "added", "A region that is registered anew has the rights of before as well.", added),
		by("mr.rights.no-remote-write", "added", "A region that is registered anew has the rights of before as well.", added),
	}
}

// ofSameRegion break windows by what becomes of others, or of other queue pairs.
func ofSameRegion() []Mutant {
	type binding struct {
		on     *calls.QueuePair
		region nd2.Unknown
	}
	// ending invalidates the windows of other queue pairs that are bound to the regions
	// of those of the one that ends.
	ending := func(pair func(c *calls.Call) *calls.QueuePair) defect {
		return keeping(func(c *calls.Call, bound *calls.Record[binding]) nd2.Status {
			if w := calls.ObjectOf(c.Window); c.Method == calls.QPBind && w != nil {
				bound.Set(w, binding{c.OnQP(), c.Region})
			}
			if q := pair(c); q != nil {
				windows := calls.Living[*calls.MemoryWindow](c.Object)
				for _, own := range windows {
					for _, other := range windows {
						a, b := bound.Get(&own.Object), bound.Get(&other.Object)
						if a.on == q && b.on != nil && b.on != q && a.region == b.region {
							b.on.Inner.Invalidate(0, other.Inner, nd2.SilentSuccess)
						}
					}
				}
			}
			return c.Proceed()
		})
	}
	return []Mutant{
		by("mw.overlap.independent", "ends-with-others", "A Disconnect closes the windows of other queue pairs in the same region.",
			ending(func(c *calls.Call) *calls.QueuePair {
				if c.Method != calls.ConnectorDisconnect {
					return nil
				}
				return c.OnConnector().QP()
			})),
		by("mw.overlap.independent", "flushed-with-others", "A Flush closes the windows of other queue pairs in the same region.",
			ending(func(c *calls.Call) *calls.QueuePair {
				if c.Method != calls.QPFlush {
					return nil
				}
				return c.OnQP()
			})),
		by("mw.invalidate.ends-writing", "bound-to-another", "The token of a window stays good for its queue pair when the window is bound to another one.", staleToken),
		by("mr.deregister.after-canceled-bind", "busy", "A region that a canceled Bind was for stays busy.", busyOnceCanceled(func(*calls.QueuePair) bool { return true })),
		by("mr.deregister.after-canceled-bind", "busy-once-disconnected", "A region that a Bind was for which a Disconnect has canceled stays busy.", busyOnceCanceled(disconnected)),
	}
}

// staleToken has a Write through a token that a window had, bound to another queue pair,
// go to the region by its own token.
func staleToken() calls.Hooks {
	type binding struct {
		on    *calls.QueuePair
		token uint32
	}
	var bound calls.Record[binding]
	var stale calls.Record[map[uint32]uint32] // the region's token by the window's
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if c.Method == calls.QPWrite {
			if token, ok := stale.Get(nil)[c.Token]; ok {
				c.Token = token
			}
		}
		s := c.Proceed()
		w, r := calls.ObjectOf(c.Window), calls.ObjectOf(c.Region)
		if c.Method == calls.QPBind && s == nd2.Success && w != nil && r != nil {
			now := binding{c.OnQP(), w.Inner.(nd2.MemoryWindow).GetRemoteToken()}
			if before := bound.Set(w, now); before.on != nil && before.on != now.on {
				stale.Update(nil, func(m map[uint32]uint32) map[uint32]uint32 {
					list := map[uint32]uint32{before.token: r.Inner.(nd2.MemoryRegion).GetRemoteToken()}
					for from, to := range m {
						list[from] = to
					}
					return list
				})
			}
		}
		return s
	}}
}

// busyOnceCanceled makes a defect by which a region is not deregistered that a canceled
// Bind of such a queue pair was for.
func busyOnceCanceled(such func(q *calls.QueuePair) bool) defect {
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
				if o.RequestType != nd2.RequestBind || o.Status != nd2.Canceled || o.Of == nil || !such(o.On) {
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
	return q != nil && q.Connector() != nil && slices.ContainsFunc(q.Connector().Requests(), func(s *calls.Shadow) bool {
		return s.Method == calls.ConnectorDisconnect
	})
}
