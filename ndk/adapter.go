package ndk

// Provider stands for a miniport's entry points for NDK: its NDK adapters. Source:
// NDIS_NDK_PROVIDER_CHARACTERISTICS.
type Provider interface {
	// OpenAdapter is OPEN_NDK_ADAPTER_HANDLER. The AdapterId in ND2_ADAPTER_INFO names
	// the miniport.
	//
	// STATUS_SUCCESS; STATUS_INVALID_PARAMETER: no such adapter.
	// Source: OPEN_NDK_ADAPTER_HANDLER.
	OpenAdapter(adapterID uint64, adapter *Adapter) Status

	// CloseAdapter is CLOSE_NDK_ADAPTER_HANDLER. It blocks until all successors are
	// closed and every callback has returned, so no callback may call it.
	//
	// STATUS_SUCCESS. Source: CLOSE_NDK_ADAPTER_HANDLER; NDKPI Object Lifetime
	// Requirements, Closing Adapter Objects.
	CloseAdapter(adapter Adapter) Status
}

// Adapter is NDK_ADAPTER with NDK_ADAPTER_DISPATCH. Each creation returns the object in
// its last parameter, with STATUS_SUCCESS. After STATUS_PENDING completion has the
// object, and the parameter is untouched.
type Adapter interface {
	// QueryAdapterInfo is NDK_FN_QUERY_ADAPTER_INFO.
	//
	// STATUS_SUCCESS. Source: NDK_FN_QUERY_ADAPTER_INFO.
	QueryAdapterInfo(info *AdapterInfo) Status

	// CreateCq is NDK_FN_CREATE_CQ, for a polled queue of depth results: notifications
	// of completion queues are not covered.
	//
	// STATUS_SUCCESS; STATUS_PENDING; STATUS_INVALID_PARAMETER: more than
	// MaxCqDepth; STATUS_INSUFFICIENT_RESOURCES. Source: NDK_FN_CREATE_CQ.
	CreateCq(depth uint32, completion CreateCompletion, requestContext uintptr, cq *CQ) Status

	// CreatePd is NDK_FN_CREATE_PD.
	//
	// STATUS_SUCCESS; STATUS_PENDING; STATUS_INSUFFICIENT_RESOURCES.
	// Source: NDK_FN_CREATE_PD.
	CreatePd(completion CreateCompletion, requestContext uintptr, pd *PD) Status

	// CreateConnector is NDK_FN_CREATE_CONNECTOR.
	//
	// STATUS_SUCCESS; STATUS_PENDING; STATUS_INSUFFICIENT_RESOURCES.
	// Source: NDK_FN_CREATE_CONNECTOR.
	CreateConnector(completion CreateCompletion, requestContext uintptr, connector *Connector) Status
}

// AdapterInfo is NDK_ADAPTER_INFO, with the limits of the covered functions. Source:
// ndkinfo.h.
type AdapterInfo struct {
	Version             Version
	VendorID, DeviceID  uint32
	MaxRegistrationSize uint64 // bytes
	// Scatter/gather entries of a request.
	MaxInitiatorRequestSGE, MaxReceiveRequestSGE uint32
	// Bytes of a request.
	MaxTransferLength, MaxInlineDataSize uint32
	// Reads in progress.
	MaxInboundReadLimit, MaxOutboundReadLimit uint32
	// Requests, or results.
	MaxInitiatorQueueDepth, MaxSrqDepth, MaxCqDepth uint32
}
