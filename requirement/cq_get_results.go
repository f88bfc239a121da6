package requirement

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

var cqGetResults = slices.Concat(cqResultRules,
	cqSendResults, cqReceiveResults, cqBindResults, cqInvalidateResults, cqReadResults, cqWriteResults,
	cqNeverResults)

var cqResultRules = of(
	Entry{Interface: "IND2CompletionQueue", Method: "GetResults", Kind: Data, Profile: Core, Source: "Remarks"},
	Entry{
		ID: "cq.getresults.count", Source: "Return Value",
		Rule: "The call returns how many results it has filled in, the oldest ones, and leaves the others queued; fewer " +
			"than the array holds means that none is left.",
		Halves: []string{"newest-first", "one-less", "to-the-end"},
	},
	Entry{
		ID: "cq.getresults.empty-array", Source: "Return Value",
		Rule:   "A call with an array of no elements returns 0 and takes nothing.",
		Halves: []string{"says-one", "takes-one"},
	},
	Entry{
		ID: "cq.getresults.contexts", Source: "IND2CompletionQueue.md, ND2_RESULT structure",
		Rule: "A result carries the context of its request and, in QueuePairContext, its queue pair's context.",
		Ruling: "IND2Adapter::CreateQueuePair says that its context comes back in RequestContext; the structure has a " +
			"member for it.",
		Halves: []string{
			"queue-pair-of-Bind", "queue-pair-of-Invalidate", "queue-pair-of-Read", "queue-pair-of-Receive",
			"queue-pair-of-Send", "queue-pair-of-Write", "request-of-Bind", "request-of-Invalidate",
			"request-of-Read", "request-of-Receive", "request-of-Send", "request-of-Write",
		},
	},
	Entry{
		ID: "cq.getresults.request-type", Source: "IND2CompletionQueue.md, ND2_RESULT structure",
		Rule: "A result names the type of its request.",
		Halves: []string{
			"failed-Bind", "failed-Invalidate", "failed-Read", "failed-Receive", "failed-Send", "failed-Write",
		},
	},
	Entry{
		ID: "cq.getresults.bytes-transferred", Source: "IND2CompletionQueue.md, ND2_RESULT structure",
		Rule: "BytesTransferred of a successful Receive is the length of the message, which may be less than the Receive " +
			"had room for.",
	},
	Entry{
		ID: "cq.getresults.initiator-order", Kind: Ordering,
		Rule:   "The requests of one queue pair's initiator queue complete in the order issued, whatever their types.",
		Halves: []string{"Read-first", "Send-first", "Write-first"},
	},
	Entry{
		ID: "cq.getresults.initiator-order-with-windows", Kind: Ordering, Profile: MemoryWindow,
		Rule:   "Binds and Invalidates complete in the order issued with the other requests of the initiator queue.",
		Halves: []string{"Bind-first", "Invalidate-first", "failed-first", "first"},
	},
	Entry{
		ID: "cq.getresults.receive-order", Kind: Ordering,
		Rule: "The Receives of one queue pair complete in the order issued.",
	},
	Entry{
		ID: "cq.getresults.silent-success", Source: "IND2QueuePair.md, the flags of Send, Read and Write",
		Rule: "A request with ND_OP_FLAG_SILENT_SUCCESS that succeeds has no result.",
	},
	Entry{
		ID: "cq.getresults.silent-failure", Source: "IND2QueuePair.md, the flags of Send, Read and Write",
		Rule: "A request with ND_OP_FLAG_SILENT_SUCCESS that fails or is canceled has a result.",
		Halves: []string{
			"canceled-Bind", "canceled-Invalidate", "canceled-Read", "canceled-Send", "canceled-Write",
			"canceled-lost", "lost",
		},
	},
	Entry{
		ID: "cq.getresults.several-queue-pairs", Kind: Ordering,
		Source: "IND2CompletionQueue.md, IND2CompletionQueue interface, Remarks",
		Rule:   "One queue takes the results of several queue pairs, each one's in their order.",
		Halves: []string{"mixed-up", "out-of-order"},
	},
	Entry{
		ID: "cq.getresults.one-queue-for-both", Kind: Ordering,
		Source: "IND2CompletionQueue.md, IND2CompletionQueue interface, Remarks",
		Rule:   "The initiator and receive queues of a queue pair may report to one completion queue.",
	},
	Entry{
		ID: "cq.getresults.a-queue-for-each", Source: "IND2CompletionQueue.md, IND2CompletionQueue interface, Remarks",
		Rule: "With two completion queues, Receives report to the one and every other request to the other.",
		Ruling: "The pages of the requests speak of the outbound queue for Receives too; what they were given for Receives " +
			"is meant.",
		Halves: []string{"Bind", "Invalidate", "Read", "Send", "Write", "swapped"},
	},
	Entry{
		ID: "cq.getresults.every-request-ends", Kind: Lifetime, Source: "IND2QueuePair.md, IND2QueuePair::Flush, Remarks",
		Rule: "Each request outstanding when a queue pair is flushed has one result: as many are reported as were " +
			"issued, in their order.",
		Halves: []string{
			"forgets-Bind", "forgets-Invalidate", "forgets-Read", "forgets-Receive", "forgets-Send",
			"forgets-Write", "forgets-one", "one-twice",
		},
	},
	Entry{
		ID: "cq.getresults.remote-access", Kind: Completion,
		Source: "MS tests: src/unittests/ndmemorytest, NdOverRead, NdOverWrite and NdWriteViolation",
		Rule: "A Read or Write that the peer's memory does not allow ends with an error that tells of it, changes " +
			"nothing there that it does not allow, and ends the connection.",
		Accept: remoteWrite,
		Ruling: "Microsoft's tests expect ND_ACCESS_VIOLATION, Read's page and the list of status values suggest " +
			"ND_REMOTE_ERROR. A Write, but no Read, may have succeeded before: on iWARP it is over once it is on its way. " +
			"There each packet is checked by itself, so that what of a Write is within the memory may be stored. " +
			unheardRuling,
	},
	Entry{
		ID: "cq.getresults.send.io-timeout-unreachable", Kind: Completion, Needs: []Need{Fault(fault.Partition)},
		Source: "IND2CompletionQueue.md, ND2_RESULT structure, Remarks",
		Rule:   "A Send to a peer that cannot be reached ends with the code for a timeout, and the connection ends.",
		Accept: []nd2.Status{nd2.IOTimeout, nd2.Success}, Ruling: sentEarly,
	},
	Entry{
		ID: "cq.getresults.responder-failure", Kind: Completion, Needs: []Need{Fault(fault.ResponderInternal)},
		Source: "IND2CompletionQueue.md, ND2_RESULT structure, Remarks",
		Rule: "A Send that the peer's hardware fails to take in ends with the code for an error on the remote queue " +
			"pair, and the connection ends.",
		Accept: slices.Concat([]nd2.Status{nd2.RemoteError, nd2.Success}, unheard), Ruling: sentEarly + " " + unheardRuling,
	},
)

// resultStatuses is where the documents list the status values of results.
const resultStatuses = "IND2CompletionQueue.md, ND2_RESULT structure, Remarks"
