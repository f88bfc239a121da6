package requirement

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

var srqReceive = of(
	Entry{
		Interface: "IND2SharedReceiveQueue", Method: "Receive", Kind: Ordering, Profile: SRQ, Needs: []Need{NeedSRQ},
		Source: "Remarks",
	},
	Entry{
		ID: "srq.receive.nd-success", Kind: Return, Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Receive",
		Rule: "A Receive that is within the queue's limits is posted, and its result tells the message's length and the " +
			"request's context.",
		Halves: []string{"context", "length"},
	},
	Entry{
		ID: "srq.receive.nd-buffer-overflow", Kind: Return,
		Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Receive",
		Rule: "A Receive of more bytes than the adapter transfers in one request is refused; if it is taken all the same, " +
			"it serves a message.",
		Ruling: surplusRuling, Halves: []string{"other", "unnoticed"},
	},
	Entry{
		ID: "srq.receive.nd-no-more-entries", Kind: Return,
		Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Receive",
		Rule: "A queue of the largest depth takes that many Receives, refuses more when it is full, and takes one more " +
			"for each that a message has taken.",
		Ruling: "Modify's implementation note lets a queue have room for more than was asked for.",
	},
	Entry{
		ID: "srq.receive.nd-data-overrun", Kind: Return, Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Receive",
		Rule: "A Receive of more entries than the adapter's maximum is refused; if it is taken all the same, it serves a " +
			"message.",
		Ruling: surplusRuling, Halves: []string{"other", "unnoticed"},
	},
	Entry{
		ID: "srq.receive.refused-posts-nothing", Kind: Limit, Source: "IND2QueuePair.md, IND2QueuePair::Receive, Remarks",
		Rule:   "A refused Receive is not posted and yields no result, and the queue goes on serving its other Receives.",
		Halves: []string{"result", "takes-effect"},
	},
	Entry{
		ID: "srq.receive.before-connecting", Kind: Lifetime,
		Rule: "Receives may be posted before any queue pair is connected, or even created, and serve the first messages.",
	},
	Entry{
		ID: "srq.receive.order", Source: "IND2CompletionQueue.md, IND2CompletionQueue::GetResults, Remarks",
		Rule: "The messages of one queue pair take Receives in the order in which these were posted.",
	},
	Entry{
		ID: "srq.receive.order-across-queue-pairs", Level: Should,
		Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue interface",
		Rule: "Messages that arrive one after the other at different queue pairs take Receives in the order in which " +
			"these were posted.",
		Ruling: "A queue is first in, first out; GetResults promises an order within one queue pair only.",
	},
	Entry{
		ID: "srq.receive.shared-among-queue-pairs", Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue interface",
		Rule: "Each Receive serves one message of one of the queue pairs, whichever needs it, and none is lost or " +
			"used twice.",
		Halves: []string{"fifth-lost", "used-twice"},
	},
	Entry{
		ID: "srq.receive.receive-completion-queue", Kind: Data,
		Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Receive",
		Rule:   "A Receive's result goes to the receive completion queue of the queue pair that took it.",
		Ruling: "The page says outbound completion queue; but the queue for results of Receives is chosen when the queue " +
			"pair is created.",
	},
	Entry{
		ID: "srq.receive.queue-pair-context", Kind: Data, Source: "IND2CompletionQueue.md, ND2_RESULT structure",
		Rule: "A Receive's result has the context of the queue pair that took it.",
	},
	Entry{
		ID: "srq.receive.request-context", Kind: Data, Source: "Parameters",
		Rule:   "A Receive's result has the context that was given with it, whatever its value.",
		Halves: []string{"all-ones", "zero"},
	},
	Entry{
		ID: "srq.receive.scatters", Kind: Data, Source: "Parameters",
		Rule: "A message fills a Receive's entries one after the other, up to the adapter's maximum of entries, however " +
			"long they are and whatever list a Receive before had, and no byte around them.",
		Halves: []string{
			"beyond", "boundary", "damaged-beyond-64-kib", "former-entries-checked", "last-skipped", "reversed",
		},
	},
	Entry{
		ID: "srq.receive.no-entries", Kind: Data, Source: "Parameters",
		Rule: "A Receive without entries takes an empty message.",
	},
	Entry{
		ID: "srq.receive.list-is-copied", Kind: Lifetime,
		Rule: "The list of entries may be reused as soon as the call returns.",
	},
	Entry{
		ID: "srq.receive.too-short-at-receiver", Kind: Completion,
		Rule:   "A message longer than the Receive that it takes completes that Receive with an error.",
		Accept: []nd2.Status{nd2.BufferOverflow, nd2.DataOverrun},
		Ruling: "The page names ND_BUFFER_OVERFLOW; shipped providers report ND_DATA_OVERRUN.",
	},
	Entry{
		ID: "srq.receive.too-short-at-sender", Kind: Completion,
		Rule:   "A Send longer than the Receive at the other end fails, and the connection ends.",
		Accept: slices.Concat([]nd2.Status{nd2.RemoteError, nd2.DataError, nd2.Success}, unheard),
		Ruling: "The page asks for a failure and names no code; on iWARP a Send is over when it is on its way, and may " +
			"have succeeded. " + unheardRuling,
	},
	Entry{
		ID: "srq.receive.failure-spares-others", Kind: Lifetime,
		Rule: "A Receive that fails ends the connection that took it and no other: the queue goes on serving its other " +
			"queue pairs, with every Receive that was not taken.",
	},
	Entry{
		ID: "srq.receive.flush-spares-untaken", Kind: Lifetime, Source: "IND2QueuePair.md, IND2QueuePair::Flush, Remarks",
		Rule: "Flushing a queue pair cancels no Receive that it has not taken: they serve the other queue pairs.",
	},
	Entry{
		ID: "srq.receive.disconnect-spares-untaken", Kind: Lifetime,
		Source: "IND2QueuePair.md, IND2QueuePair::Flush, Remarks",
		Rule: "Disconnecting a queue pair, from either end, cancels no Receive that it has not taken: they serve the " +
			"other queue pairs.",
	},
	Entry{
		ID: "srq.receive.release-spares-untaken", Kind: Lifetime,
		Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue interface",
		Rule:   "Releasing a queue pair takes away no Receive that it has not taken: they serve the other queue pairs.",
	},
	Entry{
		ID: "srq.receive.no-starvation", Kind: Lifetime,
		Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue interface",
		Rule: "When a queue pair ends while messages arrive, each Receive is reported once, by the queue pair that ended " +
			"or by another, and the others lack none.",
		Halves: []string{"half-filled-lost", "reported-twice"},
	},
	Entry{
		ID: "srq.receive.own-depth", Kind: Return, Level: Info,
		Source: "IND2Adapter.md, IND2Adapter::CreateSharedReceiveQueue, Parameters",
		Rule:   "A Receive beyond the depth that was asked for is refused, or taken.",
		Ruling: ownLimitRuling,
	},
	Entry{
		ID: "srq.receive.own-sge-limit", Kind: Return, Level: Info,
		Source: "IND2Adapter.md, IND2Adapter::CreateSharedReceiveQueue, Parameters",
		Rule:   "A Receive of more entries than were asked for is refused, or taken.",
		Ruling: ownLimitRuling,
	},
)

const ownLimitRuling = "Providers may have more than was asked for; what counts is what the adapter has."
