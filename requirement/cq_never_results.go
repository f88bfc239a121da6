package requirement

var cqNeverResults = of(
	Entry{
		Interface: "IND2CompletionQueue", Method: "GetResults", Kind: NeverCompletion, Profile: Core, Source: resultStatuses,
	},
	Entry{
		ID: "cq.getresults.send.never-nd-buffer-overflow", Request: "Send", Code: "ND_BUFFER_OVERFLOW",
		Rule: "A Send never ends with the code for a Receive without room.",
	},
	Entry{
		ID: "cq.getresults.receive.never-nd-data-overrun", Request: "Receive", Code: "ND_DATA_OVERRUN",
		Rule:   "A Receive never ends with the code for too much data to send.",
		Ruling: "For a message that is longer than the Receive the code is tolerated, since shipped providers report it.",
	},
	Entry{
		ID: "cq.getresults.bind.never-nd-data-overrun", Request: "Bind", Code: "ND_DATA_OVERRUN", Profile: MemoryWindow,
		Rule: "A Bind never ends with the code for too much data to send, not even behind a request that does.",
	},
	Entry{
		ID: "cq.getresults.bind.never-nd-buffer-overflow", Request: "Bind", Code: "ND_BUFFER_OVERFLOW", Profile: MemoryWindow,
		Rule: "A Bind never ends with the code for a Receive without room, not even behind a request that does.",
	},
	Entry{
		ID: "cq.getresults.bind.never-nd-access-violation", Request: "Bind", Code: "ND_ACCESS_VIOLATION",
		Profile: MemoryWindow,
		Rule: "A Bind to memory that is valid and allows it never ends with the code for memory that is not valid, not " +
			"even behind a request that does.",
		Ruling: "The table denies the code to Binds; the list of status values and the page of Bind give it for memory " +
			"that is not valid or does not allow the access, which is therefore left out here.",
	},
	Entry{
		ID: "cq.getresults.bind.never-nd-io-timeout", Request: "Bind", Code: "ND_IO_TIMEOUT", Profile: MemoryWindow,
		Rule: "A Bind never ends with the code for a timeout, not even behind a request that does.",
	},
	Entry{
		ID: "cq.getresults.bind.never-nd-remote-error", Request: "Bind", Code: "ND_REMOTE_ERROR", Profile: MemoryWindow,
		Rule: "A Bind never ends with the code for an error on the remote queue pair, not even behind a request that does.",
	},
	Entry{
		ID: "cq.getresults.invalidate.never-nd-data-overrun", Request: "Invalidate", Code: "ND_DATA_OVERRUN",
		Profile: MemoryWindow,
		Rule:    "An Invalidate never ends with the code for too much data to send, not even behind a request that does.",
	},
	Entry{
		ID: "cq.getresults.invalidate.never-nd-buffer-overflow", Request: "Invalidate", Code: "ND_BUFFER_OVERFLOW",
		Profile: MemoryWindow,
		Rule:    "An Invalidate never ends with the code for a Receive without room, not even behind a request that does.",
	},
	Entry{
		ID: "cq.getresults.invalidate.never-nd-access-violation", Request: "Invalidate", Code: "ND_ACCESS_VIOLATION",
		Profile: MemoryWindow,
		Rule:    "An Invalidate never ends with the code for memory that is not valid, not even behind a request that does.",
	},
	Entry{
		ID: "cq.getresults.invalidate.never-nd-io-timeout", Request: "Invalidate", Code: "ND_IO_TIMEOUT",
		Profile: MemoryWindow,
		Rule:    "An Invalidate never ends with the code for a timeout, not even behind a request that does.",
	},
	Entry{
		ID: "cq.getresults.invalidate.never-nd-remote-error", Request: "Invalidate", Code: "ND_REMOTE_ERROR",
		Profile: MemoryWindow,
		Rule: "An Invalidate never ends with the code for an error on the remote queue pair, not even behind a request " +
			"that does.",
	},
	Entry{
		ID: "cq.getresults.read.never-nd-buffer-overflow", Request: "Read", Code: "ND_BUFFER_OVERFLOW",
		Needs: []Need{NeedRead}, Rule: "A Read never ends with the code for a Receive without room.",
	},
	Entry{
		ID: "cq.getresults.write.never-nd-buffer-overflow", Request: "Write", Code: "ND_BUFFER_OVERFLOW",
		Rule: "A Write never ends with the code for a Receive without room.",
	},
)
