//go:build windows && (amd64 || arm64)

package dll

import "github.com/ndconform/ndconform/nd2"

// An nd1Overlapping is the part shared by v1's objects with overlapped requests.
type nd1Overlapping struct{ *object }

// CancelOverlappedRequests implements [nd1.Overlapping].
func (o *nd1Overlapping) CancelOverlappedRequests() nd2.Status {
	return (&overlapping{o.object}).CancelOverlappedRequests()
}

// GetOverlappedResult implements [nd1.Overlapping].
func (o *nd1Overlapping) GetOverlappedResult(v *nd2.Overlapped, bytesTransferred *uintptr, wait bool) nd2.Status {
	f := o.frame("GetOverlappedResult")
	defer f.end()
	if v == nil {
		return o.do(getOverlappedResult, 0, ref(f, bytesTransferred), boolean(wait))
	}
	request := o.proxies.of(v)
	notified := request.wasNotified()
	s := o.do(getOverlappedResult, request.address(), ref(f, bytesTransferred), boolean(wait))
	request.answered(v, s, wait, notified)
	return s
}
