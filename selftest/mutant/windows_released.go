package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// windowsReleased forget what was bound when one of the two that were bound goes.
func windowsReleased() []Mutant {
	return []Mutant{
		by("mr.deregister.after-windows-released", "window", "A region stays busy if a window is released that is bound to it.",
			busyFor(func(c *calls.Call, w *calls.Object, _ *calls.Object) bool { return c.Object == w })),
		by("mr.deregister.after-windows-released", "queue-pair", "A region stays busy if a queue pair is released that a window of it is bound to.",
			busyFor(func(c *calls.Call, _ *calls.Object, q *calls.Object) bool { return c.Object == q })),
	}
}

// busyFor makes a defect by which a region stays busy forever once such an object is
// released: a window that is bound to it, or the queue pair that it is bound to.
func busyFor(such func(c *calls.Call, window, queuePair *calls.Object) bool) defect {
	type binding struct{ region, window, queuePair *calls.Object }
	return func() calls.Hooks {
		var bound calls.Record[binding] // by the window
		var busy calls.Record[bool]     // by the region
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			switch {
			case c.Method == calls.Release && c.LastReference():
				bound.Any(func(b binding) bool {
					if b.region != nil && such(c, b.window, b.queuePair) {
						busy.Set(b.region, true)
					}
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
		}}
	}
}
