package calls

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// Insist makes the call, as proceed does, as [providers.Insist] has it. GetOverlappedResult is made once, since its
// status is a request's.
func (c *Call) Insist(proceed func(*Call) nd2.Status, refused func(nd2.Status)) nd2.Status {
	if c.Method == GetOverlappedResult || c.Method == ND1GetOverlappedResult {
		return proceed(c)
	}
	return providers.Insist(func() nd2.Status { return proceed(c) }, refused)
}
