package requirement

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

var ndkModifySrq = of(
	Entry{
		Interface: "NDK_SRQ_DISPATCH", Method: "NdkModifySrq", Kind: Notification, Profile: NDK, Needs: []Need{NeedNDK},
		Rests: NDKGround, Source: "NDK_FN_MODIFY_SRQ, Parameters",
	},
	Entry{
		ID: "ndk.modifysrq.success", Kind: Return, Source: "NDK_FN_MODIFY_SRQ",
		Rule:   "A depth up to MaxSrqDepth is set, and as many Receives can be posted.",
		Accept: []nd2.Status{nd2.Success},
	},
	Entry{
		ID: "ndk.modifysrq.invalid-parameter", Kind: Return, Source: "NDK_FN_MODIFY_SRQ",
		Rule:   "A depth above MaxSrqDepth is refused, and the queue is as it was.",
		Accept: []nd2.Status{nd2.InvalidParameter},
	},
	Entry{
		ID: "ndk.modifysrq.zero-keeps-depth", Kind: Limit, Rule: "A depth of 0 keeps the queue's, and the Receives in it.",
	},
	Entry{ID: "ndk.modifysrq.zero-keeps-armed", Rule: "A threshold of 0 keeps an armed queue armed at its threshold."},
	Entry{ID: "ndk.modifysrq.zero-keeps-disarmed", Rule: "A threshold of 0 does not arm a queue that has notified."},
	Entry{
		ID:   "ndk.modifysrq.threshold-arms",
		Rule: "A threshold arms a queue that has notified: it notifies again when fewer Receives are left.",
	},
	Entry{
		ID: "ndk.modifysrq.already-below", Rule: "A threshold above the count of Receives makes the queue notify at once.",
	},
	Entry{
		ID: "ndk.modifysrq.one-shot",
		Rule: "A queue that has notified does not do so again until it is armed, however many Receives are taken and " +
			"posted.",
	},
	Entry{
		ID: "ndk.modifysrq.no-lost-notification", Source: "NDK_FN_MODIFY_SRQ, Parameters",
		Rule: "A Receive that is taken while the queue is being armed is not missed: either it notifies, or the arming " +
			"does.",
	},
)

var ndkSrqReceive = of(
	Entry{
		Interface: "NDK_SRQ_DISPATCH", Method: "NdkSrqReceive", Kind: Data, Profile: NDK, Needs: []Need{NeedNDK},
		Rests: NDKGround, Source: "NDK_FN_SRQ_RECEIVE",
	},
	Entry{
		ID:     "ndk.srqreceive.data",
		Rule:   "A message fills the Receive's entries, and the result has its length and the request's context.",
		Halves: []string{"rounded", "scattered", "truncated"},
	},
	Entry{
		ID: "ndk.srqreceive.qp-context", Source: "NDK_RESULT",
		Rule: "Results have the context of the queue pair that took the Receive.",
	},
	Entry{
		ID: "ndk.srqreceive.shared", Source: "NDK_FN_CREATE_QP_WITH_SRQ",
		Rule: "Queue pairs on the same queue take its Receives as their messages arrive, each by one of them.",
	},
	Entry{
		ID: "ndk.srqreceive.beyond-depth", Kind: Limit, Source: "NDK_FN_CREATE_SRQ, Parameters",
		Rule:   "A queue of MaxSrqDepth Receives that is full refuses one more, and has room again when one has been taken.",
		Halves: []string{"stays-full", "taken"},
	},
	Entry{
		ID: "ndk.srqreceive.max-entries", Kind: Limit, Source: "NDK_FN_CREATE_SRQ, Parameters",
		Rule:   "A Receive of as many entries as the adapter allows, on a queue created for them, fills them all.",
		Halves: []string{"last-skipped", "refused"},
	},
)

var ndkGetCqResults = of(
	Entry{
		Interface: "NDK_CQ_DISPATCH", Method: "NdkGetCqResults", Kind: Ordering, Profile: NDK, Needs: []Need{NeedNDK},
		Rests: NDKGround, Source: "NDK_FN_GET_CQ_RESULTS, Return value",
	},
	Entry{
		ID: "ndk.getcqresults.count",
		Rule: "The call removes the oldest results, at most as many as there is room for, says how many, and leaves the " +
			"others.",
		Halves: []string{"first-batch-lost", "rest-lost"},
	},
)

var ndkNotification = of(
	Entry{
		Interface: "NDK_FN_SRQ_NOTIFICATION_CALLBACK", Kind: Notification, Profile: NDK, Needs: []Need{NeedNDK},
		Rests: NDKGround, Source: "NDK_FN_SRQ_NOTIFICATION_CALLBACK",
	},
	Entry{
		ID: "ndk.srqnotification.internal-error", Needs: []Need{Fault(fault.SharedReceiveQueueFailure)},
		Rule: "An armed queue that fails notifies with STATUS_INTERNAL_ERROR.",
	},
	Entry{
		ID: "ndk.srqnotification.failure-ends-queue-pairs", Kind: Lifetime,
		Needs: []Need{Fault(fault.SharedReceiveQueueFailure)},
		Rule:  "When a queue has failed, its queue pairs are unusable: nothing of theirs succeeds any more.",
	},
)
