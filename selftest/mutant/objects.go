package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// UnknownIID is the mutant of a method by which any interface id yields an object.
func UnknownIID(entry, method string, iid nd2.GUID) Mutant {
	return New(entry+".unknown-iid/accepted", "An interface id that is not known yields an object.",
		Before(method, func(c *calls.Call) {
			if c.IID != nd2.IIDUnknown {
				c.IID = iid
			}
		}))
}

// AlikeIID makes the mutant of a method that does not look at the whole of an interface's id.
func AlikeIID(entry, method string, iid nd2.GUID) Mutant {
	return New(entry+".unknown-iid/alike", "An interface id that begins like the known one yields an object.",
		Before(method, func(c *calls.Call) {
			if c.IID.Data1 == iid.Data1 {
				c.IID = iid
			}
		}))
}

// RefusingInterface makes a defect: objects of a kind do not have an interface.
func RefusingInterface(kind string, iid nd2.GUID) Defect {
	return At(calls.QueryInterface, func(c *calls.Call) nd2.Status {
		if c.Object.Kind == kind && c.IID == iid {
			*c.Out = nil
			return nd2.NotSupported
		}
		return c.Proceed()
	})
}

// LeakingReference makes a defect: a created object's reference to another is never
// dropped.
func LeakingReference(method string, to func(*calls.Call) nd2.Unknown) Defect {
	return After(method, func(c *calls.Call) { calls.Unwrap(to(c)).AddRef() })
}
