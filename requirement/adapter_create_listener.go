package requirement

var adapterCreateListener = of(
	Entry{Interface: "IND2Adapter", Method: "CreateListener", Kind: Return, Profile: Core},
	Entry{ID: "adapter.createlistener.nd-success", Rule: "The call returns a listener that can be bound."},
	Entry{
		ID:   "adapter.createlistener.nd-no-memory",
		Rule: "When there is no memory for the listener, the call says so and returns no object.",
	},
	Entry{
		ID:   "adapter.createlistener.nd-insufficient-resources",
		Rule: "When the hardware has no room for the listener, the call says so and returns no object.",
	},
	Entry{
		ID:   "adapter.createlistener.nd-device-removed",
		Rule: "After the adapter has been removed, the call fails with the code for that and returns no object.",
	},
	Entry{
		ID: "adapter.createlistener.unknown-iid", Kind: Limit, Source: "Parameters", Rule: foreignInterface,
		Ruling: otherInterfaces, Halves: foreignHalves,
	},
	Entry{
		ID: "adapter.createlistener.inherits-overlapped", Kind: Lifetime, Source: "IND2Listener.md, IND2Listener interface",
		Rule: "A listener has the interfaces IUnknown, IND2Overlapped and IND2Listener; " +
			"what it gives for another has its methods.",
		Ruling: otherInterfaces, Halves: []string{"everything", "no-unknown", "not-itself", "not-overlapped"},
	},
	Entry{
		ID: "adapter.createlistener.overlapped-file", Kind: Notification, Source: "Parameters",
		Rule: "Requests on the object are notified at the completion port of the file that it was created on, and at no " +
			"other file's.",
		Ruling: ownFile, Halves: []string{"events-only", "first"},
	},
)
