package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

func registrations() []Mutant {
	nothing := at(interpose.MRDeregister, func(*interpose.Call) nd2.Status { return nd2.Success })
	return []Mutant{
		by("mr.deregister.ends-remote-writing", "stays", "Deregister does nothing.", nothing),
		by("mr.deregister.ends-remote-reading", "stays", "Deregister does nothing.", nothing),
		by("mr.deregister.ends-local-access", "stays", "Deregister does nothing.", nothing),
		by("mr.deregister.busy-while-bound", "allowed", "A region with bound windows can be deregistered.",
			at(interpose.MRDeregister, func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.DeviceBusy {
					return nd2.Success
				}
				return s
			})),
		by("mr.deregister.after-invalidate", "busy", "A region to which a window was bound can't be deregistered any more.",
			keeping(func(c *interpose.Call, bound *interpose.Record[bool]) nd2.Status {
				switch {
				case c.Method == interpose.QPBind && interpose.ObjectOf(c.Region) != nil:
					bound.Set(interpose.ObjectOf(c.Region), true)
				case c.Method == interpose.MRDeregister && bound.Get(c.Object):
					return nd2.DeviceBusy
				}
				return c.Proceed()
			})),
		by("mr.deregister.invalidate-in-progress", "removed", "While the result of an Invalidate has not been taken, Deregister says that the adapter was removed.",
			keeping(func(c *interpose.Call, invalidating *interpose.Record[int]) nd2.Status {
				switch {
				case c.Method == interpose.QPInvalidate:
					invalidating.Update(nil, increment)
					c.OnResult(func(*interpose.Outcome) { invalidating.Update(nil, func(n int) int { return n - 1 }) })
				case c.Method == interpose.MRDeregister && invalidating.Get(nil) > 0:
					return nd2.DeviceRemoved
				}
				return c.Proceed()
			})),
		by("mr.deregister.after-removal", "refused", "Deregister fails after the adapter has been removed.",
			refusing(interpose.MRDeregister, nd2.DeviceRemoved, func(c *interpose.Call) bool { return removed(c.Parent) })),
		by("mr.register.one-buffer", "forgotten", "A region that holds a registration says yes to another buffer.",
			keeping(func(c *interpose.Call, holds *interpose.Record[bool]) nd2.Status {
				if c.Method == interpose.MRRegister && holds.Get(c.Object) {
					return nd2.Success
				}
				s := c.Proceed()
				if s == nd2.Success && (c.Method == interpose.MRRegister || c.Method == interpose.MRDeregister) {
					holds.Set(c.Object, c.Method == interpose.MRRegister)
				}
				return s
			})),
		by("mr.register.no-bytes", "accepted", "A buffer without a byte is said to be registered.",
			refusing(interpose.MRRegister, nd2.Success, func(c *interpose.Call) bool { return len(c.Buffer) == 0 })),
		by("mr.register.refused-then-usable", "unusable", "A region that has refused a buffer refuses every other.", onceRefused(interpose.MRRegister, nd2.InvalidDeviceState)),
		by("mr.register.several-at-once", "refused", "A registration is refused while another is in progress.",
			keeping(func(c *interpose.Call, inProgress *interpose.Record[[]byte]) nd2.Status {
				if c.Method == interpose.MRRegister && inProgress.Any(func(b []byte) bool { return b != nil }) {
					return nd2.DeviceBusy
				}
				return followRegistration(c, inProgress)
			})),
		by("mr.register.several-at-once", "mixed-up", "A registration is of the buffer of another that is in progress.",
			keeping(func(c *interpose.Call, inProgress *interpose.Record[[]byte]) nd2.Status {
				if c.Method == interpose.MRRegister {
					inProgress.Any(func(b []byte) bool {
						if len(b) >= len(c.Buffer) {
							c.Buffer = b[:len(c.Buffer)]
						}
						return b != nil
					})
				}
				return followRegistration(c, inProgress)
			})),
		by("mr.register.while-connecting", "refused", "Memory can't be registered while a connection is being made.",
			refusing(interpose.MRRegister, nd2.InsufficientResources, func(c *interpose.Call) bool {
				return slices.ContainsFunc(interpose.Living[*interpose.Connector](c.Object), func(k *interpose.Connector) bool { return len(k.Outstanding()) > 0 })
			})),
	}
}

// followRegistration carries the call out, and keeps the buffer of each region whose
// registration is in progress, until the client has been told of its end.
func followRegistration(c *interpose.Call, inProgress *interpose.Record[[]byte]) nd2.Status {
	buffer := c.Buffer
	s := c.Proceed()
	switch {
	case c.Method == interpose.MRRegister && s == nd2.Pending:
		inProgress.Set(c.Object, buffer)
	case c.Method == interpose.GetOverlappedResult && s != nd2.Pending:
		inProgress.Set(c.Object, nil)
	}
	return s
}

// onceRefused makes a defect by which an object that has refused a call of a method
// refuses all.
func onceRefused(method string, with nd2.Status) defect {
	return keepingAt(method, func(c *interpose.Call, refused *interpose.Record[bool]) nd2.Status {
		if refused.Get(c.Object) {
			return with
		}
		s := c.Proceed()
		refused.Set(c.Object, s != nd2.Success && s != nd2.Pending)
		return s
	})
}

// removed reports whether the adapter has been removed.
func removed(a *interpose.Adapter) bool {
	var size uint32
	return a.Inner.Query(nil, &size) == nd2.DeviceRemoved
}
