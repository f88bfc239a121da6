package mutant

import (
	"slices"
	"unsafe"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
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
	cached := keeping(func(c *interpose.Call, all *interpose.Record[registration]) nd2.Status {
		if c.Method == interpose.MRRegister {
			for _, other := range interpose.Others[*interpose.MemoryRegion](c.Object) {
				if r := all.Get(&other.Object); same(r.buffer, c.Buffer) {
					c.Rights |= r.rights
				}
			}
			all.Set(c.Object, registration{c.Buffer, c.Rights})
		}
		return c.Proceed()
	})
	together := keeping(func(c *interpose.Call, all *interpose.Record[registration]) nd2.Status {
		switch c.Method {
		case interpose.MRRegister:
			all.Set(c.Object, registration{c.Buffer, c.Rights})
		case interpose.MRDeregister:
			own := all.Get(c.Object)
			for _, other := range interpose.Others[*interpose.MemoryRegion](c.Object) {
				if same(all.Get(&other.Object).buffer, own.buffer) {
					other.Inner.Deregister(new(nd2.Overlapped))
				}
			}
		}
		return c.Proceed()
	})
	added := keeping(func(c *interpose.Call, all *interpose.Record[registration]) nd2.Status {
		if c.Method == interpose.MRRegister {
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
		on     *interpose.QueuePair
		region nd2.Unknown
	}
	// ending invalidates the windows of other queue pairs that are bound to the regions
	// of those of the one that ends.
	ending := func(pair func(c *interpose.Call) *interpose.QueuePair) defect {
		return keeping(func(c *interpose.Call, bound *interpose.Record[binding]) nd2.Status {
			if w := interpose.ObjectOf(c.Window); c.Method == interpose.QPBind && w != nil {
				bound.Set(w, binding{c.OnQP(), c.Region})
			}
			if q := pair(c); q != nil {
				windows := interpose.Living[*interpose.MemoryWindow](c.Object)
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
			ending(func(c *interpose.Call) *interpose.QueuePair {
				if c.Method != interpose.ConnectorDisconnect {
					return nil
				}
				return c.OnConnector().QP()
			})),
		by("mw.overlap.independent", "flushed-with-others", "A Flush closes the windows of other queue pairs in the same region.",
			ending(func(c *interpose.Call) *interpose.QueuePair {
				if c.Method != interpose.QPFlush {
					return nil
				}
				return c.OnQP()
			})),
		by("mw.invalidate.ends-writing", "bound-to-another", "The token of a window stays good for its queue pair when the window is bound to another one.", staleToken),
		by("mr.deregister.after-canceled-bind", "busy", "A region that a canceled Bind was for stays busy.", busyOnceCanceled(func(*interpose.QueuePair) bool { return true })),
		by("mr.deregister.after-canceled-bind", "busy-once-disconnected", "A region that a Bind was for which a Disconnect has canceled stays busy.", busyOnceCanceled(disconnected)),
	}
}

// staleToken has a Write through a token that a window had, bound to another queue pair,
// go to the region by its own token.
func staleToken() interpose.Hooks {
	type binding struct {
		on    *interpose.QueuePair
		token uint32
	}
	var bound interpose.Record[binding]
	var stale interpose.Record[map[uint32]uint32] // the region's token by the window's
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		if c.Method == interpose.QPWrite {
			if token, ok := stale.Get(nil)[c.Token]; ok {
				c.Token = token
			}
		}
		s := c.Proceed()
		w, r := interpose.ObjectOf(c.Window), interpose.ObjectOf(c.Region)
		if c.Method == interpose.QPBind && s == nd2.Success && w != nil && r != nil {
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
func busyOnceCanceled(such func(q *interpose.QueuePair) bool) defect {
	return func() interpose.Hooks {
		var busy interpose.Record[bool]
		return interpose.Hooks{
			Call: func(c *interpose.Call) nd2.Status {
				if c.Method == interpose.MRDeregister && busy.Get(c.Object) {
					return nd2.DeviceBusy
				}
				return c.Proceed()
			},
			Results: interpose.Each(func(o *interpose.Outcome) {
				if o.RequestType != nd2.RequestBind || o.Status != nd2.Canceled || o.Of == nil || !such(o.On) {
					return
				}
				if r := interpose.ObjectOf(o.Of.Region); r != nil {
					busy.Set(r, true)
				}
			}),
		}
	}
}

// disconnected reports whether a queue pair's connector has been told to disconnect.
func disconnected(q *interpose.QueuePair) bool {
	return q != nil && q.Connector() != nil && slices.ContainsFunc(q.Connector().Requests(), func(s *interpose.Shadow) bool {
		return s.Method == interpose.ConnectorDisconnect
	})
}
