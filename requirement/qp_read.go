package requirement

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

// unheard is how a request may end that the peer refuses, where the refusal does not get
// here: the peer's queue pair has failed, or its disconnection comes first.
var unheard = []nd2.Status{nd2.IOTimeout, nd2.Canceled}

const unheardRuling = "A network may lose the peer's refusal: ND2_RESULT structure, Remarks, has ND_IO_TIMEOUT for a " +
	"failure of the remote queue pair. " +
	"Or it brings the disconnection that follows first, by which Connect's Remarks have the requests of both sides " +
	"canceled."

// remoteAccess is how a request may fail that the peer's memory does not allow.
var remoteAccess = slices.Concat([]nd2.Status{nd2.AccessViolation, nd2.RemoteError}, unheard)

const remoteAccessRuling = "Read's page names ND_REMOTE_ERROR; Microsoft's tests expect ND_ACCESS_VIOLATION, which " +
	"the table of results describes for local memory. Neither is preferred. " + unheardRuling

// remoteWrite is how a Write may end that the peer's memory does not allow, the preferred
// statuses first.
var remoteWrite = slices.Concat([]nd2.Status{nd2.AccessViolation, nd2.RemoteError, nd2.Success}, unheard)

// remoteWritePreferred is how many of remoteWrite are preferred.
const remoteWritePreferred = 3

const remoteWriteRuling = remoteAccessRuling +
	" On iWARP, which Listen's remarks name, a Write is over once it has been sent: then no byte has changed and the " +
	"connection ends."

// flagsRuling is the ruling on flags where no status is for those that are invalid.
const flagsRuling = "The page lists the flags, and names no status for others: they may be refused or ignored."

var qpRead = of(
	Entry{Interface: "IND2QueuePair", Method: "Read", Kind: Data, Profile: Core, Needs: []Need{NeedRead}},
	Entry{
		ID: "qp.read.nd-success", Kind: Return,
		Rule: "A Read within the limits is posted, and its result has its type and the contexts of the request and of the " +
			"queue pair.",
		Halves: []string{"queue-pair-context", "request-context", "type"},
	},
	Entry{
		ID: "qp.read.nd-connection-invalid", Kind: Return, Rule: "A Read on a queue pair that is not connected is refused.",
	},
	Entry{
		ID: "qp.read.nd-buffer-overflow", Kind: Return, Level: Should,
		Rule:   "A Read of more than MaxTransferLength bytes fails.",
		Accept: []nd2.Status{nd2.BufferOverflow, nd2.DataOverrun},
		Ruling: "Return Value has the call refuse it with ND_BUFFER_OVERFLOW; ND2_RESULT structure, Remarks, has " +
			"ND_DATA_OVERRUN for the same cause, as a result. Each in its own place: a call that returns ND_DATA_OVERRUN " +
			"speaks of too many entries. " + moreThanTransfer,
	},
	Entry{
		ID: "qp.read.nd-no-more-entries", Kind: Return,
		Rule:   "A Read is refused when the initiator queue, of the largest depth, is full.",
		Ruling: roomierRuling,
	},
	Entry{
		ID: "qp.read.nd-data-overrun", Kind: Return,
		Rule: "A Read of more entries than MaxReadSge, or than MaxInitiatorSge, is refused; if it is taken all the same, " +
			"it is carried out.",
		Ruling: surplusRuling, Halves: []string{"other", "unnoticed"},
	},
	Entry{
		ID: "qp.read.nd-remote-error", Kind: Return, Rule: "A Read beyond the end of the remote memory fails.",
		Accept: remoteAccess, Ruling: remoteAccessRuling,
	},
	Entry{
		ID: "qp.read.invalid-flags", Kind: Return, Level: Info,
		Rule:   "A Read with a flag that is not one of a Read's is refused or carried out.",
		Ruling: flagsRuling,
	},
	Entry{
		ID: "qp.read.refused-posts-nothing", Kind: Limit, Source: "Remarks",
		Rule:   "A Read that is refused yields no result and leaves the queue pair usable.",
		Halves: []string{"places-lost", "result", "takes-effect", "unusable"},
	},
	Entry{
		ID: "qp.read.no-entries", Rule: "A Read without entries succeeds and changes nothing.",
		Halves: []string{"of-former-request", "refused"},
	},
	Entry{
		ID: "qp.read.max-entries", Kind: Limit, Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure",
		Rule:   "A Read into MaxReadSge entries fills all of them.",
		Halves: []string{"last-skipped", "refused"},
	},
	Entry{
		ID: "qp.read.fetches",
		Rule: "The entries get as many bytes of the remote memory as they hold, from one to many packets' worth, and " +
			"nothing around them is touched.",
		Halves: []string{"byte-behind", "last-byte-stored", "middle-byte-stored"},
	},
	Entry{
		ID: "qp.read.scatters", Source: "Remarks",
		Rule: "The bytes fill the entries, and no others, one after the other in the order of the list, whatever region " +
			"each is in, however long they are and whatever list a request before had.",
		Halves: []string{
			"boundary", "damaged-beyond-64-kib", "former-entries-checked", "last-skipped", "neighbors", "reversed",
		},
	},
	Entry{
		ID: "qp.read.one-sided", Kind: Notification, Rule: "A Read takes no Receive of the peer and yields no result there.",
	},
	Entry{
		ID: "qp.read.list-is-copied", Kind: Lifetime, Rule: "The list of entries may be reused as soon as the call returns.",
	},
	Entry{
		ID: "qp.read.silent-success", Kind: Completion,
		Rule: "A Read with ND_OP_FLAG_SILENT_SUCCESS that succeeds yields no result.",
	},
	Entry{
		ID: "qp.read.silent-failure", Kind: Completion,
		Rule: "A Read with ND_OP_FLAG_SILENT_SUCCESS that fails yields a result.",
	},
	Entry{
		ID: "qp.read.flags-combined", Kind: Ordering, Source: "Parameters",
		Rule:   "A Read may have several of its flags at once, and each has its effect.",
		Halves: []string{"refused", "silence-lost"},
	},
	Entry{
		ID: "qp.read.max-transfer-length", Kind: Limit, Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure",
		Rule: "A Read of MaxTransferLength bytes is carried out.",
	},
	Entry{
		ID: "qp.read.empty-finds-dead-peer", Kind: Completion, Needs: []Need{Fault(fault.Partition)}, Source: "Parameters",
		Rule: "A Read of no bytes does not succeed when the peer can't be reached: it can be used to find out.",
	},
	Entry{
		ID: "qp.read.answered-again", Level: Should, Needs: []Need{Fault(fault.Partition), Fault(fault.Hold)},
		Source: "NetworkDirectSPI.md, Registering a NetworkDirect provider",
		Rule: "A Read whose answer the network loses succeeds once the network is whole again, and fetches what the " +
			"peer's memory holds.",
		Ruling: "A provider registers with guaranteed delivery; the pages leave it to providers how long they try.",
	},
	Entry{
		ID: "qp.read.despite-losses", Needs: []Need{Fault(fault.Unreliable)},
		Source: "NetworkDirectSPI.md, Registering a NetworkDirect provider",
		Rule: "When the network now and then loses packets or delivers them twice, any number of Reads still succeed and " +
			"fetch what the peer's memory holds.",
		Accept: despiteLosses, Ruling: despiteLossesRuling, Halves: []string{"gap", "no-place"},
	},
	Entry{
		ID: "qp.read.read-fence", Kind: Ordering,
		Rule: "A Read with ND_OP_FLAG_READ_FENCE begins when all Reads before it, those of no bytes as well, have stored " +
			"what they fetched.",
		Halves: []string{"empty-read-ignored", "ignored", "never-carried-out", "several"},
	},
	Entry{
		ID: "qp.read.beyond-read-limit", Kind: Limit, Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure",
		Rule: "Reads beyond the number that may be in progress wait for their turn in the initiator queue, and complete.",
	},
	Entry{
		ID: "qp.read.no-read-limit", Kind: Completion, Level: Info,
		Source: "IND2Connector.md, IND2Connector::Connect, Parameters; IND2CompletionQueue.md, ND2_RESULT structure",
		Rule:   "On a connection whose outbound read limit is 0, a Read fails or is carried out.",
		Ruling: "The limit may be 0, and no code is named for a Read then; a provider that gives more than was asked for " +
			"may carry it out.",
	},
)
