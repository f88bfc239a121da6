package requirement

var providerQueryAddressList = of(
	Entry{Interface: "IND2Provider", Method: "QueryAddressList", Kind: Return, Profile: Core},
	Entry{
		ID:     "provider.queryaddresslist.nd-success",
		Rule:   "A buffer of the size that was asked for is filled with well-formed IPv4 and IPv6 addresses.",
		Halves: []string{"ipv4-family", "ipv6-family"},
	},
	Entry{
		ID:     "provider.queryaddresslist.nd-buffer-overflow",
		Rule:   "A buffer that is too small, or none, is left as it is, and the size becomes what is needed.",
		Halves: []string{"no-buffer", "size-kept", "small-buffer", "written"},
	},
	Entry{
		ID: "provider.queryaddresslist.size-used", Kind: Data, Source: "Parameters",
		Rule:   "With a buffer larger than needed the call succeeds, and the size becomes what was used.",
		Halves: []string{"given", "less", "refused"},
	},
	Entry{
		ID: "provider.queryaddresslist.complete", Kind: Data,
		Rule:   "The list holds every address of every adapter that the provider opens, and each can be resolved.",
		Halves: []string{"ipv4-only", "ipv6-only", "last-missing"},
	},
)
