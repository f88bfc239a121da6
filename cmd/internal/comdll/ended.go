//go:build windows && cgo

package comdll

import "github.com/ndconform/ndconform/nd2"

// endedRequests are the statuses of requests that have ended, by the client's OVERLAPPED. The
// OVERLAPPED itself does not say how: the system writes to it what the pipe's read has come to,
// which is success or ND_CANCELED, and if the file is bound to a completion port, it may do so
// only when the packet is taken from there. Until then the OVERLAPPED says ND_PENDING.
//
// The last few thousand are known. Many programs never ask for a success.
type endedRequests struct{ young, old map[uintptr]nd2.Status }

// mostEnded is how many there are in each of the two maps.
const mostEnded = 4096

// note takes the status of a request that has ended.
func (e *endedRequests) note(at uintptr, s nd2.Status) {
	if len(e.young) >= mostEnded {
		e.old, e.young = e.young, nil
	}
	if e.young == nil {
		e.young = map[uintptr]nd2.Status{}
	}
	e.young[at] = s
}

// forget drops the status of an OVERLAPPED that is used for another request.
func (e *endedRequests) forget(at uintptr) {
	delete(e.young, at)
	delete(e.old, at)
}

// status returns the status of the last request of an OVERLAPPED.
func (e *endedRequests) status(at uintptr) (s nd2.Status, ok bool) {
	if s, ok = e.young[at]; !ok {
		s, ok = e.old[at]
	}
	return s, ok
}

// mayStandFor reports whether the field Internal of an OVERLAPPED is what the system may have left there
// for a request that has ended with s. Otherwise the client has used it for something else.
func mayStandFor(internal uintptr, s nd2.Status) bool {
	switch nd2.Status(internal) {
	case nd2.Pending, nd2.Canceled, s: // the read was canceled if the request failed, or by the client
		return true
	}
	return false
}
