package requirement

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

var srqNotify = of(
	Entry{
		Interface: "IND2SharedReceiveQueue", Method: "Notify", Kind: Notification, Profile: SRQ, Needs: []Need{NeedSRQ},
		Source: "Remarks",
	},
	Entry{
		ID: "srq.notify.nd-success", Kind: Return, Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Notify",
		Rule: "A request whose notification comes ends with success, inline or later.",
	},
	Entry{
		ID: "srq.notify.nd-pending", Kind: Return, Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Notify",
		Rule: "A request is queued while the count of posted Receives is at or above the threshold.",
	},
	Entry{
		ID: "srq.notify.nd-failure", Kind: Return, Code: "ND_FAILURE", Needs: []Need{Fault(fault.SharedReceiveQueueFailure)},
		Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Notify",
		Rule: "Requests outstanding when the queue fails catastrophically, and those made after, end with the code " +
			"for that.",
		Accept: sharedFailure, Ruling: sharedFailureRuling, Halves: []string{"later", "waiting"},
	},
	Entry{
		ID: "srq.notify.nd-canceled", Kind: Return, Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Notify",
		Rule:   "CancelOverlappedRequests ends every request outstanding as canceled, and the queue can be armed again.",
		Halves: []string{"first-only", "not-again"},
	},
	Entry{
		ID: "srq.notify.nd-insufficient-resources", Kind: Return,
		Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Notify",
		Rule:   "When the request cannot be queued, the call says so.",
	},
	Entry{
		ID: "srq.notify.nd-device-removed", Kind: Return,
		Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Notify",
	},
	Entry{
		ID: "srq.notify.fires-below-threshold", Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Notify",
		Rule: "The notification comes when the count of posted Receives falls below the threshold, and not while it " +
			"equals it.",
		Halves: []string{"at", "late"},
	},
	Entry{
		ID: "srq.notify.counts-posted-receives", Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Notify",
		Rule: "What counts is how many Receives are posted and not taken: posting more puts the notification off.",
	},
	Entry{
		ID: "srq.notify.counts-for-all-queue-pairs", Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Notify",
		Rule: "Receives taken by any queue pair of the queue bring the count down alike.",
	},
	Entry{
		ID:   "srq.notify.unarmed-at-creation",
		Rule: "A new queue is not armed: a fall below the threshold before the first Notify completes no later request.",
	},
	Entry{
		ID:   "srq.notify.releases-every-request",
		Rule: "Requests outstanding at once coexist, and one fall below the threshold completes them all.",
	},
	Entry{
		ID: "srq.notify.arms-once",
		Rule: "A Notify arms the queue for one notification: after it, the queue notifies again only when it is armed " +
			"again and the count falls again.",
	},
	Entry{
		ID: "srq.notify.already-below", Level: Should,
		Rule: "A request made when the count is already below the threshold is completed.",
		Ruling: "The page speaks of the count falling, which it may have done already when the client asks; the kernel's " +
			"shared receive queues must notify then, and a client that is not told starves its senders.",
	},
	Entry{
		ID: "srq.notify.ends-once", Source: "NetworkDirectSPI.md, Asynchronous operations",
		Rule: "When a notification and a cancellation race for a request, it ends once, with success or as canceled, and " +
			"is notified once.",
	},
	Entry{
		ID: "srq.notify.notified-once", Source: "NetworkDirectSPI.md, Asynchronous operations",
		Rule: "Each request that returned ND_PENDING sets its event once and posts one packet to the completion port, or " +
			"once for each phase if it has several.",
		Halves: []string{"event-twice", "no-event", "no-packet", "packet-twice"},
	},
	Entry{
		ID: "srq.notify.inline-not-notified", Source: "NetworkDirectSPI.md, Asynchronous operations",
		Rule: "A request that ends inline posts no packet.",
	},
	Entry{
		ID: "srq.notify.cancels-own-requests", Source: "IND2Overlapped.md, IND2Overlapped::CancelOverlappedRequests",
		Rule: "CancelOverlappedRequests leaves the requests of other queues outstanding.",
	},
	Entry{
		ID: "srq.notify.ends-on-release", Kind: Lifetime, Level: Should, Source: "Parameters",
		Rule:   "Releasing the queue ends the requests outstanding, so that the client may free their OVERLAPPEDs.",
		Ruling: ownReferenceRuling,
	},
	Entry{
		ID: "srq.notify.ends-on-removal", Needs: []Need{Fault(fault.AdapterRemoved)},
		Source: "IND2Overlapped.md, IND2Overlapped::GetOverlappedResult",
		Rule:   "A request outstanding when the adapter is removed ends with an error.",
		Accept: []nd2.Status{nd2.DeviceRemoved, nd2.Canceled},
		Ruling: "The page of GetOverlappedResult has a code for the removal, and one for requests of an adapter that was " +
			"closed.",
	},
	Entry{
		ID: "srq.notify.failure-despite-no-threshold", Needs: []Need{Fault(fault.SharedReceiveQueueFailure)},
		Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Notify",
		Rule: "A failure of the queue completes a request even where a threshold of 0 has disabled the other " +
			"notifications.",
		Accept: sharedFailure, Ruling: sharedFailureRuling,
	},
	Entry{
		ID: "srq.notify.failure-ends-queue-pairs", Kind: Lifetime, Needs: []Need{Fault(fault.SharedReceiveQueueFailure)},
		Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Notify",
		Rule:   "When the queue has failed, its queue pairs are unusable: nothing of theirs succeeds any more.",
		Ruling: "The page says that no future completions are reported; but a completion queue reports them, and has not " +
			"failed: what is posted may come back from it as canceled.",
		Halves: []string{"first-only", "go-on"},
	},
	Entry{
		ID: "srq.notify.parallel", Kind: Notification, Source: "Remarks",
		Rule: "Several threads ask for notifications at the same time, and each of them is notified when the count falls " +
			"below the threshold.",
	},
)

// sharedFailure is how the failure of a shared receive queue is told.
var sharedFailure = []nd2.Status{nd2.InternalError, nd2.Unsuccessful, unspecifiedFailure}

// unspecifiedFailure is E_FAIL. Source: winerror.h.
const unspecifiedFailure nd2.Status = 0x80004005

const sharedFailureRuling = "The page names ND_FAILURE, which ndstatus.mc does not define; " +
	"IND2CompletionQueue::Notify describes the same failure as ND_INTERNAL_ERROR. In Windows' headers a failure without " +
	"a reason is STATUS_UNSUCCESSFUL, or COM's E_FAIL."
