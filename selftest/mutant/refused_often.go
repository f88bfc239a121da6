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
