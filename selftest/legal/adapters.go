package legal

// otherEnd is another provider. It waits longer than it would on a separate network,
// since it is told nothing of the variant's latency.
const otherEnd = "ref,adapters=1,basic-adapters=0,patience=20ms"

// adapters are variants that have other adapters.
var adapters = []Variant{
	{
		ID: "one-adapter", Options: "adapters=1,basic-adapters=0",
		Differs: "There is one adapter, which connects to itself.",
		Permits: "A provider has the adapters that the machine has, and a flag says that one can connect to itself.",
		Source:  "IND2Adapter.md, ND2_ADAPTER_INFO structure, AdapterFlags",
	},
	{
		ID: "many-adapters", Options: "adapters=4,basic-adapters=4",
		Differs: "There are eight adapters. Four lack what is optional.",
		Permits: "A provider has the adapters that the machine has; what is optional is each adapter's.",
		Source:  "IND2Provider.md, IND2Provider::QueryAddressList",
	},
	{
		ID: "other-peer", Options: "adapters=1,basic-adapters=0", Peer: otherEnd,
		Differs: "The other end of every connection is another provider.",
		Permits: "Peers share a network, and nothing else.", Source: "IND2MemoryRegion.md, IND2MemoryRegion::GetRemoteToken",
	},
	{
		ID: "no-loopback", Options: "adapters=1,basic-adapters=0,habits=no-loopback", Peer: otherEnd,
		Differs: "There is one adapter, which does not connect to itself; another provider is at the other end.",
		Permits: "A flag says whether an adapter supports loopback connections.",
		Source:  "IND2Adapter.md, ND2_ADAPTER_INFO structure, AdapterFlags",
	},
	{
		ID: "tiny-peer", Options: "adapters=1,basic-adapters=0", Peer: otherEnd + "," + tiny,
		Differs: "The other end of every connection is another provider, whose queues hold one request of one entry and " +
			"512 bytes.",
		Permits: "Limits are what each adapter's hardware has.", Source: adapterInfo,
	},
	{
		ID: "no-loopback-two", Options: "habits=no-loopback",
		Permits:  "A flag says whether an adapter supports loopback connections.",
		Source:   "IND2Adapter.md, ND2_ADAPTER_INFO structure, AdapterFlags",
		Excludes: map[string]string{"one-adapter": "that is no-loopback, which needs a peer"},
	},
	{
		ID:      "other-network",
		Permits: "That the network can't be reached from the adapter is a documented answer.",
		Source:  "IND2Connector.md, IND2Connector::Connect, Return Value",
		Excludes: map[string]string{
			"other-peer":      "no adapter reaches a peer",
			"no-loopback":     "no adapter reaches a peer",
			"tiny-peer":       "no adapter reaches a peer",
			"no-loopback-two": "no adapter would reach any",
		},
	},
}
