package requirement

import "github.com/ndconform/ndconform/nd2"

var qpInvalidate = of(
	Entry{Interface: "IND2QueuePair", Method: "Invalidate", Kind: Limit, Profile: MemoryWindow},
	Entry{
		ID: "qp.invalidate.nd-success", Kind: Return,
		Rule: "An Invalidate of a bound window is posted, and its result has its type and the contexts of the request and " +
			"of the queue pair.",
		Halves: []string{"queue-pair-context", "request-context", "type"},
	},
	Entry{
		ID: "qp.invalidate.nd-connection-invalid", Kind: Return,
		Rule: "An Invalidate on a queue pair that is not connected is refused.",
	},
	Entry{
		ID: "qp.invalidate.nd-no-more-entries", Kind: Return,
		Rule:   "An Invalidate is refused when the initiator queue, of the largest depth, is full.",
		Ruling: roomierRuling,
	},
	Entry{
		ID: "qp.invalidate.not-bound", Kind: Completion, Source: "IND2CompletionQueue.md, ND2_RESULT structure, Remarks",
		Rule:   "An Invalidate of a window that was never bound, or is no longer bound, fails.",
		Accept: []nd2.Status{nd2.InvalidDeviceRequest}, Ruling: "Returned or as a result.",
	},
	Entry{
		ID: "qp.invalidate.invalid-flags", Kind: Return, Level: Info,
		Rule:   "An Invalidate with a flag that is not one of an Invalidate's is refused or carried out.",
		Ruling: flagsRuling,
	},
	Entry{
		ID: "qp.invalidate.refused-posts-nothing", Source: "Remarks",
		Rule:   "An Invalidate that is refused yields no result and leaves the queue pair usable and the window bound.",
		Halves: []string{"result", "takes-effect"},
	},
	Entry{
		ID: "qp.invalidate.silent-success", Kind: Completion,
		Rule: "An Invalidate with ND_OP_FLAG_SILENT_SUCCESS that succeeds yields no result, and the window is closed and " +
			"no longer bound.",
		Halves: []string{"not-done", "reported"},
	},
	Entry{
		ID: "qp.invalidate.silent-failure", Kind: Completion,
		Rule: "An Invalidate with ND_OP_FLAG_SILENT_SUCCESS that fails yields a result.",
	},
	Entry{
		ID: "qp.invalidate.flags-combined", Kind: Ordering, Needs: []Need{NeedRead}, Source: "Parameters",
		Rule:   "An Invalidate may have several of its flags at once, and each has its effect.",
		Halves: []string{"refused", "silence-lost"},
	},
	Entry{
		ID: "qp.invalidate.read-fence", Kind: Ordering, Needs: []Need{NeedRead},
		Rule: "An Invalidate with ND_OP_FLAG_READ_FENCE is carried out when the Reads before it are over, however long " +
			"they are: they have stored what they fetched when it has completed.",
		Halves: []string{"never-carried-out", "overtakes"},
	},
	Entry{
		ID: "qp.invalidate.fence-holds", Kind: Ordering, Needs: []Need{NeedRead},
		Rule: "While a Read of whatever length waits in the queue or for its answer, an Invalidate behind it with " +
			"ND_OP_FLAG_READ_FENCE has not closed its window: the peer's Write succeeds.",
		Halves: []string{"closes-at-once", "empty-read-ignored", "sent-read-ignored", "short-reads-ignored"},
	},
)
