package mr

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// severalWindows breaks what holds for a region as long as any of its windows is bound, and once none is.
func severalWindows() []Mutant {
	// windows counts, for each region, the windows that were bound to it, and those that were invalidated.
	type windows struct{ bound, closed int }
	counting := func(judge func(c *calls.Call, of windows) nd2.Status) Defect {
		return func() calls.Hooks {
			var count calls.Record[windows]
			var region calls.Record[*calls.Object] // by window
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				if c.Method == calls.MRDeregister {
					return judge(c, count.Get(c.Object))
				}
				s, w := c.Proceed(), calls.ObjectOf(c.Window)
				switch {
				case w == nil || s != nd2.Success:
				case c.Method == calls.QPBind:
					r := calls.ObjectOf(c.Region)
					region.Set(w, r)
					count.Update(r, func(n windows) windows { return windows{n.bound + 1, n.closed} })
				case c.Method == calls.QPInvalidate:
					if r := region.Set(w, nil); r != nil {
						count.Update(r, func(n windows) windows { return windows{n.bound, n.closed + 1} })
					}
				}
				return s
			}}
		}
	}
	return []Mutant{
		New("mr.deregister.busy-while-bound/until-first-is-closed",
			"Once one window of a region has been invalidated, Deregister does not mind the others.",
			counting(func(c *calls.Call, of windows) nd2.Status {
				if s := c.Proceed(); s != nd2.DeviceBusy || of.closed == 0 {
					return s
				}
				return nd2.Success
			})),
	}
}

// placesOfBuffers breaks that a buffer of any size, wherever it begins, is registered.
func placesOfBuffers() []Mutant {
	const page = 4096
	refusing := func(which func(b []byte) bool) Defect {
		return Refusing(calls.MRRegister, nd2.InvalidParameter, func(c *calls.Call) bool {
			return len(c.Buffer) > 0 && which(c.Buffer)
		})
	}
	return []Mutant{
		New("mr.register.nd-success/one-byte", "A buffer of one byte is refused.",
			refusing(func(b []byte) bool { return len(b) == 1 })),
		New("mr.register.nd-success/odd-address", "A buffer that begins at an odd address is refused.",
			refusing(func(b []byte) bool { return AddressOf(b)%2 == 1 })),
		New("mr.register.nd-success/page-end", "A buffer that ends where a page ends, and is no whole page, is refused.",
			refusing(func(b []byte) bool { return EndOf(b)%page == 0 && len(b)%page != 0 })),
		New("mr.register.nd-success/page-crossed",
			"Of a buffer of less than a page that two pages hold, the part in the second one is not registered.",
			Before(calls.MRRegister, func(c *calls.Call) {
				if n := page - int(AddressOf(c.Buffer)%page); len(c.Buffer) < page && n < len(c.Buffer) {
					c.Buffer = c.Buffer[:n]
				}
			})),
		New("mr.register.nd-success/most", "A buffer of MaxRegistrationSize bytes is refused.",
			Refusing(calls.MRRegister, nd2.InvalidParameter, func(c *calls.Call) bool {
				return uintptr(len(c.Buffer)) == c.Parent.Limits().MaxRegistrationSize
			})),
	}
}
