package requirement

import "github.com/ndconform/ndconform/nd2"

var qpBind = of(
	Entry{Interface: "IND2QueuePair", Method: "Bind", Kind: Limit, Profile: MemoryWindow},
	Entry{
		ID: "qp.bind.nd-success", Kind: Return,
		Rule: "A Bind to part of a registered buffer is posted, and its result has its type and the contexts of the " +
			"request and of the queue pair.",
		Halves: []string{"queue-pair-context", "request-context", "type"},
	},
	Entry{
		ID: "qp.bind.nd-connection-invalid", Kind: Return, Rule: "A Bind on a queue pair that is not connected is refused.",
	},
	Entry{
		ID: "qp.bind.nd-no-more-entries", Kind: Return,
		Rule:   "A Bind is refused when the initiator queue, of the largest depth, is full.",
		Ruling: roomierRuling,
	},
	Entry{
		ID: "qp.bind.nd-access-violation", Kind: Return,
		Rule:   "A Bind with ND_OP_FLAG_ALLOW_WRITE to a region without ND_MR_FLAG_ALLOW_LOCAL_WRITE fails.",
		Accept: []nd2.Status{nd2.AccessViolation, nd2.InvalidDeviceRequest},
		Ruling: "By the page the call returns ND_ACCESS_VIOLATION; the table of results lists no such result for a Bind, " +
			"its text does. Returned or as a result.",
	},
	Entry{
		ID: "qp.bind.read-needs-no-right", Kind: Return, Level: Should, Needs: []Need{NeedRead},
		Rule:   "A Bind with ND_OP_FLAG_ALLOW_READ needs no right of the region, and the peer can read.",
		Ruling: bindRightsRuling,
	},
	Entry{
		ID: "qp.bind.write-needs-local-write", Kind: Return, Level: Should,
		Rule: "A Bind with ND_OP_FLAG_ALLOW_WRITE needs no right of the region but ND_MR_FLAG_ALLOW_LOCAL_WRITE, and the " +
			"peer can write.",
		Ruling: bindRightsRuling,
	},
	Entry{
		ID: "qp.bind.outside-region", Kind: Return, Source: "Parameters; IND2CompletionQueue.md, ND2_RESULT structure",
		Rule:   "A Bind to a buffer that is not entirely within the region fails.",
		Accept: invalidBind, Ruling: invalidBindRuling,
	},
	Entry{
		ID: "qp.bind.unregistered-region", Kind: Return, Source: "IND2CompletionQueue.md, ND2_RESULT structure, Remarks",
		Rule:   "A Bind to a region that is not registered, or no longer registered, fails.",
		Accept: invalidBind, Ruling: invalidBindRuling,
	},
	Entry{
		ID: "qp.bind.invalid-flags", Kind: Return, Level: Info,
		Rule:   "A Bind with a flag that is not one of a Bind's is refused or carried out.",
		Ruling: flagsRuling,
	},
	Entry{
		ID: "qp.bind.no-access-flag", Kind: Return, Level: Info,
		Source: "Parameters; MS tests: src/unittests/ndmemorytest/ndmrderegister.cpp",
		Rule:   "A Bind with neither ND_OP_FLAG_ALLOW_READ nor ND_OP_FLAG_ALLOW_WRITE is refused or carried out.",
		Ruling: "The page demands one of them; Microsoft's test binds with none and goes on.",
	},
	Entry{
		ID: "qp.bind.refused-posts-nothing", Source: "Remarks",
		Rule:   "A Bind that is refused yields no result and leaves the queue pair and the window usable.",
		Halves: []string{"places-lost", "result", "takes-effect", "unusable"},
	},
	Entry{
		ID: "qp.bind.silent-success", Kind: Completion,
		Rule: "A Bind with ND_OP_FLAG_SILENT_SUCCESS that succeeds yields no result.",
	},
	Entry{
		ID: "qp.bind.silent-failure", Kind: Completion,
		Rule: "A Bind with ND_OP_FLAG_SILENT_SUCCESS that fails yields a result.",
	},
	Entry{
		ID: "qp.bind.flags-combined", Kind: Ordering, Needs: []Need{NeedRead}, Source: "Parameters",
		Rule:   "A Bind may have several of its flags at once, and each has its effect.",
		Halves: []string{"fenced-read-lost", "refused", "silence-lost"},
	},
	Entry{
		ID: "qp.bind.read-fence", Kind: Ordering, Needs: []Need{NeedRead},
		Rule: "A Bind with ND_OP_FLAG_READ_FENCE is carried out when the Reads before it are over, however long they are: " +
			"they have stored what they fetched when it has completed.",
		Halves: []string{"never-carried-out", "overtakes"},
	},
	Entry{
		ID: "qp.bind.foreign-objects", Source: "IND2MemoryWindow.md, IND2MemoryWindow interface, Remarks",
		Rule:   "A Bind on a queue pair of one adapter with a region or a window of another one fails.",
		Halves: []string{"idle", "window-only"},
	},
	Entry{
		ID: "qp.bind.fence-holds", Kind: Ordering, Needs: []Need{NeedRead},
		Rule: "While a Read of whatever length waits in the queue or for its answer, a Bind behind it with " +
			"ND_OP_FLAG_READ_FENCE has not opened its window: the peer's Write fails, and no byte changes.",
		Accept: remoteWrite, Preferred: remoteWritePreferred, Ruling: remoteWriteRuling,
		Halves: []string{"empty-read-ignored", "opens-at-once", "sent-read-ignored", "short-reads-ignored"},
	},
)

const bindRightsRuling = "By Return Value the region must allow the type of access that is requested. It says what " +
	"ND_OP_FLAG_ALLOW_WRITE requires, and not that this is all: a provider may want the region's own right for peers."

// invalidBind is how a Bind may fail whose memory is not valid.
var invalidBind = []nd2.Status{nd2.AccessViolation, nd2.InvalidDeviceRequest}

const invalidBindRuling = "ND2_RESULT structure, Remarks, has ND_ACCESS_VIOLATION for a Bind to memory that is not " +
	"valid, and a table that denies it to Binds and leaves ND_INVALID_DEVICE_REQUEST. Returned or as a result."
