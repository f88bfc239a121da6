package requirement

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

var adapterCreateQueuePairWithSrq = slices.Concat(of(
	Entry{
		Interface: "IND2Adapter", Method: "CreateQueuePairWithSrq", Kind: Return, Profile: SRQ,
		Source: "IND2Adapter.md, IND2Adapter::CreateQueuePairWithSrq", Needs: []Need{NeedSRQ},
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.nd-success", Code: "ND_SUCCESS",
		Rule:   "A queue pair within the adapter's limits is created, each limit alone included.",
		Halves: []string{"initiator-depth", "initiator-entries", "inline-data"},
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.nd-invalid-parameter-2", Code: "ND_INVALID_PARAMETER_2",
		Rule:   "Another kind of object, or another adapter's queue, is refused as the receive completion queue.",
		Halves: []string{"foreign", "kind"},
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.nd-invalid-parameter-3", Code: "ND_INVALID_PARAMETER_3",
		Rule:   "Another kind of object, or another adapter's queue, is refused as the initiator completion queue.",
		Halves: []string{"foreign", "kind"},
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.nd-invalid-parameter-4", Code: "ND_INVALID_PARAMETER_4",
		Rule:   "Another kind of object, or another adapter's queue, is refused as the shared receive queue.",
		Halves: []string{"foreign", "kind"},
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.no-queue", Kind: Limit, Level: Should,
		Rule:   "Without one of its three queues the call fails, and no object is returned.",
		Ruling: noObjectRuling, MayCrash: true,
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.nd-invalid-parameter-6", Code: "ND_INVALID_PARAMETER_6",
		Rule: "An initiator queue deeper than MaxInitiatorQueueDepth is refused.",
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.nd-invalid-parameter-7", Code: "ND_INVALID_PARAMETER_7",
		Rule: "More entries per initiator request than MaxInitiatorSge are refused.",
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.nd-invalid-parameter-8", Code: "ND_INVALID_PARAMETER_8",
		Rule: "More inline data than MaxInlineDataSize is refused.",
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.nd-insufficient-resources", Code: "ND_INSUFFICIENT_RESOURCES",
		Rule: "When the hardware does not have enough resources for the queue pair, the call says so.",
	},
	Entry{ID: "adapter.createqueuepairwithsrq.nd-device-removed", Code: "ND_DEVICE_REMOVED"},
	Entry{
		ID: "adapter.createqueuepairwithsrq.maxima-together", Kind: Limit,
		Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure",
		Rule:   "A queue pair of all the largest limits at once is created or refused for lack of resources.",
		Accept: []nd2.Status{nd2.Success, nd2.InsufficientResources},
		Ruling: "The structure states each limit by itself; the documents do not promise them all at once.",
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.zero-limits", Kind: Limit, Level: Info,
		Source: "IND2Adapter.md, IND2Adapter::CreateQueuePairWithSrq, Parameters",
		Rule:   "The suite records what an initiator queue depth of 0, or 0 entries per request, leads to.",
		Ruling: "The parameters are maxima, and the page names no minimum: a queue pair of none is neither promised nor " +
			"excluded.",
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.unknown-iid", Kind: Limit,
		Source: "IND2Adapter.md, IND2Adapter::CreateQueuePairWithSrq, Parameters",
		Rule:   foreignInterface,
		Ruling: "The documents name no status: any failure will do. " + otherInterfaces,
		Halves: foreignHalves,
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.one-completion-queue", Kind: Data,
		Source: "IND2Adapter.md, IND2Adapter::CreateQueuePairWithSrq, Remarks",
		Rule:   "One completion queue may serve as both, and then has the results of both.",
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.results-by-kind", Kind: Data,
		Source: "IND2Adapter.md, IND2Adapter::CreateQueuePairWithSrq, Remarks",
		Rule: "The initiator completion queue has the results of all requests but Receives, the receive completion queue " +
			"those of Receives only.",
		Halves: []string{"no-Bind", "no-Invalidate", "no-Read", "no-Send", "no-Write", "no-reads", "swapped"},
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.context", Kind: Data,
		Source: "IND2CompletionQueue.md, ND2_RESULT structure",
		Rule:   "Results of the queue pair's own requests have its context as QueuePairContext.",
		Ruling: "The parameter's description says RequestContext; the structure has a separate member for it.",
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.empty-queue-keeps-connection", Kind: Lifetime,
		Source: "IND2Adapter.md, IND2Adapter::CreateQueuePairWithSrq, Implementation Notes",
		Rule: "A Send that finds the shared receive queue empty does not fail, and does not end the connection: it " +
			"completes once a Receive is posted.",
		Halves: []string{"impatient", "times-out"},
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.hardware-flow-control", Kind: Ordering,
		Source: "IND2Adapter.md, IND2Adapter::CreateQueuePairWithSrq, Remarks",
		Rule: "Sends beyond the number of posted Receives wait, without credits of the clients' own, and all arrive in " +
			"order as Receives are posted.",
		Halves: []string{"impatient", "out-of-order", "starved"},
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.keeps-references", Kind: Lifetime, Level: Should, Rests: COMGround,
		Source: "NetworkDirectSPI.md, NetworkDirect SPI model",
		Rule: "The queue pair keeps its shared receive queue, with the Receives posted, after the client has released " +
			"its last reference.",
		Ruling: referencesRuling,
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.interfaces", Kind: Lifetime,
		Source: "IND2Adapter.md, IND2Adapter::CreateQueuePairWithSrq, Parameters; IND2QueuePair.md, IND2QueuePair interface",
		Rule: "A queue pair with a shared receive queue has the interfaces IUnknown and IND2QueuePair; what it gives for " +
			"another has its methods.",
		Ruling: otherInterfaces,
		Halves: []string{"no-unknown", "not-itself"},
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.drops-references", Kind: Lifetime, Level: Should, Rests: COMGround,
		Source: "NetworkDirectSPI.md, NetworkDirect SPI model; IND2CompletionQueue.md, IND2CompletionQueue::Notify; " +
			"IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Notify",
		Rule: "Once the queue pair is released, so are its references to its queues: the client's last Release destroys " +
			"them, which ends their Notify requests.",
		Ruling: referencesRuling,
	},
), of(
	Entry{
		Interface: "IND2Adapter", Method: "CreateQueuePairWithSrq", Kind: Return, Profile: Core,
		Source: "IND2Adapter.md, IND2Adapter::CreateQueuePairWithSrq", Needs: []Need{NeedNoSRQ},
	},
	Entry{
		ID: "adapter.createqueuepairwithsrq.nd-not-supported", Code: "ND_NOT_SUPPORTED",
		Rule:   "An adapter whose MaxSharedReceiveQueueDepth is 0 creates no queue pair with a shared receive queue.",
		Accept: []nd2.Status{nd2.NotSupported, nd2.InvalidParameter4},
		Ruling: "CreateQueuePairWithSrq, Return Value, has ND_NOT_SUPPORTED for such an adapter, and " +
			"ND_INVALID_PARAMETER_4 for a shared receive queue that is not valid, as every one is that could be passed here; " +
			"it gives no order of the two.",
	},
))
