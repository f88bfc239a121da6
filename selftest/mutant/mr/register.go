package mr

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var registerBuffers = []Mutant{
	New("mr.register.do-not-secure-vm/refused", "ND_MR_FLAG_DO_NOT_SECURE_VM is an invalid parameter.",
		Refusing(calls.MRRegister, nd2.InvalidParameter, func(c *calls.Call) bool {
			return c.Rights&nd2.DoNotSecureVM != 0
		})),
	New("mr.register.do-not-secure-vm/rights-lost", "ND_MR_FLAG_DO_NOT_SECURE_VM leaves no right but to write locally.",
		Before(calls.MRRegister, func(c *calls.Call) {
			if c.Rights&nd2.DoNotSecureVM != 0 {
				c.Rights = nd2.DoNotSecureVM | nd2.AllowLocalWrite
			}
		})),
	New("mr.register.nd-access-violation/beginning", "A buffer that ends in unreadable memory is registered up to there.",
		Before(calls.MRRegister, func(c *calls.Call) { c.Buffer = c.Buffer[:Readable(c.Buffer)] })),
	New("mr.register.nd-access-violation/elsewhere",
		"A buffer that ends in unreadable memory is replaced with another one.", Before(calls.MRRegister, ZeroUnreadable)),
	New("mr.register.no-bytes/accepted", "A buffer without a byte is said to be registered.",
		Refusing(calls.MRRegister, nd2.Success, func(c *calls.Call) bool { return len(c.Buffer) == 0 })),
}

var concurrentRegistrations = []Mutant{
	New("mr.register.refused-then-usable/unusable", "A region that has refused a buffer refuses every other.",
		Since(Refused(calls.MRRegister), On(calls.MRRegister), Say(nd2.InvalidDeviceState))),
	New("mr.register.several-at-once/mixed-up", "A registration is of the buffer of another that is in progress.",
		Recording(func(c *calls.Call, inProgress *calls.Record[[]byte]) nd2.Status {
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
	New("mr.register.while-connecting/refused", "Memory can't be registered while a connection is being made.",
		Refusing(calls.MRRegister, nd2.InsufficientResources, func(c *calls.Call) bool {
			return slices.ContainsFunc(calls.Living[*calls.Connector](c.Object), func(k *calls.Connector) bool {
				return len(k.Outstanding()) > 0
			})
		})),
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

// severalWindows breaks what holds for a region as long as any of its windows is bound, and once none is.
func severalWindows() []Mutant {
	return []Mutant{
		New("mr.deregister.busy-while-bound/until-first-is-closed",
			"Once one window of a region has been invalidated, Deregister does not mind the others.",
			Keeping2(func(c *calls.Call, region *calls.Record[*calls.Object], closed *calls.Record[bool]) nd2.Status {
				s, w := c.Proceed(), calls.ObjectOf(c.Window)
				switch {
				case c.Method == calls.MRDeregister && s == nd2.DeviceBusy && closed.Get(c.Object):
					return nd2.Success
				case w == nil || s != nd2.Success:
				case c.Method == calls.QPBind:
					region.Set(w, Region(c))
				case c.Method == calls.QPInvalidate:
					closed.Set(region.Set(w, nil), true)
				}
				return s
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

// refusedOften breaks that a refused call leaves no trace, as it shows when it is repeated.
var refusedOften = []Mutant{
	WearingOut("mr.deregister.nd-device-busy/worn", calls.MRDeregister, calls.MRRegister, nd2.InsufficientResources),
	WearingOut("mr.register.one-buffer/worn", calls.MRRegister, calls.MRRegister, nd2.InsufficientResources),
	WearingOut("mr.register.refused-then-usable/worn", calls.MRRegister, calls.MRRegister, nd2.InsufficientResources),
}

// countedRegistrations breaks what holds of registrations however many there have been before.
var countedRegistrations = []Mutant{
	New("mr.deregister.own-region-only/byte", "The 256th Deregister ends another region of the adapter.",
		Nth(256, On(calls.MRDeregister).Of(Parent), Then(func(c *calls.Call) {
			for _, other := range Siblings[*calls.MemoryRegion](c.Object) {
				other.Inner.Deregister(new(nd2.Overlapped))
			}
		}))),
}

// combinedRights breaks each right where it comes with certain others.
func combinedRights() []Mutant {
	with := func(half, what string, set, lost nd2.RegionFlags) Mutant {
		return New("mr.rights.combined/"+half, what, Before(calls.MRRegister, func(c *calls.Call) {
			if c.Rights == set {
				c.Rights &^= lost
			}
		}))
	}
	return []Mutant{
		with("local-write", "Local write is lost beside remote read.", nd2.AllowLocalWrite|nd2.AllowRemoteRead,
			nd2.AllowLocalWrite),
		New("mr.rights.combined/read-sink",
			"No Read lands in a region with ND_MR_FLAG_ALLOW_REMOTE_WRITE and ND_MR_FLAG_RDMA_READ_SINK alone.",
			refusingRegions(func(c *calls.Call, r known) bool {
				return c.Method == calls.QPRead && r.rights == nd2.AllowRemoteWrite|nd2.RDMAReadSink
			})),
		New("mr.rights.combined/refused", "ND_MR_FLAG_DO_NOT_SECURE_VM is refused beside remote read alone.",
			Refusing(calls.MRRegister, nd2.InvalidParameter, func(c *calls.Call) bool {
				return c.Rights == nd2.AllowRemoteRead|nd2.DoNotSecureVM
			})),
		with("remote-read", "Remote read is lost beside remote write.", nd2.AllowRemoteWrite|nd2.AllowRemoteRead,
			nd2.AllowRemoteRead),
		New("mr.rights.combined/remote-write", "Remote write is no more than local write beside a read sink.",
			Before(calls.MRRegister, func(c *calls.Call) {
				if c.Rights == nd2.AllowRemoteWrite|nd2.RDMAReadSink {
					c.Rights = nd2.AllowLocalWrite | nd2.RDMAReadSink
				}
			})),
	}
}
