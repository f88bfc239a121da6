package mr

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// refusedOften breaks that a refused call leaves no trace, as it shows when it is repeated.
var refusedOften = []Mutant{
	WearingOut("mr.deregister.nd-device-busy/worn", calls.MRDeregister, calls.MRRegister, nd2.InsufficientResources),
	WearingOut("mr.register.one-buffer/worn", calls.MRRegister, calls.MRRegister, nd2.InsufficientResources),
	WearingOut("mr.register.refused-then-usable/worn", calls.MRRegister, calls.MRRegister, nd2.InsufficientResources),
}

// countedRegistrations breaks what holds of registrations however many there have been before.
var countedRegistrations = []Mutant{
	New("mr.deregister.own-region-only/byte", "The 256th Deregister ends another region of the adapter.",
		Recording(func(c *calls.Call, count *calls.Record[int]) nd2.Status {
			s := c.Proceed()
			if c.Method != calls.MRDeregister || s.Failed() || count.Update(&c.Parent.Object, Increment) != 256 {
				return s
			}
			for _, other := range calls.Others[*calls.MemoryRegion](c.Object) {
				if other.Parent == c.Parent {
					other.Inner.Deregister(new(nd2.Overlapped))
				}
			}
			return s
		})),
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
