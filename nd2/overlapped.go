package nd2

// An Event is a Win32 event as a provider sees it: something to reset when a
// request starts and to set when it completes. The client supplies it.
// Source: NetworkDirectSPI.md, Asynchronous operations.
type Event interface {
	// Set signals the event. It never blocks.
	Set()
	// Reset makes the event unsignaled.
	Reset()
}

// A CompletionPort is an I/O completion port as a provider sees it: a queue
// that takes one packet for each request that returned ND_PENDING and has
// completed. The client supplies it.
// Source: IND2Adapter.md, IND2Adapter::CreateOverlappedFile, Remarks.
type CompletionPort interface {
	// Post queues a packet for o with the key that the file was bound with. It
	// never blocks.
	Post(key uintptr, o *Overlapped)
}

// Overlapped is OVERLAPPED: what an asynchronous request is known by. From the
// call that returns ND_PENDING until the request has completed it belongs to
// the provider; otherwise to the client. A request that completes inline, with
// success or an error, leaves it alone.
// Source: NetworkDirectSPI.md, Asynchronous operations; IND2Adapter.md,
// IND2Adapter::CreateOverlappedFile, Implementation Notes.
type Overlapped struct {
	// Internal holds the status of the request, for the provider's use.
	Internal uintptr
	// InternalHigh holds the bytes transferred, which mean nothing to a client.
	InternalHigh uintptr
	// Event, if there is one, is reset when a request becomes pending and set
	// when it completes.
	Event Event
}

// An OverlappedFile is the HANDLE that IND2Adapter::CreateOverlappedFile
// returns, with what Win32 lets a client do to it.
type OverlappedFile interface {
	// BindCompletionPort is CreateIoCompletionPort: completions of requests on
	// this file's objects are posted to port with key. A file is bound once; a
	// second call returns ND_INVALID_PARAMETER.
	BindCompletionPort(port CompletionPort, key uintptr) Status
	// Close is CloseHandle. A client may close the file while objects use it;
	// nothing may leak or break because of it. A second call returns ND_INVALID_HANDLE.
	Close() Status
}
