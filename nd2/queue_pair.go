package nd2

// QueuePair is IND2QueuePair: where data is exchanged with one peer. Requests
// other than Receives form its initiator queue. A method that fails posts no
// result and leaves the queue pair usable; a result with an error status ends
// the connection, and later requests end with ND_CANCELED.
//
// Of every method: requestContext comes back in the [Result]; the slice of
// entries may be empty, and may be reused when the call returns, while the
// memory that it names is the provider's until the result; remote addresses are
// in host order and tokens are as the peer gave them.
// Source: IND2QueuePair.md.
type QueuePair interface {
	Unknown

	// Flush cancels all requests of this queue pair, whose results (ND_CANCELED)
	// may follow its return.
	//
	// ND_SUCCESS. Source: IND2QueuePair::Flush.
	Flush() Status

	// Send sends a message into a Receive of the peer. Flags: [SilentSuccess],
	// [ReadFence], [SendAndSolicitEvent], [Inline].
	//
	// ND_SUCCESS; ND_CONNECTION_INVALID: not connected; ND_BUFFER_OVERFLOW:
	// more data than the hardware takes; ND_NO_MORE_ENTRIES: the initiator queue
	// is full; ND_DATA_OVERRUN: more entries than maxInitiatorRequestSGE;
	// ND_INVALID_PARAMETER_4: flags. Source: IND2QueuePair::Send.
	Send(requestContext uintptr, sge []SGE, flags OpFlags) Status

	// Receive posts a buffer for one Send of the peer, connected or not.
	//
	// ND_SUCCESS; ND_BUFFER_OVERFLOW: more data than the hardware takes;
	// ND_NO_MORE_ENTRIES: the receive queue is full; ND_DATA_OVERRUN: more
	// entries than maxReceiveRequestSGE. Source: IND2QueuePair::Receive.
	Receive(requestContext uintptr, sge []SGE) Status

	// Bind opens buffer, which lies within memoryRegion's, to the peer through
	// memoryWindow. Flags: [AllowRead], [AllowWrite] (which needs a region with
	// [AllowLocalWrite]), [SilentSuccess], [ReadFence].
	//
	// ND_SUCCESS; ND_CONNECTION_INVALID: not connected; ND_NO_MORE_ENTRIES: the
	// initiator queue is full; ND_ACCESS_VIOLATION: the region does not allow
	// it. Source: IND2QueuePair::Bind.
	Bind(requestContext uintptr, memoryRegion, memoryWindow Unknown, buffer []byte, flags OpFlags) Status

	// Invalidate closes memoryWindow; transfers that use it fail. Flags:
	// [SilentSuccess], [ReadFence].
	//
	// ND_SUCCESS; ND_CONNECTION_INVALID: not connected; ND_NO_MORE_ENTRIES: the
	// initiator queue is full. Source: IND2QueuePair::Invalidate.
	Invalidate(requestContext uintptr, memoryWindow Unknown, flags OpFlags) Status

	// Read fetches the peer's memory at remoteAddress, as many bytes as the
	// entries hold. Flags: [SilentSuccess], [ReadFence].
	//
	// ND_SUCCESS; ND_CONNECTION_INVALID: not connected; ND_BUFFER_OVERFLOW:
	// more data than the hardware takes; ND_NO_MORE_ENTRIES: the initiator queue
	// is full; ND_DATA_OVERRUN: more entries than allowed; ND_REMOTE_ERROR:
	// beyond the remote memory. Source: IND2QueuePair::Read.
	Read(requestContext uintptr, sge []SGE, remoteAddress uint64, remoteToken uint32, flags OpFlags) Status

	// Write stores the entries' bytes to the peer's memory at remoteAddress.
	// Flags: [SilentSuccess], [ReadFence], [Inline].
	//
	// ND_SUCCESS; ND_CONNECTION_INVALID: not connected; ND_BUFFER_OVERFLOW:
	// more data than the hardware takes; ND_NO_MORE_ENTRIES: the initiator queue
	// is full; ND_DATA_OVERRUN: more entries than maxInitiatorRequestSGE;
	// ND_INVALID_PARAMETER_6: flags. Source: IND2QueuePair::Write.
	Write(requestContext uintptr, sge []SGE, remoteAddress uint64, remoteToken uint32, flags OpFlags) Status
}
