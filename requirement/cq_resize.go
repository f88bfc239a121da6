package requirement

import "github.com/ndconform/ndconform/nd2"

// depthTooLarge is the ruling on Resize and on a shared receive queue's Modify.
const depthTooLarge = "Return Value has ND_INVALID_PARAMETER for more entries than the hardware is capable of, and " +
	"ND_INSUFFICIENT_RESOURCES for entries that cannot be allocated, in the same words for Resize and for Modify: a " +
	"depth above the maximum is both. Hardware that is capable of more than Query says has no cause for either, and the " +
	"implementation notes let a queue have more entries than were asked for."

var cqResize = of(
	Entry{Interface: "IND2CompletionQueue", Method: "Resize", Kind: Return, Profile: Resize},
	Entry{
		ID: "cq.resize.nd-success", Needs: []Need{NeedResize},
		Rule:   "A depth between the number of queued results and the adapter's maximum is set, up or down.",
		Halves: []string{"down-refused", "up-refused"},
	},
	Entry{
		ID: "cq.resize.nd-buffer-overflow", Needs: []Need{NeedResize}, Source: "Remarks",
		Rule:   "A depth below the number of results in the queue is refused.",
		Ruling: "The remarks name the code; the list of return values does not.",
	},
	Entry{
		ID: "cq.resize.nd-invalid-parameter", Level: Should, Needs: []Need{NeedResize},
		Rule:   "A depth above the adapter's maximum is refused.",
		Accept: []nd2.Status{nd2.InvalidParameter, nd2.InsufficientResources}, Ruling: depthTooLarge,
	},
	Entry{
		ID: "cq.resize.nd-insufficient-resources", Needs: []Need{NeedResize},
		Rule: "When the entries cannot be allocated, the call says so.",
	},
	Entry{ID: "cq.resize.nd-device-removed", Needs: []Need{NeedResize}},
	Entry{
		ID: "cq.resize.nd-not-supported", Profile: Core, Needs: []Need{NeedNoResize},
		Rule: "An adapter without ND_ADAPTER_FLAG_CQ_RESIZE_SUPPORTED refuses to resize.",
	},
	Entry{
		ID: "cq.resize.unchanged-on-failure", Kind: Limit, Needs: []Need{NeedResize}, Source: "Remarks",
		Rule:   "A refused Resize leaves the depth and the queued results as they were.",
		Halves: []string{"forgets-requests", "loses-one", "shrinks"},
	},
	Entry{
		ID: "cq.resize.loses-nothing", Kind: Ordering, Needs: []Need{NeedResize}, Source: "Remarks",
		Rule:   "No result is lost or reordered by a Resize while requests complete; the client need not quiesce.",
		Halves: []string{"drops-one", "reorders"},
	},
	Entry{
		ID: "cq.resize.holds-new-depth", Kind: Limit, Needs: []Need{NeedResize}, Source: "Parameters",
		Rule:   "After a Resize, up or down, the queue holds as many results as the new depth without being overrun.",
		Halves: []string{"ignored", "one-short"},
	},
	Entry{
		ID: "cq.resize.to-what-is-queued", Kind: Limit, Needs: []Need{NeedResize}, Source: "Remarks",
		Rule: "A depth of just the number of queued results is set, and keeps them.",
	},
	Entry{
		ID: "cq.resize.keeps-requests", Kind: Notification, Needs: []Need{NeedResize}, Source: "Remarks",
		Rule: "A Notify outstanding while the queue is resized stays of its type, and is completed by the next result " +
			"that satisfies it.",
		Halves: []string{"forgets-any", "forgets-errors", "forgets-solicited", "to-any"},
	},
	Entry{
		ID: "cq.resize.keeps-unannounced", Kind: Notification, Needs: []Need{NeedResize},
		Source: "IND2CompletionQueue.md, IND2CompletionQueue::Notify, Remarks; IND2CompletionQueue::Resize, Remarks",
		Rule: "A result that was queued before a Resize, and that no notification has announced, completes the next " +
			"Notify that it satisfies.",
	},
)
