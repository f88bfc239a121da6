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

// plain makes a request whose only parameter is the OVERLAPPED.
func (o *nd1Overlapping) plain(method uintptr, v *nd2.Overlapped) nd2.Status {
	return o.request(v, nil, func(overlapped uintptr) nd2.Status { return o.do(method, overlapped) })
}

// get1 calls a method that copies bytes out.
func (o *object) get1(name string, method uintptr, to []byte, size *uintptr) nd2.Status {
	f := o.frame(name)
	defer f.end()
	return o.do(method, f.room(to, sizeOf(size)), ref(f, size))
}

// An nd1Listen implements [nd1.Listen].
type nd1Listen struct{ nd1Overlapping }
