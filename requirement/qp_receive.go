package requirement

var qpReceive = of(
	Entry{Interface: "IND2QueuePair", Method: "Receive", Kind: Data, Profile: Core},
	Entry{
		ID: "qp.receive.nd-success", Kind: Return,
		Rule: "A Receive within the limits is posted, and its result has its type, the message's length, and the contexts " +
			"of the request and of the queue pair.",
		Halves: []string{"length", "queue-pair-context", "request-context", "type"},
	},
	Entry{
		ID: "qp.receive.nd-buffer-overflow", Kind: Return,
		Rule: "A Receive of more than MaxTransferLength bytes is refused; if it is taken all the same, it serves a " +
			"message.",
		Ruling: surplusRuling, Halves: []string{"other", "unnoticed"},
	},
	Entry{
		ID: "qp.receive.nd-no-more-entries", Kind: Return,
		Rule:   "A queue pair of the largest depth takes that many Receives, and refuses more when it is full.",
		Ruling: roomierRuling,
	},
	Entry{
		ID: "qp.receive.nd-data-overrun", Kind: Return,
		Rule:   "A Receive of more entries than MaxReceiveSge is refused; if it is taken all the same, it serves a message.",
		Ruling: surplusRuling, Halves: []string{"other", "unnoticed"},
	},
	Entry{
		ID: "qp.receive.refused-posts-nothing", Kind: Limit, Source: "Remarks",
		Rule:   "A Receive that is refused takes no message, yields no result and leaves the queue pair usable.",
		Halves: []string{"places-lost", "result", "takes-effect", "unusable"},
	},
	Entry{
		ID: "qp.receive.place-after-result", Kind: Limit, Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure",
		Rule: "A full receive queue takes one more Receive for each result that was taken.",
	},
	Entry{
		ID: "qp.receive.before-connecting", Kind: Lifetime, Source: "Remarks",
		Rule:   "Receives may be posted before the queue pair is connected, and get the first messages.",
		Halves: []string{"lost", "refused"},
	},
	Entry{
		ID: "qp.receive.order", Kind: Ordering, Source: "IND2CompletionQueue.md, IND2CompletionQueue::GetResults, Remarks",
		Rule: "Each message takes one Receive, in the order in which these were posted, and they complete in that order.",
	},
	Entry{ID: "qp.receive.no-entries", Rule: "A Receive without entries takes an empty message."},
	Entry{
		ID: "qp.receive.max-entries", Kind: Limit, Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure",
		Rule: "A Receive of MaxReceiveSge entries is filled to the last.",
	},
	Entry{
		ID: "qp.receive.scatters",
		Rule: "A message fills the entries one after the other in the order of the list, whatever region each is in, " +
			"however long they are and whatever list a request before had, and no byte around them.",
		Halves: []string{
			"beyond", "boundary", "damaged-beyond-64-kib", "former-entries-checked", "last-skipped", "reversed",
		},
	},
	Entry{
		ID: "qp.receive.shorter-message", Source: "Remarks; IND2CompletionQueue.md, ND2_RESULT structure",
		Rule:   "A message shorter than the Receive leaves the rest untouched, and BytesTransferred is the message's length.",
		Halves: []string{"rest", "room"},
	},
	Entry{
		ID: "qp.receive.longer-message", Kind: Lifetime, Source: "Remarks; MS tests: src/unittests/ndmval/ndmval.cpp",
		Rule: "A message longer than the Receive that it takes ends the connection at both ends, and no byte beyond the " +
			"entries is touched.",
		Halves: []string{"beyond", "sender-goes-on"},
	},
	Entry{
		ID: "qp.receive.after-disconnect", Kind: Return, Level: Info,
		Rule: "A Receive on a queue pair that was disconnected is taken and canceled, or refused.",
		Ruling: "The page says that the call needs no connection; Disconnect's page says that the queue pair can't be used " +
			"again.",
	},
	Entry{
		ID: "qp.receive.list-is-copied", Kind: Lifetime,
		Rule: "The list of entries may be reused as soon as the call returns.",
	},
)
