package nic

// Limits are the limits of a device. Each is enforced at the value in ND2_ADAPTER_INFO.
type Limits struct {
	// Registration is the largest registration in bytes.
	Registration uint64
	// InitiatorSGE, ReceiveSGE and ReadSGE limit the entries of a request.
	InitiatorSGE, ReceiveSGE, ReadSGE uint32
	// Transfer and Inline limit the bytes of a request.
	Transfer, Inline uint32
	// CallerData and CalleeData limit the private data of a Connect, and of an Accept or a Reject, in bytes.
	CallerData, CalleeData uint32
	// InboundReads and OutboundReads limit a connection's Reads in progress.
	InboundReads, OutboundReads uint32
	// The depths count requests, or results. With a SharedReceiveDepth of 0 there are
	// no shared receive queues.
	ReceiveDepth, InitiatorDepth, SharedReceiveDepth, CompletionDepth uint32
	// CQResize says that completion queues can be resized.
	CQResize bool
	// MTU is the path MTU in bytes.
	MTU int
}

// DefaultLimits are low enough that tests reach each cheaply.
func DefaultLimits() Limits {
	return Limits{
		Registration:       64 << 20,
		InitiatorSGE:       16,
		ReceiveSGE:         16,
		ReadSGE:            8,
		Transfer:           16 << 20,
		Inline:             256,
		CallerData:         MaxCallerData,
		CalleeData:         MaxCalleeData,
		InboundReads:       16,
		OutboundReads:      16,
		ReceiveDepth:       1024,
		InitiatorDepth:     1024,
		SharedReceiveDepth: 2048,
		CompletionDepth:    4096,
		CQResize:           true,
		MTU:                4096,
	}
}
