package nd2

// Overlapping is IND2Overlapped: what every object with asynchronous requests offers. A request that returns ND_PENDING
// completes later and is notified. With any other status it is over, and nothing is notified. Source:
// IND2Overlapped.md.
type Overlapping interface {
	Unknown

	// CancelOverlappedRequests completes all of this object's requests in
	// progress with ND_CANCELED. The notifications may still be on their way
	// when it returns.
	//
	// ND_SUCCESS; ND_UNSUCCESSFUL: not all could be canceled.
	// Source: IND2Overlapped::CancelOverlappedRequests.
	CancelOverlappedRequests() Status

	// GetOverlappedResult returns the final status of the request that o was given to. With wait it returns when the
	// request has completed, and o needs an event; without, ND_PENDING says that it has not. A provider may start a
	// further phase here and answer ND_PENDING again, so clients loop. Calls with different o may run at once.
	//
	// The request's status; ND_PENDING; ND_CANCELED; ND_DEVICE_REMOVED.
	// Source: IND2Overlapped::GetOverlappedResult.
	GetOverlappedResult(o *Overlapped, wait bool) Status
}
