package nd1

import "github.com/ndconform/ndconform/nd2"

// Overlapping is INDOverlapped: what every object with asynchronous requests offers.
// Requests pend and are notified as in v2. Source: ndspi.h, INDOverlapped.
type Overlapping interface {
	nd2.Unknown

	// CancelOverlappedRequests completes all of this object's requests in progress
	// with ND_CANCELED.
	//
	// ND_SUCCESS; ND_UNSUCCESSFUL: not all could be canceled.
	// Source: INDOverlapped::CancelOverlappedRequests.
	CancelOverlappedRequests() nd2.Status

	// GetOverlappedResult returns the final status of o's request; *bytesTransferred is
	// undefined. With wait it returns when the request has completed; without, it
	// returns ND_PENDING before.
	//
	// The request's status; ND_PENDING. Source: INDOverlapped::GetOverlappedResult.
	GetOverlappedResult(o *nd2.Overlapped, bytesTransferred *uintptr, wait bool) nd2.Status
}
