package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

func registrations() []Mutant {
	nothing := at(calls.MRDeregister, func(*calls.Call) nd2.Status { return nd2.Success })
	return []Mutant{
		by("mr.deregister.ends-remote-writing", "stays", "Deregister does nothing.", nothing),
		by("mr.deregister.ends-remote-reading", "stays", "Deregister does nothing.", nothing),
		by("mr.deregister.ends-local-access", "stays", "Deregister does nothing.", nothing),
		by("mr.deregister.busy-while-bound", "allowed", "A region with bound windows can be deregistered.",
			at(calls.MRDeregister, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.DeviceBusy {
					return nd2.Success
				}
				return s
			})),
		by("mr.deregister.after-invalidate", "busy", "A region to which a window was bound can't be deregistered any more.",
			keeping(func(c *calls.Call, bound *calls.Record[bool]) nd2.Status {
				switch {
				case c.Method == calls.QPBind && calls.ObjectOf(c.Region) != nil:
					bound.Set(calls.ObjectOf(c.Region), true)
				case c.Method == calls.MRDeregister && bound.Get(c.Object):
					return nd2.DeviceBusy
				}
				return c.Proceed()
			})),
		by("mr.deregister.invalidate-in-progress", "removed", "While the result of an Invalidate has not been taken, Deregister says that the adapter was removed.",
			keeping(func(c *calls.Call, invalidating *calls.Record[int]) nd2.Status {
				switch {
				case c.Method == calls.QPInvalidate:
					invalidating.Update(nil, increment)
					c.OnResult(func(*calls.Outcome) { invalidating.Update(nil, func(n int) int { return n - 1 }) })
				case c.Method == calls.MRDeregister && invalidating.Get(nil) > 0:
					return nd2.DeviceRemoved
				}
				return c.Proceed()
			})),
		by("mr.deregister.after-removal", "refused", "Deregister fails after the adapter has been removed.",
			refusing(calls.MRDeregister, nd2.DeviceRemoved, func(c *calls.Call) bool { return removed(c.Parent) })),
		by("mr.register.one-buffer", "forgotten", "A region that holds a registration says yes to another buffer.",
			keeping(func(c *calls.Call, holds *calls.Record[bool]) nd2.Status {
				if c.Method == calls.MRRegister && holds.Get(c.Object) {
					return nd2.Success
				}
				s := c.Proceed()
				if s == nd2.Success && (c.Method == calls.MRRegister || c.Method == calls.MRDeregister) {
					holds.Set(c.Object, c.Method == calls.MRRegister)
				}
				return s
			})),
		by("mr.register.no-bytes", "accepted", "A buffer without a byte is said to be registered.",
			refusing(calls.MRRegister, nd2.Success, func(c *calls.Call) bool { return len(c.Buffer) == 0 })),
		by("mr.register.refused-then-usable", "unusable", "A region that has refused a buffer refuses every other.", onceRefused(calls.MRRegister, nd2.InvalidDeviceState)),
		by("mr.register.several-at-once", "refused", "A registration is refused while another is in progress.",
			keeping(func(c *calls.Call, inProgress *calls.Record[[]byte]) nd2.Status {
				if c.Method == calls.MRRegister && inProgress.Any(func(b []byte) bool { return b != nil }) {
					return nd2.DeviceBusy
				}
				return followRegistration(c, inProgress)
			})),
		by("mr.register.several-at-once", "mixed-up", "A registration is of the buffer of another that is in progress.",
			keeping(func(c *calls.Call, inProgress *calls.Record[[]byte]) nd2.Status {
				if c.Method == calls.MRRegister {
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
			refusing(calls.MRRegister, nd2.InsufficientResources, func(c *calls.Call) bool {
				return slices.ContainsFunc(calls.Living[*calls.Connector](c.Object), func(k *calls.Connector) bool { return len(k.Outstanding()) > 0 })
			})),
	}
}

// followRegistration carries the call out, and keeps the buffer of each region whose
// registration is in progress, until the client has been told of its end.
func followRegistration(c *calls.Call, inProgress *calls.Record[[]byte]) nd2.Status {
	buffer := c.Buffer
	s := c.Proceed()
	switch {
	case c.Method == calls.MRRegister && s == nd2.Pending:
		inProgress.Set(c.Object, buffer)
	case c.Method == calls.GetOverlappedResult && s != nd2.Pending:
		inProgress.Set(c.Object, nil)
	}
	return s
}

// onceRefused makes a defect by which an object that has refused a call of a method
// refuses all.
func onceRefused(method string, with nd2.Status) defect {
	return keepingAt(method, func(c *calls.Call, refused *calls.Record[bool]) nd2.Status {
		if refused.Get(c.Object) {
			return with
		}
		s := c.Proceed()
		refused.Set(c.Object, s != nd2.Success && s != nd2.Pending)
		return s
	})
}

// removed reports whether the adapter has been removed.
func removed(a *calls.Adapter) bool {
	var size uint32
	return a.Inner.Query(nil, &size) == nd2.DeviceRemoved
}
