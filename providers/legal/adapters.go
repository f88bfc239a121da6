package legal

// adapters are variants of which adapters there are.
func adapters() []Variant {
	return []Variant{
		{
			ID:      "one-adapter",
			Differs: "There is one adapter, which connects to itself.",
			Permits: "A provider has the adapters that the machine has, and a flag says that one can connect to itself.",
			Source:  "IND2Adapter.md, ND2_ADAPTER_INFO structure, AdapterFlags",
			Options: "adapters=1,basic-adapters=0",
		},
		{
			ID:      "many-adapters",
			Differs: "There are eight adapters, four of which lack what is optional.",
			Permits: "A provider has the adapters that the machine has; what is optional is each adapter's.",
			Source:  "IND2Provider.md, IND2Provider::QueryAddressList",
			Options: "adapters=4,basic-adapters=4",
		},
		{
			ID:      "other-peer",
			Differs: "The other end of every connection is another provider.",
			Permits: "Peers share a network, and nothing else.",
			Source:  "IND2MemoryRegion.md, IND2MemoryRegion::GetRemoteToken",
			Options: "adapters=1,basic-adapters=0",
			Peer:    "ref,adapters=1,basic-adapters=0",
		},
	}
}
