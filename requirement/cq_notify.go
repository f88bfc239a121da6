package requirement

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

var cqNotify = slices.Concat(cqNotifyCodes, cqNotifyTriggers, cqNotifyKinds, cqNotifyRequests, cqNotifyFailures)

var cqNotifyCodes = of(
	Entry{Interface: "IND2CompletionQueue", Method: "Notify", Kind: Return, Profile: Core},
	Entry{
		ID:     "cq.notify.nd-success",
		Rule:   "A request that a queued result satisfies ends with success, inline or after ND_PENDING.",
		Halves: []string{"inline", "waiting"},
	},
	Entry{
		ID: "cq.notify.nd-pending", Rule: "A request on a queue to which nothing has happened is pending, whatever its type.",
		Halves: []string{"any", "errors", "solicited"},
	},
	Entry{
		ID: "cq.notify.nd-internal-error", Needs: []Need{Fault(fault.CompletionQueueFailure)},
		Rule: "Requests outstanding when the queue fails catastrophically, of every type, end with the code for that, and " +
			"so do later ones.",
		Halves: []string{
			"forgets-any", "forgets-errors", "forgets-solicited", "later-any", "later-errors",
			"later-solicited", "waiting-any", "waiting-errors", "waiting-solicited",
		},
	},
	Entry{
		ID:     "cq.notify.nd-buffer-overflow",
		Rule:   "A request outstanding when the queue is overrun ends with the code for that, and so do later ones.",
		Halves: []string{"later-any", "later-errors", "later-solicited", "waiting-errors"},
	},
	Entry{
		ID: "cq.notify.nd-canceled",
		Source: "IND2CompletionQueue.md, IND2CompletionQueue::Notify; IND2Overlapped.md, " +
			"IND2Overlapped::CancelOverlappedRequests",
		Rule:   "A request that is canceled ends with the code for that, and the queue can be armed again.",
		Halves: []string{"any", "errors", "not-again", "solicited"},
	},
	Entry{
		ID:   "cq.notify.nd-insufficient-resources",
		Rule: "When the request cannot be queued, the call says so, and nothing is notified.",
	},
	Entry{ID: "cq.notify.nd-device-removed"},
	Entry{
		ID: "cq.notify.release-status", Kind: Asynchronous, Source: "Return Value",
		Rule:   "A request that the last Release of its object ends has failed: nothing has come true.",
		Ruling: "The page names ND_CANCELED; whoever has released the object can't ask, so any failure will do.",
	},
)

var cqNotifyTriggers = of(
	Entry{Interface: "IND2CompletionQueue", Method: "Notify", Kind: Notification, Profile: Core, Source: "Remarks"},
	Entry{ID: "cq.notify.unarmed-at-creation", Rule: "A new queue notifies of nothing until Notify is called."},
	Entry{
		ID: "cq.notify.since-last-notification",
		Rule: "A result that was queued since the last notification, or before the first request, completes the next " +
			"request.",
		Halves: []string{"not-any", "not-solicited"},
	},
	Entry{
		ID:   "cq.notify.triggers-once",
		Rule: "A result that has triggered a notification, and has been taken, does not complete a later request.",
	},
	Entry{
		ID: "cq.notify.triggers-once-queued", Level: Should,
		Rule: "A result that has triggered a notification, and is still queued, does not complete a later request.",
		Ruling: "By the remarks a result triggers at most once. By the implementation note providers may look at the queue " +
			"after arming and complete the request for whatever is next there; clients that take every result when notified " +
			"never see that.",
	},
	Entry{
		ID:   "cq.notify.arms-once",
		Rule: "A request arms the queue for one notification; further results notify nobody until Notify is called again.",
	},
	Entry{
		ID: "cq.notify.releases-every-request",
		Rule: "Several requests can be outstanding, and one trigger completes them all; a request for ND_CQ_NOTIFY_ERRORS " +
			"does not hold back the others.",
		Halves: []string{"errors-last", "first-only", "not-any", "not-errors", "not-solicited"},
	},
	Entry{
		ID: "cq.notify.no-lost-wakeup", Kind: Ordering, Source: "Implementation Note",
		Rule: "A result that is queued after GetResults has returned fewer than asked for completes the Notify that " +
			"follows, however the two meet.",
		Ruling: "The note says that providers are expected to see to it; a client that did all that the page asks of it " +
			"would wait forever.",
	},
	Entry{
		ID: "cq.notify.never-stuck", Kind: Ordering,
		Rule: "Notification works again and again: a client that notifies, polls and notifies again gets every result.",
	},
	Entry{
		ID: "cq.notify.result-before-notification", Kind: Ordering,
		Rule: "When a notification has come, the result that it announces can be taken.",
	},
	Entry{
		ID: "cq.notify.solicited-after-receive", Kind: Ordering, Source: "IND2QueuePair.md, IND2QueuePair::Send, Parameters",
		Rule: "A solicited notification comes after the Receive has completed: its result, and those before it, can be " +
			"taken then.",
	},
	Entry{
		ID: "cq.notify.parallel",
		Rule: "Several threads may notify and poll on one queue at a time: each result is given to one of them, and none " +
			"waits in vain.",
	},
	Entry{
		ID: "cq.notify.queues-independent", Source: "IND2CompletionQueue.md, IND2CompletionQueue interface, Remarks",
		Rule:   "A result notifies the queue it is queued to and no other.",
		Halves: []string{"any", "errors", "solicited"},
	},
)

var cqNotifyKinds = of(
	Entry{Interface: "IND2CompletionQueue", Method: "Notify", Kind: Notification, Profile: Core, Source: "Parameters"},
	Entry{
		ID:     "cq.notify.any-by-each-request-type",
		Rule:   "ND_CQ_NOTIFY_ANY is satisfied by the next successful result, of whatever request type.",
		Halves: []string{"not-Bind", "not-Invalidate", "not-Read", "not-Receive", "not-Send", "not-Write"},
	},
	Entry{
		ID: "cq.notify.solicited-by-flag",
		Rule: "ND_CQ_NOTIFY_SOLICITED is satisfied by a message that was sent with ND_OP_FLAG_SEND_AND_SOLICIT_EVENT, " +
			"queued before the request or after.",
		Halves: []string{"dropped", "waiting-only"},
	},
	Entry{
		ID:   "cq.notify.solicited-ignores-unsolicited",
		Rule: "ND_CQ_NOTIFY_SOLICITED is not satisfied by unsolicited successful results that come while it waits.",
	},
	Entry{
		ID: "cq.notify.any-overrides-solicited", Source: "Remarks",
		Rule: "While requests for ND_CQ_NOTIFY_ANY and ND_CQ_NOTIFY_SOLICITED are both outstanding, in either order, any " +
			"result completes both.",
		Halves: []string{"apart", "first-type-stays"},
	},
	Entry{
		ID: "cq.notify.errors-ignores-success",
		Rule: "ND_CQ_NOTIFY_ERRORS is not satisfied by successful results that arrive while it waits, solicited ones " +
			"included.",
	},
	Entry{
		ID: "cq.notify.solicited-ignores-queued", Level: Should,
		Rule: "ND_CQ_NOTIFY_SOLICITED is not satisfied by unsolicited successful results that were queued before it.",
		Ruling: "The implementation note lets providers complete a request at once for whatever is next in the queue, and " +
			"hardware may not tell of a queued result whether it was solicited.",
	},
	Entry{
		ID: "cq.notify.errors-ignores-queued", Level: Should,
		Rule: "ND_CQ_NOTIFY_ERRORS is not satisfied by successful results that were queued before it.",
		Ruling: "The implementation note lets providers complete a request at once for whatever is next in the queue, and " +
			"makes no exception for the type.",
	},
	Entry{
		ID: "cq.notify.error-satisfies-any", Source: "IND2QueuePair.md, IND2QueuePair::Send, Parameters",
		Rule:   "A result with an error status satisfies ND_CQ_NOTIFY_ANY.",
		Halves: []string{"not-Bind", "not-Invalidate", "not-Read", "not-Receive", "not-Send", "not-Write"},
	},
	Entry{
		ID: "cq.notify.error-satisfies-solicited", Source: "IND2QueuePair.md, IND2QueuePair::Send, Parameters",
		Rule:   "A result with an error status satisfies ND_CQ_NOTIFY_SOLICITED, although nobody solicited it.",
		Halves: []string{"not-Bind", "not-Invalidate", "not-Read", "not-Receive", "not-Send", "not-Write"},
	},
	Entry{
		ID: "cq.notify.error-satisfies-errors", Level: Info, Source: "IND2QueuePair.md, IND2QueuePair::Send, Parameters",
		Rule: "The suite records whether a result with an error status satisfies ND_CQ_NOTIFY_ERRORS.",
		Ruling: "Send's page says that errors always satisfy a Notify request; the list of types speaks of errors of the " +
			"queue itself.",
	},
	Entry{
		ID: "cq.notify.errors-beside-any", Level: Info, Source: "Remarks",
		Rule: "The suite records whether a trigger for ND_CQ_NOTIFY_ANY completes a request for ND_CQ_NOTIFY_ERRORS too.",
		Ruling: "By the remarks the next completion event completes all outstanding requests; the type asks for errors of " +
			"the queue.",
	},
)

var cqNotifyRequests = of(
	Entry{
		Interface: "IND2CompletionQueue", Method: "Notify", Kind: Asynchronous, Profile: Core,
		Source: "NetworkDirectSPI.md, Asynchronous operations",
	},
	Entry{
		ID: "cq.notify.notified-once",
		Rule: "Each request that returned ND_PENDING sets its event once and posts one packet to the completion port, or " +
			"once for each phase if it has several.",
		Halves: []string{
			"event-twice", "no-event", "no-event-of-any", "no-event-of-errors", "no-event-of-solicited",
			"no-packet", "no-packet-of-any", "no-packet-of-errors", "no-packet-of-solicited", "packet-twice",
		},
	},
	Entry{
		ID:     "cq.notify.inline-not-notified",
		Rule:   "A request that ends inline posts no packet, and its OVERLAPPED can be used again at once.",
		Halves: []string{"beside-another", "overlapped-kept", "packet"},
	},
	Entry{
		ID: "cq.notify.cancel-ends-all", Source: "IND2Overlapped.md, IND2Overlapped::CancelOverlappedRequests",
		Rule:   "CancelOverlappedRequests ends every outstanding request as canceled, of every type.",
		Halves: []string{"first-only", "forgets-any", "forgets-errors", "forgets-solicited", "not-errors"},
	},
	Entry{
		ID: "cq.notify.cancel-disarms", Level: Should, Source: "Remarks",
		Rule: "When a request for ND_CQ_NOTIFY_ANY has been canceled, an unsolicited result does not complete a later " +
			"one for ND_CQ_NOTIFY_SOLICITED.",
		Ruling: "The documents do not say that a canceled request disarms the queue, and hardware that has been armed for " +
			"any result may not be able to take that back.",
	},
	Entry{
		ID: "cq.notify.cancel-in-order", Level: Info, Profile: Microsoft,
		Source: "MS tests: src/unittests/ndcq, TestMultipleNotifyCancel",
		Rule: "The suite records whether canceled requests are delivered in the order in which they were made, and " +
			"before CancelOverlappedRequests returns.",
		Ruling: canceledLater,
	},
	Entry{
		ID: "cq.notify.cancel-by-queue", Level: Info, Profile: Microsoft,
		Source: "MS tests: src/unittests/ndcq, TestInorderNotifyCancel and TestReverseOrderNotifyCancel",
		Rule: "The suite records whether the packets of two queues whose requests are canceled are in the order of the " +
			"calls.",
		Ruling: canceledLater,
	},
	Entry{
		ID:     "cq.notify.cancel-race",
		Source: "IND2CompletionQueue.md, IND2CompletionQueue::Notify; NetworkDirectSPI.md, Asynchronous operations",
		Rule: "When a result and a cancellation race for a request, it ends once; if it ends as canceled, that result " +
			"completes the next request.",
	},
	Entry{
		ID: "cq.notify.ends-on-release", Kind: Lifetime, Level: Should,
		Source: "IND2CompletionQueue.md, IND2CompletionQueue::Notify",
		Rule:   "Releasing the queue ends the requests outstanding, so that the client may free their OVERLAPPEDs.",
		Ruling: ownReferenceRuling,
	},
	Entry{
		ID: "cq.notify.ends-on-removal", Needs: []Need{Fault(fault.AdapterRemoved)},
		Source: "IND2Overlapped.md, IND2Overlapped::GetOverlappedResult",
		Rule:   "A request outstanding when the adapter is removed ends with an error.",
		Accept: []nd2.Status{nd2.DeviceRemoved, nd2.Canceled},
		Ruling: "The page of GetOverlappedResult has a code for the removal, and one for requests of an adapter that was " +
			"closed.",
		Halves: []string{"forgets-any", "forgets-errors", "forgets-solicited"},
	},
	Entry{
		ID: "cq.let-go-by-queue-pairs", Method: "Release", Kind: Lifetime,
		Source: "IND2CompletionQueue.md, IND2CompletionQueue::Notify",
		Rule: "A queue pair that has been released keeps no reference to its completion queues: a queue that the client " +
			"then releases is destroyed, and its requests end.",
		Halves: []string{"initiator-kept", "kept", "kept-with-requests"},
	},
)

var cqNotifyFailures = of(
	Entry{Interface: "IND2CompletionQueue", Method: "Notify", Kind: Limit, Profile: Core},
	Entry{
		ID:     "cq.notify.overrun-of-every-type",
		Rule:   "An overrun ends the requests of every type, those that successful results do not satisfy included.",
		Accept: []nd2.Status{nd2.BufferOverflow}, Halves: []string{"errors-forgotten", "solicited-forgotten"},
	},
	Entry{
		ID: "cq.notify.overrun-ends-queue-pairs", Rule: "When a queue has been overrun, its queue pairs are unusable.",
	},
	Entry{
		ID: "cq.notify.failure-ends-queue-pairs", Needs: []Need{Fault(fault.CompletionQueueFailure)},
		Rule: "When a queue has failed catastrophically, its queue pairs are unusable.",
	},
	Entry{ID: "cq.notify.overrun-ends-results", Rule: "A queue that has been overrun reports no future completions."},
	Entry{
		ID: "cq.notify.failure-ends-results", Needs: []Need{Fault(fault.CompletionQueueFailure)},
		Rule: "A queue that has failed catastrophically reports no future completions.",
	},
	Entry{
		ID:     "cq.notify.overrun-spares-others",
		Rule:   "The overrun of a queue leaves other queues and their queue pairs as they were.",
		Halves: []string{"ends-others", "flushes-others"},
	},
	Entry{
		ID: "cq.release.spares-others", Method: "Release", Kind: Lifetime, Rests: RulingGround,
		Source: "IND2CompletionQueue.md, IND2CompletionQueue::Notify, Return Value",
		Rule:   "The release of a queue ends its own requests: the objects around it are as they were.",
		Ruling: "By the page destroying a queue cancels the requests on it, and has no other effect.", Halves: bystanders,
	},
)
