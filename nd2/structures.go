package nd2

// SGE is ND2_SGE, a scatter/gather entry: local memory that a request sends
// from or receives into. The entry is used during the call only; the memory
// it names belongs to the provider until the request completes.
// Source: IND2QueuePair.md, ND2_SGE structure.
type SGE struct {
	// Buffer lies within the region of MemoryRegionToken, or anywhere for an
	// inline request. ND2 counts at most 2³²−1 bytes per entry.
	Buffer []byte
	// MemoryRegionToken is from IND2MemoryRegion::GetLocalToken.
	MemoryRegionToken uint32
}

// Result is ND2_RESULT, the outcome of a request on a queue pair.
// Source: IND2CompletionQueue.md, ND2_RESULT structure.
type Result struct {
	Status Status
	// BytesTransferred is defined for Receives only.
	BytesTransferred uint32
	// QueuePairContext is the context given when the queue pair was created.
	QueuePairContext uintptr
	// RequestContext is the context given when the request was issued.
	RequestContext uintptr
	RequestType    RequestType
}

// AdapterInfo is ND2_ADAPTER_INFO: what an adapter is and its limits, which
// hold for each alone and not for all at once. The fields lie as in the C
// structure for 64-bit systems.
// Source: IND2Adapter.md, ND2_ADAPTER_INFO structure.
type AdapterInfo struct {
	// InfoVersion is set by the caller of Query: [Version2].
	InfoVersion uint32
	VendorID    uint16
	DeviceID    uint16
	AdapterID   uint64
	// MaxRegistrationSize is in bytes, of one registration.
	MaxRegistrationSize uintptr
	// MaxWindowSize is in bytes; the documents call it unused.
	MaxWindowSize uintptr
	// MaxInitiatorSGE counts entries of a Send or Write, MaxReceiveSGE of a
	// Receive, MaxReadSGE of a Read (at most MaxInitiatorSGE).
	MaxInitiatorSGE uint32
	MaxReceiveSGE   uint32
	MaxReadSGE      uint32
	// MaxTransferLength is in bytes, of one request's entries together.
	MaxTransferLength uint32
	// MaxInlineDataSize is in bytes, of one request.
	MaxInlineDataSize uint32
	// MaxInboundReadLimit and MaxOutboundReadLimit count Reads in progress
	// with a local queue pair as target and as initiator.
	MaxInboundReadLimit  uint32
	MaxOutboundReadLimit uint32
	// The depths count requests, or results.
	MaxReceiveQueueDepth       uint32
	MaxInitiatorQueueDepth     uint32
	MaxSharedReceiveQueueDepth uint32
	MaxCompletionQueueDepth    uint32
	// InlineRequestThreshold and LargeRequestThreshold are hints, in bytes.
	InlineRequestThreshold uint32
	LargeRequestThreshold  uint32
	// MaxCallerData (Connect) and MaxCalleeData (Accept, Reject) are in bytes.
	MaxCallerData uint32
	MaxCalleeData uint32
	AdapterFlags  AdapterFlags
}

// AdapterInfoSize is sizeof(ND2_ADAPTER_INFO) on 64-bit systems, in bytes. A
// Query with this size always succeeds.
const AdapterInfoSize = 96

// SocketAddressList is SOCKET_ADDRESS_LIST: the addresses of an adapter or a
// provider, each a sockaddr (see [Sockaddr]) that the caller owns.
type SocketAddressList struct {
	Address [][]byte
}
