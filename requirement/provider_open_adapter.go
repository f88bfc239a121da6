package requirement

import "github.com/ndconform/ndconform/nd2"

var providerOpenAdapter = of(
	Entry{Interface: "IND2Provider", Method: "OpenAdapter", Kind: Return, Profile: Core},
	Entry{
		ID:   "provider.openadapter.nd-success",
		Rule: "An id that ResolveAddress returned opens the adapter as an IND2Adapter.",
	},
	Entry{
		ID:   "provider.openadapter.nd-no-memory",
		Rule: "When there is no memory to open the adapter, the call says so and returns no object.",
	},
	Entry{
		ID:     "provider.openadapter.nd-invalid-parameter",
		Rule:   "An id that is not an adapter's is refused, and no object is returned.",
		Accept: []nd2.Status{nd2.InvalidParameter, nd2.InvalidAddress},
		Ruling: "The id stands for an address, and ResolveAddress's page names another code for an address that is not the " +
			"provider's.",
	},
	Entry{
		ID: "provider.openadapter.unknown-iid", Kind: Limit, Source: "Parameters", Rule: foreignInterface,
		Ruling: otherInterfaces, Halves: foreignHalves,
	},
	Entry{
		ID: "provider.openadapter.outlives-provider", Kind: Lifetime, Source: "Implementation Notes",
		Rule: "An adapter keeps working after the provider that opened it has been released.",
	},
	Entry{
		ID: "provider.openadapter.opened-twice", Kind: Lifetime, Level: Should,
		Source: "MS tests: src/unittests/ndmemorytest/ndduallisten.cpp",
		Rule:   "An adapter can be opened twice, and what is released through one handle leaves the other working.",
		Ruling: "Only Microsoft's test does so, and no page says how often an adapter can be open.",
	},
	Entry{
		ID: "provider.interfaces", Kind: Lifetime,
		Source: "IND2Provider.md, IND2Provider interface; NetworkDirectSPI.md, NetworkDirect SPI model",
		Rule: "A provider has the interfaces IUnknown and IND2Provider, and lives as long as any of the references that " +
			"were handed out.",
		Ruling: otherInterfaces, Halves: []string{"no-unknown", "not-itself"},
	},
	Entry{
		ID: "provider.instantiated-again", Kind: Lifetime,
		Source: "NetworkDirectSPI.md, Instantiating a NetworkDirect provider",
		Rule: "IND2Provider can be opened several times: each knows the adapters by the same ids, and works when another " +
			"has been released.",
		Halves: []string{"ends-together", "other-ids"},
	},
)
