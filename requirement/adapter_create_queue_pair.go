package requirement

import "github.com/ndconform/ndconform/nd2"

var adapterCreateQueuePair = of(
	Entry{Interface: "IND2Adapter", Method: "CreateQueuePair", Kind: Return, Profile: Core},
	Entry{
		ID:   "adapter.createqueuepair.nd-success",
		Rule: "A queue pair within the adapter's limits is created, each limit alone included.",
		Halves: []string{
			"initiator-depth", "initiator-entries", "inline-data", "receive-depth", "receive-entries",
		},
	},
	Entry{
		ID:     "adapter.createqueuepair.nd-invalid-parameter-2",
		Rule:   "Another kind of object, or another adapter's queue, is refused as the receive completion queue.",
		Halves: []string{"foreign", "kind"},
	},
	Entry{
		ID:     "adapter.createqueuepair.nd-invalid-parameter-3",
		Rule:   "Another kind of object, or another adapter's queue, is refused as the initiator completion queue.",
		Halves: []string{"foreign", "kind"},
	},
	Entry{
		ID: "adapter.createqueuepair.no-completion-queue", Kind: Limit, Level: Should, MayCrash: true,
		Rule:   "Without a receive or an initiator completion queue the call fails, and no object is returned.",
		Ruling: noObjectRuling,
	},
	Entry{
		ID:   "adapter.createqueuepair.nd-invalid-parameter-5",
		Rule: "A receive queue deeper than MaxReceiveQueueDepth is refused.",
	},
	Entry{
		ID:   "adapter.createqueuepair.nd-invalid-parameter-6",
		Rule: "An initiator queue deeper than MaxInitiatorQueueDepth is refused.",
	},
	Entry{
		ID:   "adapter.createqueuepair.nd-invalid-parameter-7",
		Rule: "More entries per Receive than MaxReceiveSge are refused.",
	},
	Entry{
		ID:   "adapter.createqueuepair.nd-invalid-parameter-8",
		Rule: "More entries per initiator request than MaxInitiatorSge are refused.",
	},
	Entry{
		ID: "adapter.createqueuepair.nd-invalid-parameter-9", Rule: "More inline data than MaxInlineDataSize is refused.",
	},
	Entry{
		ID:   "adapter.createqueuepair.nd-insufficient-resources",
		Rule: "When the hardware does not have enough resources for the queue pair, the call says so.",
	},
	Entry{ID: "adapter.createqueuepair.nd-device-removed"},
	Entry{
		ID: "adapter.createqueuepair.depths-together", Kind: Limit,
		Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure; MS tests: src/unittests/ndmemorytest/ndqpmaxall.cpp",
		Rule:   "A queue pair of both largest depths at once is created or refused for lack of resources.",
		Accept: []nd2.Status{nd2.Success, nd2.InsufficientResources},
		Ruling: "The structure states each limit by itself; Microsoft's test asks for all at once.",
	},
	Entry{
		ID: "adapter.createqueuepair.maxima-together", Kind: Limit,
		Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure; MS tests: src/unittests/ndmemorytest/ndqpmaxall.cpp",
		Rule:   "A queue pair of all the largest limits at once is created or refused for lack of resources.",
		Accept: []nd2.Status{nd2.Success, nd2.InsufficientResources},
		Ruling: "The structure states each limit by itself; Microsoft's test asks for all at once.",
	},
	Entry{
		ID: "adapter.createqueuepair.unknown-iid", Kind: Limit, Source: "Parameters", Rule: foreignInterface,
		Ruling: otherInterfaces, Halves: foreignHalves,
	},
	Entry{
		ID: "adapter.createqueuepair.one-completion-queue", Kind: Data, Source: "Remarks",
		Rule: "One completion queue may serve as both, and then has the results of both.",
	},
	Entry{
		ID: "adapter.createqueuepair.results-by-kind", Kind: Data, Source: "Remarks",
		Rule: "The initiator completion queue has the results of all requests but Receives, the receive completion queue " +
			"those of Receives only.",
		Ruling: "Receive's page says outbound completion queue; the parameters say which.",
		Halves: []string{"no-Bind", "no-Invalidate", "no-Read", "no-Send", "no-Write", "swapped"},
	},
	Entry{
		ID: "adapter.createqueuepair.context", Kind: Data, Source: "IND2CompletionQueue.md, ND2_RESULT structure",
		Rule: "Every result has the context of its queue pair as QueuePairContext, also where queue pairs share a " +
			"completion queue.",
		Ruling: "The parameter's description says RequestContext; the structure has a separate member for it.",
	},
	Entry{
		ID: "adapter.createqueuepair.keeps-references", Kind: Lifetime, Level: Should, Rests: COMGround,
		Source: "NetworkDirectSPI.md, NetworkDirect SPI model",
		Rule:   "The queue pair keeps its completion queues alive after the client has released them.",
		Ruling: referencesRuling,
	},
	Entry{
		ID: "adapter.createqueuepair.drops-references", Kind: Lifetime, Level: Should, Rests: COMGround,
		Source: "NetworkDirectSPI.md, NetworkDirect SPI model; IND2CompletionQueue.md, IND2CompletionQueue::Notify",
		Rule: "Once a queue pair is released, so are its references to its completion queues, however its connection has " +
			"ended: the client's last Release destroys them, which ends their Notify requests.",
		Ruling: referencesRuling,
	},
	Entry{
		ID: "adapter.createqueuepair.interfaces", Kind: Lifetime, Source: "IND2QueuePair.md, IND2QueuePair interface",
		Rule:   "A queue pair has the interfaces IUnknown and IND2QueuePair; what it gives for another has its methods.",
		Ruling: otherInterfaces, Halves: []string{"no-unknown", "not-itself"},
	},
)

// noObjectRuling is the ruling on calls that are given no object where they need one.
const noObjectRuling = "A parameter that is no object at all is not valid, but what comes of it is the client's own " +
	"fault: providers that are shipped follow the pointer."

// referencesRuling is the ruling on the references that a queue pair holds to its
// queues.
const referencesRuling = "The SPI's objects are COM objects, and by COM's rules whoever keeps a pointer holds a " +
	"reference; no page says so about queue pairs and their queues."
