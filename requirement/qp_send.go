package requirement

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

// despiteLosses are the statuses allowed when the network drops packets.
var despiteLosses = []nd2.Status{nd2.Success, nd2.IOTimeout, nd2.Timeout}

const despiteLossesRuling = "A provider registers with guaranteed delivery. The pages don't say how often it tries, " +
	"but what it repaired once it repairs again, however often. A provider that gives up ends the connection: then a " +
	"request may also end with ND_CANCELED or ND_REMOTE_ERROR, for the other end may have given up. On iWARP, which the " +
	"page of IND2Listener names, a Send or a Write is over once it is on its way, and may have succeeded before; then " +
	"its Receive is canceled."

var qpSend = of(
	Entry{Interface: "IND2QueuePair", Method: "Send", Kind: Data, Profile: Core},
	Entry{
		ID: "qp.send.nd-success", Kind: Return,
		Rule: "A Send within the limits is posted, and its result has its type and the contexts of the request and of the " +
			"queue pair.",
		Halves: []string{"queue-pair-context", "request-context", "type"},
	},
	Entry{
		ID: "qp.send.nd-connection-invalid", Kind: Return, Rule: "A Send on a queue pair that is not connected is refused.",
	},
	Entry{
		ID: "qp.send.nd-buffer-overflow", Kind: Return, Level: Should,
		Rule:   "A Send of more than MaxTransferLength bytes fails.",
		Accept: []nd2.Status{nd2.BufferOverflow, nd2.DataOverrun},
		Ruling: "Return Value has the call refuse it with ND_BUFFER_OVERFLOW; ND2_RESULT structure, Remarks, has " +
			"ND_DATA_OVERRUN for the same cause, as a result. Each in its own place: a call that returns ND_DATA_OVERRUN " +
			"speaks of too many entries. " + moreThanTransfer,
	},
	Entry{
		ID: "qp.send.nd-no-more-entries", Kind: Return,
		Rule:   "A Send is refused when the initiator queue, of the largest depth, is full.",
		Ruling: roomierRuling,
	},
	Entry{
		ID: "qp.send.nd-data-overrun", Kind: Return,
		Rule:   "A Send of more entries than MaxInitiatorSge is refused; if it is taken all the same, it is carried out.",
		Ruling: surplusRuling, Halves: []string{"other", "unnoticed"},
	},
	Entry{
		ID: "qp.send.nd-invalid-parameter-4", Kind: Return,
		Rule: "A Send with a flag that is not one of a Send's is refused.",
	},
	Entry{
		ID: "qp.send.refused-posts-nothing", Kind: Limit, Source: "Remarks",
		Rule:   "A Send that is refused yields no result and leaves the queue pair usable.",
		Halves: []string{"places-lost", "result", "takes-effect", "unusable"},
	},
	Entry{
		ID: "qp.send.once", Needs: []Need{Fault(fault.Partition), Fault(fault.Hold)},
		Source: "NetworkDirectSPI.md, Registering a NetworkDirect provider",
		Rule: "A message whose sender does not hear that it has arrived, since the network loses the answer, arrives " +
			"once all the same.",
		Halves: []string{"resent", "twice"},
	},
	Entry{
		ID: "qp.send.despite-losses", Needs: []Need{Fault(fault.Unreliable)},
		Source: "NetworkDirectSPI.md, Registering a NetworkDirect provider",
		Rule: "When the network now and then loses packets or delivers them twice, messages still arrive once, whole and " +
			"in order.",
		Accept: despiteLosses, Ruling: despiteLossesRuling, Halves: []string{"damaged", "fails", "twice"},
	},
	Entry{ID: "qp.send.no-entries", Rule: "A Send without entries completes a Receive with no bytes."},
	Entry{
		ID: "qp.send.max-entries", Kind: Limit, Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure",
		Rule:   "A Send of MaxInitiatorSge entries carries all of them.",
		Halves: []string{"last-skipped", "refused"},
	},
	Entry{
		ID: "qp.send.max-transfer-length", Kind: Limit, Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure",
		Rule: "A Send of MaxTransferLength bytes is carried out.",
	},
	Entry{
		ID: "qp.send.beyond-registration-size", Kind: Limit, Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure",
		Rule: "A Send of entries in several regions carries more bytes than one of the regions holds, and more than " +
			"MaxRegistrationSize where the adapter transfers as much.",
		Halves: []string{"cut", "first-region"},
	},
	Entry{
		ID: "qp.send.delivers",
		Rule: "The Receive gets the bytes of the Send, from none to many packets' worth, and nothing around them is " +
			"touched.",
		Halves: []string{"byte-behind", "first-byte", "last-byte", "second-packet"},
	},
	Entry{
		ID: "qp.send.gathers",
		Rule: "The entries' bytes, and no others, arrive one after the other in the order of the list, whatever region " +
			"each is in, however long they are and whatever list a request before had.",
		Halves: []string{
			"boundary", "damaged-beyond-64-kib", "former-entries-checked", "last-skipped", "neighbors", "reversed",
		},
	},
	Entry{
		ID: "qp.send.list-is-copied", Kind: Lifetime, Rule: "The list of entries may be reused as soon as the call returns.",
	},
	Entry{
		ID: "qp.send.silent-success", Kind: Completion,
		Rule: "A Send with ND_OP_FLAG_SILENT_SUCCESS that succeeds yields no result.",
	},
	Entry{
		ID: "qp.send.silent-failure", Kind: Completion,
		Rule: "A Send with ND_OP_FLAG_SILENT_SUCCESS that fails yields a result.",
	},
	Entry{
		ID: "qp.send.flags-combined", Kind: Ordering, Needs: []Need{NeedRead}, Source: "Parameters",
		Rule: "A Send may have several of its flags at once, and each has its effect.",
		Halves: []string{
			"event-lost", "fenced-event-lost", "inline-event-lost", "inline-unfenced", "refused", "silence-lost",
		},
	},
	Entry{
		ID: "qp.send.read-fence", Kind: Ordering, Needs: []Need{NeedRead},
		Rule: "A Send with ND_OP_FLAG_READ_FENCE waits until all Reads before it are over, those of no bytes as well, and " +
			"carries what they have fetched.",
		Halves: []string{"empty-read-ignored", "ignored", "never-carried-out", "several"},
	},
	Entry{
		ID: "qp.send.inline-any-token", Needs: []Need{NeedInline},
		Rule:   "An inline Send takes its data from memory that is registered or not, whatever the tokens are.",
		Halves: []string{"checked", "checked-if-registered"},
	},
	Entry{
		ID: "qp.send.inline-any-entries", Kind: Limit, Needs: []Need{NeedInline},
		Rule: "An inline Send may have more entries than the queue pair was created with.",
	},
	Entry{
		ID: "qp.send.inline-limit", Kind: Limit, Needs: []Need{NeedInline},
		Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure, Implementation Notes",
		Rule:   "An inline Send of exactly the inline data size, over all entries, is carried out.",
		Halves: []string{"last-entry-cut", "refused"},
	},
	Entry{
		ID: "qp.send.inline-over-limit", Kind: Return, Level: Should,
		Rule:   "An inline Send of more than MaxInlineDataSize bytes is refused.",
		Accept: []nd2.Status{nd2.BufferOverflow, nd2.DataOverrun, nd2.InvalidParameter, nd2.InvalidParameter4},
		Ruling: "The page says that the client stays within the limit, and not what becomes of more.",
	},
	Entry{
		ID: "qp.send.inline-is-copied", Kind: Lifetime, Level: Should, Needs: []Need{NeedInline},
		Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure",
		Rule:   "The memory of an inline Send may be reused as soon as the call returns, since no DMA fetches it later.",
		Ruling: "By the structure the data is transferred without further DMA, by the method's page it should be; neither " +
			"says when the memory may be reused.",
	},
)
