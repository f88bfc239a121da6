package requirement

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

var qpWrite = of(
	Entry{Interface: "IND2QueuePair", Method: "Write", Kind: Data, Profile: Core},
	Entry{
		ID: "qp.write.nd-success", Kind: Return,
		Rule: "A Write within the limits is posted, and its result has its type and the contexts of the request and of the " +
			"queue pair.",
		Halves: []string{"queue-pair-context", "request-context", "type"},
	},
	Entry{
		ID: "qp.write.nd-connection-invalid", Kind: Return, Rule: "A Write on a queue pair that is not connected is refused.",
	},
	Entry{
		ID: "qp.write.nd-buffer-overflow", Kind: Return, Level: Should,
		Rule:   "A Write of more than MaxTransferLength bytes fails.",
		Accept: []nd2.Status{nd2.BufferOverflow, nd2.DataOverrun},
		Ruling: "Return Value has the call refuse it with ND_BUFFER_OVERFLOW; ND2_RESULT structure, Remarks, has " +
			"ND_DATA_OVERRUN for the same cause, as a result. Each in its own place: a call that returns ND_DATA_OVERRUN " +
			"speaks of too many entries. " + moreThanTransfer,
	},
	Entry{
		ID: "qp.write.nd-no-more-entries", Kind: Return,
		Rule:   "A Write is refused when the initiator queue, of the largest depth, is full.",
		Ruling: roomierRuling,
	},
	Entry{
		ID: "qp.write.nd-data-overrun", Kind: Return,
		Rule:   "A Write of more entries than MaxInitiatorSge is refused; if it is taken all the same, it is carried out.",
		Ruling: surplusRuling, Halves: []string{"other", "unnoticed"},
	},
	Entry{
		ID: "qp.write.nd-invalid-parameter-6", Kind: Return,
		Rule: "A Write with a flag that is not one of a Write's is refused.",
	},
	Entry{
		ID: "qp.write.refused-posts-nothing", Kind: Limit, Source: "Remarks",
		Rule:   "A Write that is refused yields no result and leaves the queue pair usable.",
		Halves: []string{"places-lost", "result", "takes-effect", "unusable"},
	},
	Entry{
		ID: "qp.write.no-entries", Rule: "A Write without entries succeeds and changes nothing.",
		Halves: []string{"of-former-request", "refused"},
	},
	Entry{
		ID: "qp.write.max-entries", Kind: Limit, Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure",
		Rule:   "A Write of MaxInitiatorSge entries carries all of them.",
		Halves: []string{"last-skipped", "refused"},
	},
	Entry{
		ID: "qp.write.stores",
		Rule: "The peer's memory at the remote address holds the bytes of the Write, from one to many packets' worth, and " +
			"nothing around them is touched.",
		Halves: []string{"first-byte", "last-byte", "one-more", "second-packet"},
	},
	Entry{
		ID: "qp.write.gathers",
		Rule: "The entries' bytes, and no others, are stored one after the other in the order of the list, whatever region " +
			"each is in, however long they are and whatever list a request before had.",
		Halves: []string{
			"boundary", "damaged-beyond-64-kib", "former-entries-checked", "last-skipped", "neighbors", "reversed",
		},
	},
	Entry{
		ID: "qp.write.one-sided", Kind: Notification,
		Rule: "A Write takes no Receive of the peer and yields no result there.",
	},
	Entry{
		ID: "qp.write.list-is-copied", Kind: Lifetime, Rule: "The list of entries may be reused as soon as the call returns.",
	},
	Entry{
		ID: "qp.write.silent-success", Kind: Completion,
		Rule: "A Write with ND_OP_FLAG_SILENT_SUCCESS that succeeds yields no result.",
	},
	Entry{
		ID: "qp.write.silent-failure", Kind: Completion,
		Rule: "A Write with ND_OP_FLAG_SILENT_SUCCESS that fails yields a result.",
	},
	Entry{
		ID: "qp.write.flags-combined", Kind: Ordering, Needs: []Need{NeedRead}, Source: "Parameters",
		Rule:   "A Write may have several of its flags at once, and each has its effect.",
		Halves: []string{"fence-lost", "inline-silence-lost", "refused", "silence-lost"},
	},
	Entry{
		ID: "qp.write.max-transfer-length", Kind: Limit, Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure",
		Rule: "A Write of MaxTransferLength bytes is carried out.",
	},
	Entry{
		ID: "qp.write.read-fence", Kind: Ordering, Needs: []Need{NeedRead},
		Rule: "A Write with ND_OP_FLAG_READ_FENCE stores what the Reads before it have fetched, and stores nothing until " +
			"all are over, those of no bytes as well.",
		Halves: []string{"empty-read-ignored", "ignored", "never-carried-out", "several", "stores-first"},
	},
	Entry{
		ID: "qp.write.remote-access", Kind: Completion,
		Source: "Parameters; MS tests: src/unittests/ndmemorytest/ndwriteviolation.cpp, ndoverreadwrite.cpp",
		Rule:   "A Write that the peer's memory does not allow fails, or ends the connection after it has been sent.",
		Accept: remoteWrite, Preferred: remoteWritePreferred, Ruling: remoteWriteRuling,
	},
	Entry{
		ID: "qp.write.once", Needs: []Need{Fault(fault.Partition), Fault(fault.Hold)},
		Source: "NetworkDirectSPI.md, Registering a NetworkDirect provider",
		Rule: "Once a message that was sent after a Write has arrived, the Write changes no byte any more, even if its " +
			"sender has to send it again since the network loses the answers.",
		Halves: []string{"always", "resent"},
	},
	Entry{
		ID: "qp.write.despite-losses", Needs: []Need{Fault(fault.Unreliable)},
		Source: "NetworkDirectSPI.md, Registering a NetworkDirect provider",
		Rule:   "When the network now and then loses packets or delivers them twice, Writes still store all of their bytes.",
		Accept: despiteLosses, Ruling: despiteLossesRuling, Halves: []string{"damaged", "fails"},
	},
	Entry{
		ID: "qp.write.inline-any-token", Needs: []Need{NeedInline},
		Rule:   "An inline Write takes its data from memory that is registered or not, whatever the local tokens are.",
		Halves: []string{"checked", "checked-if-registered"},
	},
	Entry{
		ID: "qp.write.inline-any-entries", Kind: Limit, Needs: []Need{NeedInline},
		Rule: "An inline Write may have more entries than the queue pair was created with.",
	},
	Entry{
		ID: "qp.write.inline-limit", Kind: Limit, Needs: []Need{NeedInline},
		Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure, Implementation Notes",
		Rule:   "An inline Write of exactly the inline data size, over all entries, is carried out.",
		Halves: []string{"last-entry-cut", "refused"},
	},
	Entry{
		ID: "qp.write.inline-over-limit", Kind: Return, Level: Should,
		Rule:   "An inline Write of more than MaxInlineDataSize bytes is refused.",
		Accept: []nd2.Status{nd2.BufferOverflow, nd2.DataOverrun, nd2.InvalidParameter, nd2.InvalidParameter6},
		Ruling: "The page says that the client stays within the limit, and not what becomes of more.",
	},
	Entry{
		ID: "qp.write.inline-is-copied", Kind: Lifetime, Level: Should, Needs: []Need{NeedInline},
		Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure",
		Rule:   "The memory of an inline Write may be reused as soon as the call returns, since no DMA fetches it later.",
		Ruling: "By the structure the data is transferred without further DMA, by the method's page it should be; neither " +
			"says when the memory may be reused.",
	},
)
