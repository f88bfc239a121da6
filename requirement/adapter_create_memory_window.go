package requirement

var adapterCreateMemoryWindow = of(
	Entry{Interface: "IND2Adapter", Method: "CreateMemoryWindow", Kind: Return, Profile: MemoryWindow},
	Entry{ID: "adapter.creatememorywindow.nd-success", Rule: "The call returns a window that can be bound."},
	Entry{
		ID:   "adapter.creatememorywindow.nd-insufficient-resources",
		Rule: "When the hardware has no room for the window, the call says so and returns no object.",
	},
	Entry{
		ID:   "adapter.creatememorywindow.nd-device-removed",
		Rule: "After the adapter has been removed, the call fails with the code for that and returns no object.",
	},
	Entry{
		ID: "adapter.creatememorywindow.unknown-iid", Kind: Limit, Source: "Parameters", Rule: foreignInterface,
		Ruling: otherInterfaces, Halves: foreignHalves,
	},
	Entry{
		ID: "adapter.creatememorywindow.interfaces", Kind: Lifetime,
		Source: "IND2MemoryWindow.md, IND2MemoryWindow interface",
		Rule:   "A window has the interfaces IUnknown and IND2MemoryWindow; what it gives for another has its methods.",
		Ruling: otherInterfaces, Halves: []string{"everything", "no-unknown", "not-itself"},
	},
	Entry{
		ID: "adapter.creatememorywindow.invalidated", Kind: Limit, Source: "IND2Adapter.md, IND2Adapter interface",
		Rule:   "A new window gives no access: a peer's Write with its token fails, and no byte changes.",
		Accept: remoteWrite, Preferred: remoteWritePreferred, Ruling: remoteWriteRuling,
		Halves: []string{"lands", "open", "open-to-reads"},
	},
)
