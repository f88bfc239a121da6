package requirement

var adapterCreateConnector = of(
	Entry{Interface: "IND2Adapter", Method: "CreateConnector", Kind: Return, Profile: Core},
	Entry{ID: "adapter.createconnector.nd-success", Rule: "The call returns a connector that can be bound."},
	Entry{
		ID:   "adapter.createconnector.nd-no-memory",
		Rule: "When there is no memory for the connector, the call says so and returns no object.",
	},
	Entry{
		ID:   "adapter.createconnector.nd-insufficient-resources",
		Rule: "When the hardware has no room for the connector, the call says so and returns no object.",
	},
	Entry{
		ID:   "adapter.createconnector.nd-device-removed",
		Rule: "After the adapter has been removed, the call fails with the code for that and returns no object.",
	},
	Entry{
		ID: "adapter.createconnector.unknown-iid", Kind: Limit, Source: "Parameters", Rule: foreignInterface,
		Ruling: otherInterfaces, Halves: foreignHalves,
	},
	Entry{
		ID: "adapter.createconnector.inherits-overlapped", Kind: Lifetime,
		Source: "IND2Connector.md, IND2Connector interface",
		Rule: "A connector has the interfaces IUnknown, IND2Overlapped and IND2Connector; " +
			"what it gives for another has its methods.",
		Ruling: otherInterfaces, Halves: []string{"everything", "no-unknown", "not-itself", "not-overlapped"},
	},
	Entry{
		ID: "adapter.createconnector.overlapped-file", Kind: Notification, Source: "Parameters",
		Rule: "Requests on the object are notified at the completion port of the file that it was created on, and at no " +
			"other file's.",
		Ruling: ownFile, Halves: []string{"events-only", "first"},
	},
)
