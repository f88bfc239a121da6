package calls

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// Insist has the call proceed as [providers.Insist] has it. GetOverlappedResult is made once: its status is a
// request's.
func (c *Call) Insist(refused func(nd2.Status)) nd2.Status {
	if c.Method == GetOverlappedResult || c.Method == ND1GetOverlappedResult {
		return c.Proceed()
	}
	return providers.Insist(c.Proceed, refused)
}

// Insisting returns a provider on which, and on what comes out of it, each call insists as [Call.Insist] does: only
// what is refused twice in a row is refused.
func Insisting(p nd2.Provider) nd2.Provider {
	return Watch(p, func(c *Call) nd2.Status { return c.Insist(func(nd2.Status) {}) })
}
