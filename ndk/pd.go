package ndk

// PD is NDK_PD with NDK_PD_DISPATCH: a protection domain. Creations work as for
// [Adapter].
type PD interface {
	Object

	// CreateMr is NDK_FN_CREATE_MR, for an ordinary memory region.
	//
	// STATUS_SUCCESS; STATUS_PENDING; STATUS_INSUFFICIENT_RESOURCES.
	// Source: NDK_FN_CREATE_MR.
	CreateMr(completion CreateCompletion, requestContext uintptr, mr *MR) Status

	// CreateSrq is NDK_FN_CREATE_SRQ, for depth Receives with at most
	// maxReceiveRequestSGE entries each. notification, which may be nil, is called when
	// fewer than notifyThreshold Receives are left: once, until ModifySrq arms it
	// again. affinity, which may be nil, says which processors should call it.
	//
	// STATUS_SUCCESS; STATUS_PENDING; STATUS_INVALID_PARAMETER: depth above
	// MaxSrqDepth, or entries above MaxReceiveRequestSge;
	// STATUS_INSUFFICIENT_RESOURCES, inline or through completion.
	// Source: NDK_FN_CREATE_SRQ.
	CreateSrq(depth, maxReceiveRequestSGE, notifyThreshold uint32, notification SRQNotification,
		notificationContext uintptr, affinity *GroupAffinity, completion CreateCompletion, requestContext uintptr,
		srq *SRQ) Status

	// CreateQpWithSrq is NDK_FN_CREATE_QP_WITH_SRQ: a queue pair that takes its
	// Receives from srq. qpContext comes back in each [Result].
	//
	// STATUS_SUCCESS; STATUS_PENDING; STATUS_INVALID_PARAMETER: a number above the
	// adapter's; STATUS_INSUFFICIENT_RESOURCES, inline or through completion.
	// Source: NDK_FN_CREATE_QP_WITH_SRQ.
	CreateQpWithSrq(receiveCQ, initiatorCQ CQ, srq SRQ, qpContext uintptr,
		initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize uint32, completion CreateCompletion,
		requestContext uintptr, qp *QP) Status
}
