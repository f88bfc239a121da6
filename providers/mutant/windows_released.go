package mutant

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// windowsReleased forget what was bound when one of the two that were bound goes.
func windowsReleased() []Mutant {
	return []Mutant{
		by("mr.deregister.after-windows-released", "window", "A region stays busy if a window is released that is bound to it.",
			busyFor(func(c *interpose.Call, w *interpose.Object, _ *interpose.Object) bool { return c.Object == w })),
		by("mr.deregister.after-windows-released", "queue-pair", "A region stays busy if a queue pair is released that a window of it is bound to.",
			busyFor(func(c *interpose.Call, _ *interpose.Object, q *interpose.Object) bool { return c.Object == q })),
	}
}

// busyFor makes a defect by which a region stays busy forever once such an object is
// released: a window that is bound to it, or the queue pair that it is bound to.
func busyFor(such func(c *interpose.Call, window, queuePair *interpose.Object) bool) defect {
	type binding struct{ region, window, queuePair *interpose.Object }
	return func() interpose.Hooks {
		var bound interpose.Record[binding] // by the window
		var busy interpose.Record[bool]     // by the region
		return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
			switch {
			case c.Method == interpose.Release && c.LastReference():
				bound.Any(func(b binding) bool {
					if b.region != nil && such(c, b.window, b.queuePair) {
						busy.Set(b.region, true)
					}
					return false
				})
			case c.Method == interpose.MRDeregister && busy.Get(c.Object):
				return nd2.DeviceBusy
			}
			s := c.Proceed()
			switch w := interpose.ObjectOf(c.Window); {
			case w == nil || s != nd2.Success:
			case c.Method == interpose.QPBind:
				bound.Set(w, binding{interpose.ObjectOf(c.Region), w, c.Object})
			case c.Method == interpose.QPInvalidate:
				bound.Set(w, binding{})
			}
			return s
		}}
	}
}
