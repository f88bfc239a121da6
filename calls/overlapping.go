package calls

import "github.com/ndconform/ndconform/nd2"

// An overlapping object forwards IND2Overlapped.
type overlapping struct {
	Object
	requester nd2.Overlapping
}

// CancelOverlappedRequests implements [nd2.Overlapping].
func (o *overlapping) CancelOverlappedRequests() nd2.Status {
	return o.do(&Call{Method: CancelOverlappedRequests}, func(*Call) nd2.Status {
		return o.requester.CancelOverlappedRequests()
	})
}

// GetOverlappedResult implements [nd2.Overlapping].
func (o *overlapping) GetOverlappedResult(client *nd2.Overlapped, wait bool) nd2.Status {
	s := o.shadowOf(client)
	return o.do(&Call{Method: GetOverlappedResult, Shadow: s, Wait: wait}, func(c *Call) nd2.Status {
		if c.Shadow == nil {
			return o.requester.GetOverlappedResult(client, c.Wait)
		}
		return c.Shadow.result(o.requester, c.Wait)
	})
}
