package requirement

var adapterCreateOverlappedFile = of(
	Entry{Interface: "IND2Adapter", Method: "CreateOverlappedFile", Kind: Return, Profile: Core},
	Entry{
		ID: "adapter.createoverlappedfile.nd-success", Rule: "The call returns a file on which objects can be created.",
	},
	Entry{
		ID:   "adapter.createoverlappedfile.nd-no-memory",
		Rule: "When there is no memory for the file, the call says so and returns none.",
	},
	Entry{
		ID:   "adapter.createoverlappedfile.nd-device-removed",
		Rule: "After the adapter has been removed, the call fails with the code for that and returns no file.",
	},
	Entry{
		ID: "adapter.createoverlappedfile.completion-port", Kind: Notification, Source: "Remarks",
		Rule: "Requests on a file's objects are notified at the completion port that this file is bound to, and at no " +
			"other file's.",
		Halves: []string{"closed-for-all", "first"},
	},
	Entry{
		ID: "adapter.createoverlappedfile.no-port", Kind: Notification, Source: "Remarks",
		Rule: "On a file that is not bound to a completion port, requests are notified by their events.",
	},
	Entry{
		ID: "adapter.createoverlappedfile.closed-early-leaks-nothing", Kind: Lifetime, Level: Should,
		Source: "Implementation Notes",
		Rule: "When the file was closed while objects on it had requests in progress, and these objects have been " +
			"released, nothing is left of them: their ports can be bound again.",
		Ruling: lateFreedom, Halves: []string{"connector", "listener"},
	},
	Entry{
		ID: "adapter.createoverlappedfile.closed-early", Kind: Lifetime, Source: "Implementation Notes",
		Rule: "A client that closes the file while objects on it have requests in progress harms no other use of the " +
			"adapter.",
	},
)
