package requirement

import "github.com/ndconform/ndconform/nd2"

// refusedByPeer is the ruling on a transfer that the peer refuses.
const refusedByPeer = "The page for v2's Read names ND_REMOTE_ERROR, Microsoft's tests expect ND_ACCESS_VIOLATION. " +
	"On iWARP a Write may have succeeded before the peer refuses it: nothing is stored then either, and the " +
	"connection ends. " + unheardRuling

var nd1Data = of(
	Entry{Interface: "INDEndpoint", Kind: Data, Profile: ND1, Needs: []Need{NeedND1}, Rests: ND1Ground},
	Entry{
		ID: "endpoint.send.data", Method: "Send", Source: "INDEndpoint::Send",
		Rule: "A message is gathered from the Send's entries and scattered to the Receive's, to the last byte and not " +
			"beyond, and the Receive's result tells its length.",
		Halves: []string{"first-entry", "last-byte", "length", "rounded", "scattered"},
	},
	Entry{
		ID: "endpoint.send.nd-no-more-entries", Method: "Send", Kind: Return, Needs: []Need{NeedRead},
		Source: "INDEndpoint::Send",
		Rule: "An endpoint of the most outbound entries refuses a request beyond them, and has room again when requests " +
			"have completed.",
		Ruling: roomierRuling,
	},
	Entry{
		ID: "endpoint.send.nd-connection-invalid", Method: "Send", Kind: Return, Source: "INDEndpoint::Send",
		Rule: "An endpoint that is not connected sends nothing.",
	},
	Entry{
		ID: "endpoint.send.silent-success", Method: "Send", Source: "INDEndpoint::Send, Parameters",
		Rule:   "A Send of silent success has no result, and its message arrives.",
		Halves: []string{"not-sent", "reported"},
	},
	Entry{
		ID: "endpoint.receive.nd-local-length", Method: "Receive", Kind: Completion,
		Source: "ndspi.h, Map version 1 error values to version 2",
		Rule:   "A Receive that is shorter than its message ends with the code for that.",
		Accept: []nd2.Status{nd2.DataOverrun, nd2.BufferOverflow},
		Ruling: "v1's ND_LOCAL_LENGTH is v2's ND_DATA_OVERRUN; v2 has ND_BUFFER_OVERFLOW for the same.",
	},
	Entry{
		ID: "endpoint.receive.before-connecting", Method: "Receive", Kind: Lifetime, Source: "INDEndpoint::Receive",
		Rule: "A Receive may be posted before the endpoint is connected, and takes the first message.",
	},
	Entry{
		ID: "endpoint.sendandinvalidate.invalidates", Method: "SendAndInvalidate", Source: "INDEndpoint::SendAndInvalidate",
		Rule: "The message arrives, and the peer's window is invalidated: it can be bound again, and what was known of it " +
			"opens nothing.",
		Halves: []string{"no-message", "stays"},
	},
	Entry{
		ID: "endpoint.sendandinvalidate.window-result", Method: "SendAndInvalidate",
		Source: "INDAdapter::CreateMemoryWindow, Parameters",
		Rule: "The peer gets the result that its window was created with, beside the Receive's result, each time that the " +
			"window is bound again and invalidated in this way.",
		Halves: []string{"another", "first-only", "none"},
	},
	Entry{
		ID: "endpoint.sendandinvalidate.outdated", Method: "SendAndInvalidate", Level: Should,
		Source: "INDEndpoint::SendAndInvalidate, Parameters",
		Rule: "A descriptor of an earlier binding leaves alone a window that has been bound anew, if the tokens differ; " +
			"the descriptor of a released window, of a region, or of a window bound to another endpoint leaves everything " +
			"alone.",
		Ruling: "By the page the descriptor names the window to invalidate. Such a descriptor names no window of the " +
			"endpoint; no page says what becomes of its message.",
	},
	Entry{
		ID: "endpoint.send.solicits", Method: "Send", Kind: Notification, Source: "INDEndpoint::Send, Parameters",
		Rule: "A Send that asks for a solicited event completes the peer's request for notification of solicited results, " +
			"whatever its length, and whether its own success is silent or not.",
		Halves: []string{"empty", "ignored", "silent"},
	},
	Entry{
		ID: "endpoint.sendandinvalidate.solicits", Method: "SendAndInvalidate", Kind: Notification,
		Source: "INDEndpoint::SendAndInvalidate, Parameters",
		Rule: "A SendAndInvalidate that asks for a solicited event completes the peer's request for notification of " +
			"solicited results, as a Send does.",
	},
	Entry{
		ID: "endpoint.bind.descriptor", Method: "Bind", Source: "INDEndpoint::Bind; ndspi.h, ND_MW_DESCRIPTOR",
		Rule:   "The descriptor has the window's base and length in network order.",
		Halves: []string{"host-order", "length"},
	},
	Entry{
		ID: "endpoint.bind.usable-at-once", Method: "Bind", Kind: Ordering, Source: "INDEndpoint::Bind",
		Rule: "The descriptor can be sent to the peer and used by it when the call returns, before its result has " +
			"been taken.",
	},
	Entry{
		ID: "endpoint.bind.rights", Method: "Bind", Needs: []Need{NeedRead}, Source: "INDEndpoint::Bind, Parameters",
		Rule:   "A window bound for reading alone refuses Writes, and one bound for writing alone refuses Reads.",
		Accept: remoteAccess, Ruling: refusedByPeer, Halves: []string{"readable", "writable"},
	},
	Entry{
		ID: "endpoint.invalidate.ends-access", Method: "Invalidate", Source: "INDEndpoint::Invalidate",
		Rule:   "After Invalidate has completed, a transfer through the window fails and moves nothing.",
		Accept: remoteAccess, Ruling: refusedByPeer,
	},
	Entry{
		ID: "endpoint.invalidate.nd-invalidation-error", Method: "Invalidate", Kind: Completion,
		Source: "INDEndpoint::Invalidate; ndspi.h, Map version 1 error values to version 2",
		Rule:   "Invalidating a window that is not bound fails with the code for that, in the call or as a result.",
		Accept: []nd2.Status{nd2.InvalidDeviceRequest},
	},
	Entry{
		ID: "endpoint.read.data", Method: "Read", Needs: []Need{NeedRead}, Source: "INDEndpoint::Read",
		Rule: "A Read fetches what the peer's window holds from the offset, however far into the window, to the last byte " +
			"and not beyond.",
		Halves: []string{"last-byte", "offset", "offset-cut"},
	},
	Entry{
		ID: "endpoint.write.data", Method: "Write", Source: "INDEndpoint::Write",
		Rule: "A Write stores to the peer's window from the offset, however far into the window, to the last byte and not " +
			"beyond.",
		Halves: []string{"last-byte", "offset", "offset-cut"},
	},
	Entry{
		ID: "endpoint.write.beyond-window", Method: "Write", Source: "INDEndpoint::Write",
		Rule:   "A Write that reaches one byte beyond the window fails, and stores nothing there.",
		Accept: remoteAccess, Ruling: refusedByPeer,
	},
	Entry{
		ID: "endpoint.flush.cancels", Method: "Flush", Kind: Lifetime, Source: "INDEndpoint::Flush",
		Rule:   "All Receives of the endpoint end with ND_CANCELED, each once and in the order posted.",
		Halves: []string{"another-status", "forgets-one", "reversed"},
	},
	Entry{
		ID: "endpoint.flush.outbound", Method: "Flush", Kind: Lifetime, Source: "INDEndpoint::Flush",
		Rule:   "Flush ends all outbound requests, each once and in the order posted, and those that wait with ND_CANCELED.",
		Halves: []string{"another-status", "forgets-one", "reversed"},
	},
	Entry{
		ID: "endpoint.submitrequestbatch.carried-out", Method: "SubmitRequestBatch", Kind: Ordering,
		Source: "INDEndpoint::SubmitRequestBatch, Remarks",
		Rule:   "The requests of a batch are carried out in the order issued, and so are those after it.",
	},
	Entry{
		ID: "endpoint.getresults.own-results", Interface: "INDCompletionQueue", Method: "GetResults",
		Source: "INDCompletionQueue, Remarks; INDCompletionQueue::GetResults",
		Rule: "The results that are handed back are those that the requests were given, in the order in which the " +
			"requests completed.",
	},
	Entry{
		ID: "endpoint.getresults.count", Interface: "INDCompletionQueue", Method: "GetResults",
		Source: "INDCompletionQueue::GetResults, Return Value and Remarks",
		Rule: "The call returns how many results it has handed back, the oldest ones, and leaves the others queued; fewer " +
			"than the array holds means that none is left.",
		Halves: []string{"at-most-32", "one-less"},
	},
	Entry{
		ID: "endpoint.receive.max-entries", Method: "Receive", Kind: Limit,
		Source: "INDConnector::CreateEndpoint, Parameters",
		Rule:   "A Receive of as many entries as the adapter allows, on an endpoint created for them, fills them all.",
		Halves: []string{"last-skipped", "refused"},
	},
	Entry{
		ID: "endpoint.receive.nd-no-more-entries", Method: "Receive", Kind: Return,
		Source: "INDConnector::CreateEndpoint, Parameters",
		Rule:   "An endpoint of the most inbound entries, once it is full, refuses one more Receive.",
		Ruling: roomierRuling,
	},
	Entry{
		ID: "endpoint.send.max-entries", Method: "Send", Kind: Limit, Source: "INDConnector::CreateEndpoint, Parameters",
		Rule:   "A Send of as many entries as the adapter allows, on an endpoint created for them, sends them all.",
		Halves: []string{"last-skipped", "refused"},
	},
)
