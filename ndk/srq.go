package ndk

// SRQ is NDK_SRQ with NDK_SRQ_DISPATCH: Receives for several queue pairs.
type SRQ interface {
	Object

	// ModifySrq is NDK_FN_MODIFY_SRQ. 0 leaves the depth unchanged, or the threshold
	// and whether it is armed. Another threshold arms the notification. It comes at
	// once if fewer Receives are posted, and disarms itself by coming.
	//
	// STATUS_SUCCESS; STATUS_PENDING; STATUS_INVALID_PARAMETER: a depth above
	// MaxSrqDepth. Source: NDK_FN_MODIFY_SRQ.
	ModifySrq(depth, notifyThreshold uint32, completion RequestCompletion, requestContext uintptr) Status

	// SrqReceive is NDK_FN_SRQ_RECEIVE: it posts a Receive, whose result goes to the
	// receive completion queue of the queue pair that takes it.
	//
	// STATUS_SUCCESS. Source: NDK_FN_SRQ_RECEIVE.
	SrqReceive(requestContext uintptr, sgl []SGE) Status
}

// SRQNotification is NDK_FN_SRQ_NOTIFICATION_CALLBACK.
//
// STATUS_SUCCESS: the Receives have become few; STATUS_INTERNAL_ERROR: the queue and
// its queue pairs are unusable. Source: NDK_FN_SRQ_NOTIFICATION_CALLBACK.
type SRQNotification func(notificationContext uintptr, status Status)

// SGE is NDK_SGE: memory, and its region's token.
type SGE struct {
	Buffer            []byte
	MemoryRegionToken uint32
}
