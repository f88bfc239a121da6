package calls

import "github.com/ndconform/ndconform/nd2"

// Lacks reports whether a status says that the adapter or the system lacks memory, resources or ports.
func Lacks(s nd2.Status) bool {
	return s == nd2.InsufficientResources || s == nd2.NoMemory || s == nd2.TooManyAddresses
}

// insistMost limits how often a call is made.
const insistMost = 8

// Insist makes the call again as long as it lacks something, until the same status refuses it twice in a row: a lack
// may be momentary. It tells refused of each earlier refusal. GetOverlappedResult is made once, since its status is a
// request's.
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

// Insisting returns a provider on which each call, also on its objects, insists as [Call.Insist] does: only a second
// refusal in a row counts. Source: IND2Adapter.md, IND2Adapter::Query, Remarks: the maxima may be out of reach under
// load.
func Insisting(p nd2.Provider) nd2.Provider {
	return Watch(p, func(c *Call) nd2.Status { return c.Insist(func(nd2.Status) {}) })
}
