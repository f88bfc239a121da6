package nd1

import "github.com/ndconform/ndconform/nd2"

// Endpoint is INDEndpoint: where data is exchanged with one peer. Receives are its
// inbound requests, all others its outbound ones. A call that fails posts nothing;
// a result with an error status ends the connection.
//
// Of every method: result is the client's, left alone from the call to GetResults;
// the slice of entries may be empty, and may be reused when the call returns.
// Flags are [nd2.SilentSuccess], [nd2.ReadFence] and those named.
// Source: ndspi.h, INDEndpoint.
type Endpoint interface {
	nd2.Unknown

	// Flush cancels all requests of this endpoint; their results (ND_CANCELED) may
	// follow its return.
	//
	// ND_SUCCESS. Source: INDEndpoint::Flush.
	Flush() nd2.Status

	// StartRequestBatch lets the provider put off the requests that follow until
	// SubmitRequestBatch; it need not. Source: INDEndpoint::StartRequestBatch.
	StartRequestBatch()

	// SubmitRequestBatch carries out the requests of the batch, and ends it. Source:
	// INDEndpoint::SubmitRequestBatch.
	SubmitRequestBatch()

	// Send sends a message into a Receive of the peer.
	// Flags: [nd2.SendAndSolicitEvent].
	//
	// ND_SUCCESS; ND_CONNECTION_INVALID: not connected; ND_BUFFER_OVERFLOW: more
	// data than MaxOutboundLength; ND_NO_MORE_ENTRIES: nOutboundEntries are
	// outstanding; ND_DATA_OVERRUN: more entries than nOutboundSge.
	// Source: INDEndpoint::Send.
	Send(result *Result, sge []SGE, flags nd2.OpFlags) nd2.Status

	// SendAndInvalidate is Send, and invalidates a window of the peer's when the
	// message has arrived there. Source: INDEndpoint::SendAndInvalidate.
	SendAndInvalidate(result *Result, sge []SGE, remote *MWDescriptor, flags nd2.OpFlags) nd2.Status

	// Receive posts a buffer for one message of the peer, connected or not. A longer
	// message ends it with [LocalLength].
	//
	// ND_SUCCESS; ND_BUFFER_OVERFLOW: more data than MaxInboundLength;
	// ND_NO_MORE_ENTRIES: nInboundEntries are outstanding; ND_DATA_OVERRUN: more
	// entries than nInboundSge. Source: INDEndpoint::Receive.
	Receive(result *Result, sge []SGE) nd2.Status

	// Bind opens buffer, which lies within the memory of mr, to the peer through a
	// window. *descriptor, for the peer, may be sent at once.
	// Flags: [nd2.AllowRead], [nd2.AllowWrite].
	//
	// ND_SUCCESS; ND_CONNECTION_INVALID: not connected; ND_NO_MORE_ENTRIES;
	// ND_ACCESS_VIOLATION: buffer is not within mr's memory.
	// Source: INDEndpoint::Bind.
	Bind(result *Result, mr MRHandle, window MemoryWindow, buffer []byte, flags nd2.OpFlags,
		descriptor *MWDescriptor) nd2.Status

	// Invalidate closes a window; transfers through it fail. For an unbound window it
	// ends with [InvalidationError].
	//
	// ND_SUCCESS; ND_CONNECTION_INVALID: not connected; ND_NO_MORE_ENTRIES.
	// Source: INDEndpoint::Invalidate.
	Invalidate(result *Result, window MemoryWindow, flags nd2.OpFlags) nd2.Status

	// Read fetches bytes from the peer's window, from offset in bytes, until the
	// entries are full. Its statuses are Send's. Source: INDEndpoint::Read.
	Read(result *Result, sge []SGE, remote *MWDescriptor, offset uint64, flags nd2.OpFlags) nd2.Status

	// Write stores the entries' bytes to the peer's window from offset, in bytes. Its
	// statuses are Send's. Source: INDEndpoint::Write.
	Write(result *Result, sge []SGE, remote *MWDescriptor, offset uint64, flags nd2.OpFlags) nd2.Status
}

// MemoryWindow is INDMemoryWindow: registered memory opened to the peer of one
// endpoint, from Bind to Invalidate. Source: ndspi.h, INDMemoryWindow.
type MemoryWindow interface {
	nd2.Unknown
}
