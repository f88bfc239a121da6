package requirement

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

var ndkCreateSrq = of(
	Entry{
		Interface: "NDK_PD_DISPATCH", Method: "NdkCreateSrq", Kind: Return, Profile: NDK, Needs: []Need{NeedNDK},
		Source: "NDK_FN_CREATE_SRQ",
	},
	Entry{
		ID:   "ndk.createsrq.status-success",
		Rule: "A queue within the adapter's limits, each of them included, is returned through the last parameter.",
	},
	Entry{
		ID: "ndk.createsrq.status-pending",
		Rule: "A creation that pends returns the queue through the create completion, which is called once and with the " +
			"request's context.",
		Halves: []string{"no-context", "no-object", "twice"},
	},
	Entry{
		ID:     "ndk.createsrq.status-invalid-parameter",
		Rule:   "A depth above MaxSrqDepth, or more entries per Receive than MaxReceiveRequestSge, is refused.",
		Halves: []string{"depth", "entries"},
	},
	Entry{
		ID: "ndk.createsrq.status-insufficient-resources", Needs: []Need{Fault(fault.OutOfResources)},
		Rule: "When the resources for the queue are lacking, a creation that does not pend says so, and returns no queue.",
	},
	Entry{
		ID: "ndk.createsrq.status-insufficient-resources-later", Kind: Asynchronous, Code: "STATUS_INSUFFICIENT_RESOURCES",
		Needs: []Need{Fault(fault.OutOfResources)},
		Rule: "When the resources for the queue are lacking, a creation that pends says so through the create completion, " +
			"without a queue.",
	},
	Entry{
		ID: "ndk.createsrq.inline-calls-nothing", Kind: Notification, Source: "NDK_FN_CREATE_COMPLETION, Remarks",
		Rule:   "A creation that does not pend, be it a success or a failure, does not call the create completion.",
		Halves: []string{"failure", "success"},
	},
	Entry{
		ID: "ndk.createsrq.pending-leaves-parameter", Kind: Data, Source: "NDK_FN_CREATE_COMPLETION, Remarks",
		Rule: "A creation that pends does not write to its last parameter, neither then nor later.",
	},
	Entry{
		ID: "ndk.createsrq.affinity-is-a-preference", Kind: Limit, Source: "NDK_FN_CREATE_SRQ, Parameters",
		Rule: "An affinity is never refused, whether its processors exist or not.",
	},
	Entry{
		ID: "ndk.createsrq.affinity-of-no-group", Kind: Limit, Level: Info, Source: "NDK_FN_CREATE_SRQ, Parameters",
		Rule:   "The suite records whether an affinity for a processor group that does not exist is refused.",
		Ruling: "The affinity is a preference; the page is silent on a group that does not exist.",
	},
	Entry{
		ID: "ndk.createsrq.notifies-below-threshold", Kind: Notification, Source: "NDK_FN_CREATE_SRQ, Parameters",
		Rule: "A new queue notifies when fewer Receives than its threshold are left and not before, once, with its context " +
			"and STATUS_SUCCESS.",
		Halves: []string{"at", "late", "no-context", "status", "twice"},
	},
	Entry{
		ID: "ndk.createsrq.notification-optional", Kind: Notification, Source: "NDK_FN_CREATE_SRQ, Parameters",
		Rule: "A queue without a notification callback serves its Receives.",
	},
)

var ndkCreateQpWithSrq = of(
	Entry{
		Interface: "NDK_PD_DISPATCH", Method: "NdkCreateQpWithSrq", Kind: Return, Profile: NDK, Needs: []Need{NeedNDK},
		Rests: NDKGround, Source: "NDK_FN_CREATE_QP_WITH_SRQ",
	},
	Entry{
		ID:     "ndk.createqpwithsrq.success",
		Rule:   "A queue pair within the adapter's limits is created on the queue, each limit alone included.",
		Accept: []nd2.Status{nd2.Success}, Halves: []string{"deepest-refused", "inline-refused"},
	},
	Entry{
		ID: "ndk.createqpwithsrq.invalid-parameter",
		Rule: "An initiator queue depth, entries per initiator request or inline data above the adapter's limits are " +
			"refused.",
		Accept: []nd2.Status{nd2.InvalidParameter}, Halves: []string{"depth", "entries", "inline"},
	},
	Entry{
		ID: "ndk.createqpwithsrq.insufficient-resources", Needs: []Need{Fault(fault.OutOfResources)},
		Rule:   "When the resources for the queue pair are lacking, the creation says so, inline or later, and returns none.",
		Accept: []nd2.Status{nd2.InsufficientResources},
	},
)
