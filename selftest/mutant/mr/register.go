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
