package requirement

import "github.com/ndconform/ndconform/nd2"

var providerResolveAddress = of(
	Entry{Interface: "IND2Provider", Method: "ResolveAddress", Kind: Return, Profile: Core},
	Entry{
		ID:     "provider.resolveaddress.nd-success",
		Rule:   "A local address, IPv4 or IPv6, yields the id that opens its adapter.",
		Halves: []string{"ipv4", "ipv6"},
	},
	Entry{
		ID:   "provider.resolveaddress.nd-no-memory",
		Rule: "When there is no memory to resolve the address, the call says so.",
	},
	Entry{
		ID: "provider.resolveaddress.nd-invalid-address", Rule: "An address that no adapter of the provider has is refused.",
		Halves: []string{"ipv4", "ipv6"},
	},
	Entry{
		ID: "provider.resolveaddress.malformed", Kind: Limit, Level: Should, Source: "Parameters",
		Rule:   "What is too short for a sockaddr of IPv4 or IPv6 is refused, as is one of another family.",
		Accept: []nd2.Status{nd2.InvalidAddress},
		Ruling: "The page names one code for addresses that the provider does not support, such as those of another " +
			"family; we infer that an address that is too short is not supported either.",
	},
	Entry{
		ID: "provider.resolveaddress.port-ignored", Kind: Data, Source: "Parameters",
		Rule: "The port of the address does not matter.",
	},
	Entry{
		ID: "provider.resolveaddress.unique-id", Kind: Data, Source: "Remarks",
		Rule:   "All addresses of an adapter yield the same id, and those of another adapter a different one.",
		Halves: []string{"all-the-same", "by-family"},
	},
	Entry{
		ID: "provider.resolveaddress.larger-buffer", Level: Info, Source: "Parameters",
		Rule:   "A listed address in a buffer of 128 bytes, as of a SOCKADDR_STORAGE, resolves or is refused.",
		Ruling: longerSockaddrRuling,
	},
)
