package requirement

var adapterCreateMemoryRegion = of(
	Entry{Interface: "IND2Adapter", Method: "CreateMemoryRegion", Kind: Return, Profile: Core},
	Entry{
		ID: "adapter.creatememoryregion.nd-success", Rule: "The call returns a region with which a buffer can be registered.",
	},
	Entry{
		ID:   "adapter.creatememoryregion.nd-no-memory",
		Rule: "When there is no memory for the region, the call says so and returns no object.",
	},
	Entry{
		ID:   "adapter.creatememoryregion.nd-insufficient-resources",
		Rule: "When the hardware has no room for the region, the call says so and returns no object.",
	},
	Entry{
		ID:   "adapter.creatememoryregion.nd-device-removed",
		Rule: "After the adapter has been removed, the call fails with the code for that and returns no object.",
	},
	Entry{
		ID: "adapter.creatememoryregion.unknown-iid", Kind: Limit, Source: "Parameters", Rule: foreignInterface,
		Ruling: otherInterfaces, Halves: foreignHalves,
	},
	Entry{
		ID: "adapter.creatememoryregion.inherits-overlapped", Kind: Lifetime,
		Source: "IND2MemoryRegion.md, IND2MemoryRegion interface",
		Rule: "A region has the interfaces IUnknown, IND2Overlapped and IND2MemoryRegion; " +
			"what it gives for another has its methods.",
		Ruling: otherInterfaces, Halves: []string{"everything", "no-unknown", "not-itself", "not-overlapped"},
	},
	Entry{
		ID: "adapter.creatememoryregion.overlapped-file", Kind: Notification, Source: "Parameters",
		Rule: "Requests on the object are notified at the completion port of the file that it was created on, and at no " +
			"other file's.",
		Ruling: ownFile, Halves: []string{"events-only", "first"},
	},
)
