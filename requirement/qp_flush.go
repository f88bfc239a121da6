package requirement

import "github.com/ndconform/ndconform/nd2"

var qpFlush = of(
	Entry{Interface: "IND2QueuePair", Method: "Flush", Kind: Lifetime, Profile: Core},
	Entry{
		ID: "qp.flush.nd-success", Kind: Return,
		Rule: "Flush returns success whether or not the requests that it cancels have completed yet.",
	},
	Entry{
		ID:   "qp.flush.cancels-receives",
		Rule: "Every Receive that is posted gets a result with ND_CANCELED, as many results as Receives.",
	},
	Entry{
		ID:   "qp.flush.cancels-initiator-requests",
		Rule: "Every request in the initiator queue gets a result with ND_CANCELED, and with its type and context.",
		Halves: []string{
			"all-sends", "another-status-of-Bind", "another-status-of-Invalidate", "another-status-of-Read",
			"another-status-of-Send", "another-status-of-Write", "forgets-Bind", "forgets-Invalidate",
			"forgets-Read", "forgets-Send", "forgets-Write", "forgets-one", "no-context", "no-context-of-Bind",
			"no-context-of-Invalidate", "no-context-of-Read", "no-context-of-Send", "no-context-of-Write",
			"no-type-of-Bind", "no-type-of-Invalidate", "no-type-of-Read", "no-type-of-Send",
			"no-type-of-Write",
		},
	},
	Entry{
		ID: "qp.flush.in-order", Kind: Ordering, Source: "IND2CompletionQueue.md, IND2CompletionQueue::GetResults, Remarks",
		Rule:   "The results of flushed requests come in the order in which these were issued, for either queue.",
		Halves: []string{"initiator-reversed", "receives-reversed"},
	},
	Entry{
		ID: "qp.flush.one-result-each", Kind: Ordering,
		Rule: "A request that completes while the queue pair is flushed gets one result, either its own or ND_CANCELED.",
	},
	Entry{
		ID: "qp.flush.canceled-last", Kind: Ordering, Level: Should, Rests: RulingGround,
		Rule: "Of the requests that complete while the queue pair is flushed, none after a canceled one succeeds.",
		Ruling: "Flush cancels all outstanding requests; the page is silent on requests that it meets on their way, and on " +
			"those issued meanwhile.",
	},
	Entry{
		ID: "qp.flush.later-requests", Level: Should, Rests: RulingGround,
		Source: "IND2QueuePair.md, IND2QueuePair::Receive, Remarks",
		Rule: "A request that is posted to a connected queue pair which was flushed, and whose canceled request has " +
			"had its result, ends with ND_CANCELED, or is refused.",
		Accept: []nd2.Status{nd2.Canceled, nd2.ConnectionInvalid},
		Ruling: "By Receive's page a result with an error status ends the connection, and what is posted later is " +
			"canceled. It does not say whether a flushed request's status is such an error; Flush's page speaks only of " +
			"outstanding requests. Those that are taken are outstanding when the next Flush or Disconnect comes.",
	},
	Entry{
		ID: "qp.flush.own-requests-only", Source: "Remarks",
		Rule: "A Flush cancels only the requests of its own queue pair, even if other queue pairs share its completion " +
			"queues.",
	},
	Entry{
		ID: "qp.flush.keeps-results", Rule: "Results that were queued before stay as they were, ahead of the canceled ones.",
	},
	Entry{
		ID:     "qp.flush.not-connected",
		Source: "IND2QueuePair.md, IND2QueuePair::Flush; MS tests: src/unittests/ndmemorytest/ndreceiveflushqp.cpp",
		Rule:   "On a queue pair that is not connected, Flush cancels the Receives.",
	},
	Entry{ID: "qp.flush.idle", Rule: "On a queue pair without requests, Flush yields no result."},
	Entry{
		ID: "qp.flush.notifies", Kind: Notification,
		Source: "IND2CompletionQueue.md, IND2CompletionQueue::Notify; MS tests: " +
			"src/unittests/ndmemorytest/ndreceiveflushqp.cpp",
		Rule: "The results of flushed requests complete a Notify for any result.",
	},
	Entry{
		ID: "qp.flush.before-disconnect", Source: "Remarks",
		Rule: "A queue pair that was flushed can be disconnected, which yields no further result.",
	},
)
