package client

// Where the documents say what programs must do.
const (
	asynchronous = "NetworkDirectSPI.md, Asynchronous operations"
	overlapped   = "IND2Overlapped.md, IND2Overlapped::GetOverlappedResult"
	entries      = "IND2QueuePair.md, ND2_SGE structure, Members"
	register     = "IND2MemoryRegion.md, IND2MemoryRegion::Register"
	bind         = "IND2QueuePair.md, IND2QueuePair::Bind, Parameters"
	pair         = "IND2Adapter.md, IND2Adapter::CreateQueuePair, Parameters"
	model        = "NetworkDirectSPI.md, NetworkDirect SPI model"
)

var rules = []Rule{
	{
		"client.adapter.info-version", "IND2Adapter.md, IND2Adapter::Query, Parameters",
		"A program sets InfoVersion before it calls Query with an ND2_ADAPTER_INFO.",
	},
	{
		"client.completion-queue.no-depth", "IND2Adapter.md, IND2Adapter::CreateCompletionQueue, Parameters",
		"A completion queue is created with a depth greater than zero.",
	},
	{
		"client.completion-queue.not-drained", "IND2CompletionQueue.md, IND2CompletionQueue::Notify, Remarks",
		"A program that was notified takes results until GetResults returns fewer than asked for, before it waits for " +
			"the next notification.",
	},
	{
		"client.completion-queue.notify-type", "IND2CompletionQueue.md, IND2CompletionQueue::Notify, Parameters",
		"Notify is called with one of the types ND_CQ_NOTIFY_ERRORS, ND_CQ_NOTIFY_ANY and ND_CQ_NOTIFY_SOLICITED.",
	},
	{
		"client.completion-queue.results-left", "IND2CompletionQueue.md, IND2CompletionQueue::GetResults, Remarks",
		"A program takes the results of its requests before it releases the completion queue.",
	},
	{
		"client.completion-queue.too-small", "IND2CompletionQueue.md, IND2CompletionQueue::Notify, Parameters",
		"A completion queue has room for the results of all requests that a queue pair has outstanding.",
	},
	{
		"client.connector.complete-connect", "IND2Connector.md, IND2Connector::CompleteConnect, Remarks",
		"The program that connects calls CompleteConnect before it uses the connection.",
	},
	{
		"client.connector.connect-failed", "IND2Connector.md, IND2Connector::Connect, Remarks",
		"A program calls CompleteConnect only if Connect has succeeded.",
	},
	{
		"client.connector.connect-pending", "IND2Connector.md, IND2Connector::Connect, Remarks",
		"A program calls CompleteConnect when Connect has completed, and not while it is pending.",
	},
	{
		"client.connector.no-request", "IND2Connector.md, IND2Connector::Accept",
		"A program accepts or rejects with a connector that GetConnectionRequest has given a request, and accepts it once.",
	},
	{
		"client.connector.not-connecting", "IND2Connector.md, IND2Connector::CompleteConnect",
		"A program calls CompleteConnect to complete a Connect of the same connector, and once for each.",
	},
	{
		"client.connector.one-queue-pair", "IND2Adapter.md, IND2Adapter::CreateQueuePair, Remarks",
		"A connector has one queue pair at a time, and a queue pair one connector: it must be disconnected before another.",
	},
	{
		"client.connector.reject-connected", "IND2Connector.md, IND2Connector::Reject",
		"A program rejects a request that is pending, and no connection that is established.",
	},
	{
		"client.connector.reused", "IND2Connector.md, IND2Connector::Accept, Return Value",
		"A program does not use a connector again after Accept or CompleteConnect has failed, or after Connect has failed " +
			"in a way for which the page allows no retry.",
	},
	{
		"client.file.leaked", "IND2Adapter.md, IND2Adapter::CreateOverlappedFile",
		"A program closes the overlapped files that it has created.",
	},
	{
		"client.limits.exceeded", "IND2Adapter.md, ND2_ADAPTER_INFO structure, Members",
		"A program asks for no more than the limits that Query returns.",
	},
	{
		"client.listener.not-listening", "IND2Listener.md, IND2Listener::Listen",
		"A program binds a listener and has it listen before it asks for requests.",
	},
	{
		"client.memory.flags", register + ", Parameters",
		"A region is registered with flags of the page only.",
	},
	{
		"client.memory.in-use", "IND2QueuePair.md, ND2_SGE structure",
		"Memory stays registered until the results of all requests that use it have been taken.",
	},
	{
		"client.memory.no-local-write", register + ", Parameters",
		"A Receive stores into regions with ND_MR_FLAG_ALLOW_LOCAL_WRITE, a Read into these or such with " +
			"ND_MR_FLAG_RDMA_READ_SINK.",
	},
	{
		"client.memory.not-registered", entries,
		"The token of an entry is the local token of a region that is registered with the adapter.",
	},
	{
		"client.memory.not-yet-registered", register + ", Return Value",
		"A program uses a region, and asks for its tokens, when Register has completed, and not while it is pending.",
	},
	{
		"client.memory.one-buffer", "IND2MemoryRegion.md, IND2MemoryRegion interface",
		"A program registers one buffer with a region.",
	},
	{"client.memory.outside-region", entries, "The buffer of an entry lies within the region that its token names."},
	{
		"client.memory.released-registered", "IND2MemoryRegion.md, IND2MemoryRegion::Deregister, Remarks",
		"A program deregisters a region before it releases it.",
	},
	{
		"client.memory.window-bound", "IND2MemoryRegion.md, IND2MemoryRegion::Deregister, Return Value",
		"A program invalidates the windows that are bound to a region before it deregisters the region.",
	},
	{"client.object.leaked", model, "A program releases each reference that it has."},
	{
		"client.object.used-after-release", model,
		"A program uses no object whose last reference it has released, and no file that it has closed.",
	},
	{
		"client.object.wrong", "IND2MemoryWindow.md, IND2MemoryWindow interface, Remarks",
		"The objects of a call are there, of the kind that the parameter is for, and of one adapter.",
	},
	{
		"client.overlapped.asked-at-once", overlapped + ", Remarks",
		"No two calls of GetOverlappedResult for one OVERLAPPED go on at once.",
	},
	{
		"client.overlapped.in-use", asynchronous,
		"An OVERLAPPED serves one request at a time: it is the provider's until the request has completed.",
	},
	{"client.overlapped.missing", asynchronous, "A method that takes an OVERLAPPED is given one."},
	{
		"client.overlapped.not-pending", asynchronous,
		"Only a request that returned ND_PENDING is waited for: a request that succeeds or fails at once is complete.",
	},
	{
		"client.overlapped.result-not-asked", overlapped + ", Remarks",
		"A program calls GetOverlappedResult for each request that was pending, however it hears of its end.",
	},
	{
		"client.overlapped.wait-without-event", overlapped + ", Parameters",
		"A program that waits in GetOverlappedResult has given the request an event.",
	},
	{
		"client.private-data.too-long", "IND2Adapter.md, ND2_ADAPTER_INFO structure, Members",
		"Private data are no longer than MaxCallerData or MaxCalleeData.",
	},
	{
		"client.queue-pair.after-disconnect", "IND2Connector.md, IND2Connector::Disconnect, Remarks",
		"A program posts no initiator request to a queue pair that it has disconnected, and does not connect it " +
			"again.",
	},
	{
		"client.queue-pair.flags", "IND2QueuePair.md, IND2QueuePair::Send, Parameters",
		"A request has only the flags that its type allows.",
	},
	{"client.queue-pair.full", pair, "No more requests are outstanding than a queue was created for."},
	{"client.queue-pair.inline", pair, "An inline request has no more data than the queue pair was created for."},
	{
		"client.queue-pair.not-connected", "IND2QueuePair.md, IND2QueuePair::Send, Return Value",
		"A program posts Receives only to a queue pair before it is connected.",
	},
	{"client.queue-pair.too-many-entries", pair, "A request has no more entries than the queue pair was created for."},
	{
		"client.window.bound", "IND2MemoryWindow.md, IND2MemoryWindow interface, Remarks",
		"A program invalidates a window before it binds it again.",
	},
	{"client.window.no-access-flag", bind, "A Bind has ND_OP_FLAG_ALLOW_READ or ND_OP_FLAG_ALLOW_WRITE."},
	{
		"client.window.no-local-write", bind,
		"A Bind with ND_OP_FLAG_ALLOW_WRITE is to a region with ND_MR_FLAG_ALLOW_LOCAL_WRITE.",
	},
	{
		"client.window.not-bound", "IND2CompletionQueue.md, ND2_RESULT structure, Remarks",
		"A program invalidates a window that is bound.",
	},
	{"client.window.outside-region", bind, "The buffer that a window is bound to lies entirely within the region."},
	{
		"client.window.token-before-bind", "IND2MemoryWindow.md, IND2MemoryWindow interface, Remarks",
		"A program asks for the remote token of a window after it has bound the window.",
	},
}
