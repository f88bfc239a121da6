package requirement

var ndkClose = of(
	Entry{
		Interface: "NDK_SRQ_DISPATCH", Method: "NdkCloseSrq", Kind: Lifetime, Profile: NDK, Needs: []Need{NeedNDK},
		Rests: NDKGround, Source: "NDK_FN_CLOSE_OBJECT, Remarks",
	},
	Entry{
		ID:     "ndk.closesrq.cannot-fail",
		Source: "NDK_FN_CLOSE_COMPLETION, Remarks; NDK_FN_SRQ_NOTIFICATION_CALLBACK, Parameters",
		Rule:   "Closing a queue succeeds or pends, with Receives posted or not, armed or not, and notifies of no failure.",
		Halves: []string{"armed", "posted"},
	},
	Entry{
		ID: "ndk.closesrq.inline-calls-nothing", Source: "NDK_FN_CLOSE_COMPLETION, Remarks",
		Rule: "A close that succeeds at once does not call the close completion; a close that pends calls it once, with " +
			"the request's context.",
	},
	Entry{
		ID:     "ndk.closesrq.inside-create-completion",
		Source: "NDKPI Object Lifetime Requirements, The Rules for Completion Callbacks",
		Rule: "A queue can be closed inside the completion of its creation, and is closed no sooner than that has " +
			"returned.",
	},
	Entry{
		ID:   "ndk.closesrq.inside-notification",
		Rule: "A queue that is closed inside its notification is closed no sooner than that has returned.",
	},
	Entry{
		ID: "ndk.closesrq.completion-is-last",
		Rule: "No callback of the queue comes after its close has succeeded or completed, though Receives are taken " +
			"meanwhile.",
	},
	Entry{
		ID:     "ndk.closesrq.waits-for-queue-pairs",
		Source: "NDKPI Object Lifetime Requirements, Closing Antecedent and Successor Objects",
		Rule:   "Closing a queue that queue pairs use pends until they are closed.",
	},
	Entry{
		ID: "ndk.closecq.waits-for-queue-pairs", Interface: "NDK_CQ_DISPATCH", Method: "NdkCloseCq",
		Source: "NDKPI Object Lifetime Requirements, Closing Antecedent and Successor Objects",
		Rule: "Closing a completion queue of a queue pair's, for Receives or for other requests, pends until the queue " +
			"pair is closed.",
		Halves: []string{"initiated", "receives"},
	},
	Entry{
		ID: "ndk.closepd.waits-for-srqs", Interface: "NDK_PD_DISPATCH", Method: "NdkClosePd",
		Source: "NDKPI Object Lifetime Requirements, Closing Antecedent and Successor Objects",
		Rule:   "Closing a protection domain pends until its shared receive queues are closed.",
	},
	Entry{
		ID: "ndk.closepd.waits-for-their-completions", Interface: "NDK_PD_DISPATCH", Method: "NdkClosePd",
		Source: "NDKPI Object Lifetime Requirements, Closing Antecedent and Successor Objects",
		Rule: "The close of a protection domain completes no sooner than the close completions of its shared receive " +
			"queues have returned.",
	},
	Entry{
		ID: "ndk.closeadapter.waits", Interface: "NDK_ADAPTER", Method: "CloseNdkAdapter",
		Source: "NDKPI Object Lifetime Requirements, Closing Adapter Objects",
		Rule: "Closing an adapter returns when all that was created from it is closed, and all its callbacks have " +
			"returned.",
	},
	Entry{
		ID: "ndk.queryextension.not-supported", Method: "NdkQueryExtension", Kind: Return, Code: "STATUS_NOT_SUPPORTED",
		Source: "NDK_FN_QUERY_EXTENSION_INTERFACE", Rule: "An extension that is not defined is not supported.",
	},
)
