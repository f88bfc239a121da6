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
		AfterMany(worn, Refused(method).Of(adapterOf), On(broken).Of(adapterOf), Say(with)))
}

// adapterOf is the adapter that a call is on, or on whose object it is.
func adapterOf(c *calls.Call) *calls.Object {
	if c.Parent != nil {
		return &c.Parent.Object
	}
	return c.Object
}

// Exhausted makes a mutant: an object takes a number of calls of a method, and refuses those after them.
func Exhausted(id, method string) Mutant {
	return New(id+"/exhausted", "An object takes 200 calls of "+method+", and no more.",
		AfterMany(200, On(method), On(method), Say(nd2.InsufficientResources)))
}
