package requirement

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

var adapterCreateSharedReceiveQueue = slices.Concat(of(
	Entry{
		Interface: "IND2Adapter", Method: "CreateSharedReceiveQueue", Kind: Return, Profile: SRQ,
		Source: "IND2Adapter.md, IND2Adapter::CreateSharedReceiveQueue", Needs: []Need{NeedSRQ},
	},
	Entry{
		ID: "adapter.createsharedreceivequeue.nd-success", Code: "ND_SUCCESS",
		Rule:   "A queue whose depth and entries are within the adapter's limits is created, each limit alone included.",
		Halves: []string{"least", "most"},
	},
	Entry{
		ID: "adapter.createsharedreceivequeue.nd-no-memory", Code: "ND_NO_MEMORY",
		Rule: "When there is not enough memory for the queue, the call says so.",
	},
	Entry{
		ID: "adapter.createsharedreceivequeue.nd-insufficient-resources", Code: "ND_INSUFFICIENT_RESOURCES",
		Rule: "When the hardware does not have enough resources for the queue, the call says so.",
	},
	Entry{
		ID: "adapter.createsharedreceivequeue.nd-invalid-parameter-3", Code: "ND_INVALID_PARAMETER_3", Level: Should,
		Rule:   "A depth above MaxSharedReceiveQueueDepth is refused.",
		Ruling: sharedSurplusRuling,
		Halves: []string{"far-beyond", "one-more"},
	},
	Entry{
		ID: "adapter.createsharedreceivequeue.nd-invalid-parameter-4", Code: "ND_INVALID_PARAMETER_4", Level: Should,
		Rule:   "More entries per request than MaxReceiveSge are refused.",
		Ruling: sharedSurplusRuling,
	},
	Entry{ID: "adapter.createsharedreceivequeue.nd-device-removed", Code: "ND_DEVICE_REMOVED"},
	Entry{
		ID: "adapter.createsharedreceivequeue.maxima-together", Kind: Limit,
		Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure",
		Rule:   "The largest depth together with the most entries is created or refused for lack of resources.",
		Accept: []nd2.Status{nd2.Success, nd2.InsufficientResources},
		Ruling: "The structure states each limit by itself; the documents do not promise them all at once.",
	},
	Entry{
		ID: "adapter.createsharedreceivequeue.zero-limits", Kind: Limit, Level: Info,
		Source: "IND2Adapter.md, IND2Adapter::CreateSharedReceiveQueue, Parameters",
		Rule:   "The suite records what a depth of 0, or 0 entries per request, leads to.",
		Ruling: "The parameters are maxima, and the page names no minimum: a queue of none is neither promised nor excluded.",
	},
	Entry{
		ID: "adapter.createsharedreceivequeue.zero-threshold-disables", Kind: Notification,
		Source: "IND2Adapter.md, IND2Adapter::CreateSharedReceiveQueue, Parameters",
		Rule:   "A queue created with a threshold of 0 never notifies, not even when no Receive is left.",
		Ruling: "In Modify a threshold of 0 means unchanged.",
	},
	Entry{
		ID: "adapter.createsharedreceivequeue.affinity-never-refused", Kind: Limit,
		Source: "IND2Adapter.md, IND2Adapter::CreateSharedReceiveQueue, Parameters",
		Rule:   "An affinity that is not available is ignored: the queue is created and notifies.",
	},
	Entry{
		ID: "adapter.createsharedreceivequeue.affinity-inherited", Kind: Data, Level: Info,
		Source: "IND2Adapter.md, IND2Adapter::CreateSharedReceiveQueue, Implementation Notes",
		Rule:   "The suite records where notifications are processed if no affinity was asked for.",
		Ruling: processorsAreTheSystems,
	},
	Entry{
		ID: "adapter.createsharedreceivequeue.affinity-closest", Kind: Data, Level: Info,
		Source: "IND2Adapter.md, IND2Adapter::CreateSharedReceiveQueue, Implementation Notes",
		Rule:   "Where notifications are processed is recorded for an affinity that is not available.",
		Ruling: processorsAreTheSystems,
	},
	Entry{
		ID: "adapter.createsharedreceivequeue.no-such-group", Kind: Return, Level: Info,
		Source: "IND2Adapter.md, IND2Adapter::CreateSharedReceiveQueue, Parameters",
		Rule:   "The suite records whether a queue is created for a processor group that no system has.",
		Ruling: groupsRuling,
	},
	Entry{
		ID: "adapter.createsharedreceivequeue.affinity-honored", Kind: Data, Level: Should,
		Source: "IND2Adapter.md, IND2Adapter::CreateSharedReceiveQueue, Implementation Notes",
		Rule:   "Notifications are processed on one or more of the processors asked for.",
		Ruling: affinityIsAWish,
	},
	Entry{
		ID: "adapter.createsharedreceivequeue.overlapped-file", Kind: Notification,
		Source: "IND2Adapter.md, IND2Adapter::CreateSharedReceiveQueue, Parameters",
		Rule:   "A queue's notifications are delivered through the overlapped file that it was created on, and no other.",
		Ruling: ownFile,
	},
	Entry{
		ID: "adapter.createsharedreceivequeue.unknown-iid", Kind: Limit,
		Source: "IND2Adapter.md, IND2Adapter::CreateSharedReceiveQueue, Parameters",
		Rule:   foreignInterface,
		Ruling: "The documents name no status: any failure will do. " + otherInterfaces,
		Halves: foreignHalves,
	},
	Entry{
		ID: "adapter.createsharedreceivequeue.inherits-overlapped", Kind: Lifetime,
		Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue interface",
		Rule: "A shared receive queue has the interfaces IUnknown, IND2Overlapped and IND2SharedReceiveQueue, each with " +
			"its own reference; what it gives for another has its methods.",
		Ruling: otherInterfaces,
		Halves: []string{"everything", "no-unknown", "not-itself", "not-overlapped"},
	},
), of(
	Entry{
		Interface: "IND2Adapter", Method: "CreateSharedReceiveQueue", Kind: Return, Profile: Core,
		Source: "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue interface, Remarks", Needs: []Need{NeedNoSRQ},
	},
	Entry{
		ID:   "adapter.createsharedreceivequeue.unsupported",
		Rule: "An adapter whose MaxSharedReceiveQueueDepth is 0 creates no shared receive queue.",
		Accept: []nd2.Status{
			nd2.NotSupported, nd2.InvalidParameter, nd2.InvalidParameter3, nd2.InvalidParameter4,
			nd2.InvalidParameter5,
		},
		Ruling: "The page lists no code for it; CreateQueuePairWithSrq has ND_NOT_SUPPORTED, and everything exceeds a " +
			"limit of 0.",
	},
))

const sharedSurplusRuling = "The code is for what the adapter cannot support; an adapter that supports more than " +
	"Query says has no cause for it. On the pages of queue pairs the adapter's limits are exceeded instead, and on the " +
	"page of completion queues a depth must be within them."
