package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// OtherInterfaces are the mutants of a method that creates objects with an interface, when it is asked for another.
func OtherInterfaces(entry, method string, own nd2.GUID) []Mutant {
	refused := func(c *calls.Call, s nd2.Status) bool { return s.Failed() && c.IID != own && c.Out != nil }
	entry += ".unknown-iid"
	return []Mutant{
		New(entry+"/accepted", "Any interface yields an object, those of other kinds, too.",
			Before(method, func(c *calls.Call) {
				if c.IID != nd2.IIDUnknown {
					c.IID = own
				}
			})),
		New(entry+"/beside-failure", "An interface that is refused yields an object.",
			At(method, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if refused(c, s) {
					c.IID = own
					c.Proceed()
				}
				return s
			})),
		New(entry+"/no-object", "The call succeeds for an interface that nobody has defined, and gives nothing.",
			At(method, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if _, defined := calls.InterfaceOf(c.IID); !defined && refused(c, s) {
					return nd2.Success
				}
				return s
			})),
	}
}

// Siblings lists the other objects of a type that an object's adapter has.
func Siblings[T any](o *calls.Object) []T {
	return slices.DeleteFunc(calls.Others[T](o), func(other T) bool { return calls.ObjectOf(other).Parent != o.Parent })
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
