package nic

// Limits are the limits of a device. Each is enforced at the value that
// ND2_ADAPTER_INFO reports.
type Limits struct {
	// Registration is in bytes, of one registration.
	Registration uint64
	// InitiatorSGE, ReceiveSGE and ReadSGE count the entries of a request.
	InitiatorSGE, ReceiveSGE, ReadSGE uint32
	// Transfer and Inline are in bytes, of one request.
	Transfer, Inline uint32
	// InboundReads and OutboundReads count a connection's Reads in progress.
	InboundReads, OutboundReads uint32
	// The depths count requests, or results. A SharedReceiveDepth of 0 means that
	// there are no shared receive queues.
	ReceiveDepth, InitiatorDepth, SharedReceiveDepth, CompletionDepth uint32
	// CQResize says whether completion queues can be resized.
	CQResize bool
	// MTU is the path MTU in bytes.
	MTU int
}

// DefaultLimits are moderate, so that each can be reached cheaply.
func DefaultLimits() Limits {
	return Limits{
		Registration:       64 << 20,
		InitiatorSGE:       16,
		ReceiveSGE:         16,
		ReadSGE:            8,
		Transfer:           16 << 20,
		Inline:             256,
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
