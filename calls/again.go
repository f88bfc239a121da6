package calls

import "github.com/ndconform/ndconform/nd2"

// Lacks reports whether a status says that the adapter, or the system, is out of something: memory, resources or
// ports.
func Lacks(s nd2.Status) bool {
	return s == nd2.InsufficientResources || s == nd2.NoMemory || s == nd2.TooManyAddresses
}

// insistMost is how often a call is made at most.
const insistMost = 8

// Insist has the call proceed again as long as it lacks something, which may be of the moment, until it is refused
// twice in a row with the same status. It tells refused of each earlier refusal. GetOverlappedResult is made once: its
// status is a request's. Source: IND2Adapter.md, IND2Adapter::Query, Remarks: the maxima may be out of reach under
// load.
func (c *Call) Insist(refused func(nd2.Status)) nd2.Status {
	s := c.Proceed()
	if c.Method == GetOverlappedResult || c.Method == ND1GetOverlappedResult {
		return s
	}
	for made, before := 1, nd2.Success; Lacks(s) && s != before && made < insistMost; made++ {
		before = s
		refused(s)
		s = c.Proceed()
	}
	return s
}
