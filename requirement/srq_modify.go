package requirement

import "github.com/ndconform/ndconform/nd2"

const cantGrow = "By the page a queue can grow and shrink, but no flag says whether it can, unlike for completion " +
	"queues, and drivers of common adapters can't grow it. The depth at creation can be set again."

var srqModify = of(
	Entry{Interface: "IND2SharedReceiveQueue", Method: "Modify", Kind: Return, Profile: SRQ, Needs: []Need{NeedSRQ}},
	Entry{
		ID: "srq.modify.nd-success",
		Rule: "A depth between the number of posted Receives and the depth at creation, which may be the adapter's " +
			"maximum, is set, up or down, and so is a threshold.",
		Ruling: cantGrow, Halves: []string{"down-refused", "most-refused", "threshold-refused", "up-refused"},
	},
	Entry{ID: "srq.modify.nd-insufficient-resources", Rule: "When the entries cannot be allocated, the call says so."},
	Entry{
		ID: "srq.modify.nd-invalid-parameter", Level: Should, Rule: "A depth above the adapter's maximum is refused.",
		Accept: []nd2.Status{nd2.InvalidParameter, nd2.InsufficientResources}, Ruling: depthTooLarge,
	},
	Entry{ID: "srq.modify.nd-buffer-overflow", Rule: "A depth below the number of Receives that are posted is refused."},
	Entry{ID: "srq.modify.nd-device-removed"},
	Entry{
		ID: "srq.modify.unchanged-on-failure", Kind: Limit, Source: "Remarks",
		Rule:   "A refused Modify leaves the depth, the threshold and the posted Receives as they were.",
		Halves: []string{"depth", "receives", "requests", "threshold"},
	},
	Entry{
		ID: "srq.modify.zero-depth-keeps-depth", Kind: Limit, Source: "Parameters",
		Rule: "A depth of 0 leaves the depth as it is.",
	},
	Entry{
		ID: "srq.modify.zero-threshold-keeps-threshold", Kind: Notification, Source: "Parameters",
		Rule:   "A threshold of 0 leaves the threshold as it is.",
		Ruling: "0 disables notifications at creation only; they cannot be disabled again.",
	},
	Entry{
		ID: "srq.modify.growth-takes-more-receives", Kind: Limit, Level: Should, Source: "Remarks",
		Rule:   "A depth larger than that at creation is set, and lets as many more Receives be posted.",
		Ruling: cantGrow,
	},
	Entry{
		ID: "srq.modify.keeps-receives", Kind: Ordering, Source: "Remarks",
		Rule:   "Receives that are posted survive a Modify in their order, with messages arriving or not.",
		Halves: []string{"loses-one", "reorders"},
	},
	Entry{
		ID: "srq.modify.enables-notification", Kind: Notification, Source: "Parameters",
		Rule: "A threshold enables the notifications of a queue that was created without one.",
	},
	Entry{
		ID: "srq.modify.threshold-holds-for-outstanding-requests", Kind: Notification, Source: "Parameters",
		Rule:   "A new threshold, higher or lower, holds for the Notify requests outstanding.",
		Halves: []string{"higher-ignored", "later", "lower-ignored", "not-with-depth"},
	},
	Entry{
		ID: "srq.modify.already-below", Kind: Notification, Level: Should, Source: "Parameters",
		Rule: "Raising the threshold above the count completes the Notify requests outstanding.",
		Ruling: "The page speaks of the count falling; the kernel's shared receive queues must notify then, and a client " +
			"that is not told starves its senders.",
	},
)
