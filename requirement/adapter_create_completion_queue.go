package requirement

import "github.com/ndconform/ndconform/nd2"

// affinityIsAWish is the ruling on the affinities that queues are created with.
const affinityIsAWish = "Parameters says that it is done if possible, and silently ignored if not; Implementation " +
	"Notes say that providers should."

// processorsAreTheSystems is the ruling on affinities that a client can't foretell.
const processorsAreTheSystems = "Only the system knows which processors there are, where a thread may run and which " +
	"processors are close to each other, and this may change from call to call: the answer can't be judged."

// groupsRuling is the ruling on processor groups that a system lacks.
const groupsRuling = "Without processor groups the group must be 0, and affinities that can't be set are ignored, " +
	"says the page. It does not say which of the two applies to another group."

var adapterCreateCompletionQueue = of(
	Entry{Interface: "IND2Adapter", Method: "CreateCompletionQueue", Kind: Return, Profile: Core},
	Entry{
		ID:     "adapter.createcompletionqueue.nd-success",
		Rule:   "A queue of any depth from 1 to less than MaxCompletionQueueDepth is created, and is ready for use.",
		Halves: []string{"least", "most"},
	},
	Entry{
		ID: "adapter.createcompletionqueue.largest-depth", Kind: Limit, Level: Should,
		Source: "Parameters; IND2Adapter.md, ND2_ADAPTER_INFO structure; MS tests: src/unittests/ndmval",
		Rule:   "A queue of a depth of MaxCompletionQueueDepth is created, and is ready for use.",
		Ruling: "Parameters asks for less than the maximum; the maximum itself is what ND2_ADAPTER_INFO says can be " +
			"queued, and what Microsoft's tests create.",
	},
	Entry{
		ID:   "adapter.createcompletionqueue.nd-no-memory",
		Rule: "When there is no memory for the queue, the call says so and returns no object.",
	},
	Entry{
		ID:   "adapter.createcompletionqueue.nd-insufficient-resources",
		Rule: "When the hardware has no resources for the queue, the call says so and returns no object.",
	},
	Entry{
		ID:     "adapter.createcompletionqueue.nd-invalid-parameter-3",
		Rule:   "A depth of zero, or above MaxCompletionQueueDepth, is refused and no object is returned.",
		Accept: []nd2.Status{nd2.InvalidParameter3, nd2.InsufficientResources},
		Ruling: "A shipped provider finds that its resources do not suffice for such a depth.",
		Halves: []string{"far-beyond", "object", "one-more", "zero"},
	},
	Entry{ID: "adapter.createcompletionqueue.nd-device-removed"},
	Entry{
		ID: "adapter.createcompletionqueue.unknown-iid", Source: "Parameters", Rule: foreignInterface,
		Ruling: "The documents name no status: any failure will do. " + otherInterfaces, Halves: foreignHalves,
	},
	Entry{
		ID: "adapter.createcompletionqueue.inherits-overlapped", Kind: Lifetime,
		Source: "IND2CompletionQueue.md, IND2CompletionQueue interface",
		Rule: "A completion queue has the interfaces IUnknown, IND2Overlapped and IND2CompletionQueue, each with its " +
			"own reference; what it gives for another has its methods.",
		Ruling: otherInterfaces, Halves: []string{"everything", "no-unknown", "not-itself", "not-overlapped"},
	},
	Entry{
		ID: "adapter.createcompletionqueue.holds-depth", Kind: Limit, Source: "Parameters",
		Rule: "A queue holds as many results as it was created for without being overrun.",
	},
	Entry{
		ID: "adapter.createcompletionqueue.overlapped-file", Kind: Notification, Source: "Parameters",
		Rule:   "A queue's notifications are delivered through the overlapped file that it was created on, and no other.",
		Ruling: ownFile,
	},
	Entry{
		ID: "adapter.createcompletionqueue.affinity-never-refused", Source: "Parameters",
		Rule: "An affinity that is not available is ignored: the queue is created and notifies.",
	},
	Entry{
		ID: "adapter.createcompletionqueue.affinity-inherited", Kind: Data, Level: Info, Source: "Implementation Notes",
		Rule:   "The suite records where notifications are processed if no affinity was asked for.",
		Ruling: processorsAreTheSystems,
	},
	Entry{
		ID: "adapter.createcompletionqueue.affinity-closest", Kind: Data, Level: Info, Source: "Implementation Notes",
		Rule:   "Where notifications are processed is recorded for an affinity that is not available.",
		Ruling: processorsAreTheSystems,
	},
	Entry{
		ID: "adapter.createcompletionqueue.no-such-group", Kind: Return, Level: Info, Source: "Parameters",
		Rule:   "The suite records whether a queue is created for a processor group that no system has.",
		Ruling: groupsRuling,
	},
	Entry{
		ID: "adapter.createcompletionqueue.affinity-honored", Kind: Data, Level: Should, Source: "Implementation Notes",
		Rule:   "Notifications are processed on one or more of the processors asked for.",
		Ruling: affinityIsAWish,
	},
)
