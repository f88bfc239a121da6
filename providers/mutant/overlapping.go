package mutant

import "github.com/ndconform/ndconform/nd2"

// An overlapping object forwards IND2Overlapped.
type overlapping struct {
	object
	requester nd2.Overlapping
}

// CancelOverlappedRequests implements [nd2.Overlapping].
func (o *overlapping) CancelOverlappedRequests() nd2.Status {
	return o.do(&call{method: "IND2Overlapped::CancelOverlappedRequests"}, func(*call) nd2.Status {
		return o.requester.CancelOverlappedRequests()
	})
}

// GetOverlappedResult implements [nd2.Overlapping].
func (o *overlapping) GetOverlappedResult(client *nd2.Overlapped, wait bool) nd2.Status {
	s := o.shadowOf(client)
	return o.do(&call{method: "IND2Overlapped::GetOverlappedResult", shadow: s, wait: wait}, func(c *call) nd2.Status {
		if c.shadow == nil {
			return o.requester.GetOverlappedResult(client, c.wait)
		}
		return c.shadow.result(o.requester, c.wait)
	})
}
