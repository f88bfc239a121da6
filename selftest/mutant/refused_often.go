package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// worn is after how many refusals an adapter is worn out: more than an ordinary spec asks for.
const worn = 100

// WearingOut makes a mutant of a refusal that leaves something behind: once an adapter has refused 100 calls of a
// method, the calls of another method fail.
func WearingOut(id, method, broken string, with nd2.Status) Mutant {
	return New(id, "What is refused takes a place for good.",
		Recording(func(c *calls.Call, refusals *calls.Record[int]) nd2.Status {
			on := adapterOf(c)
			if c.Method == broken && refusals.Get(on) >= worn {
				return with
			}
			s := c.Proceed()
			if c.Method == method && s.Failed() {
				refusals.Update(on, Increment)
			}
			return s
		}))
}

// adapterOf is the adapter that a call is on, or on whose object it is.
func adapterOf(c *calls.Call) *calls.Object {
	if c.Parent != nil {
		return &c.Parent.Object
	}
	return c.Object
}

// Exhausted makes a mutant: an object takes so many calls of a method, and refuses those after them.
func Exhausted(id, method string) Mutant {
	const most = 200
	return New(id+"/exhausted", "An object takes 200 calls of "+method+", and no more.",
		RecordingAt(method, func(c *calls.Call, made *calls.Record[int]) nd2.Status {
			if made.Get(c.Object) >= most {
				return nd2.InsufficientResources
			}
			made.Update(c.Object, Increment)
			return c.Proceed()
		}))
}
