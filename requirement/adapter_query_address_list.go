package requirement

var adapterQueryAddressList = of(
	Entry{Interface: "IND2Adapter", Method: "QueryAddressList", Kind: Return, Profile: Core},
	Entry{
		ID:     "adapter.queryaddresslist.nd-success",
		Rule:   "A buffer of the size that was asked for is filled with well-formed IPv4 and IPv6 addresses.",
		Halves: []string{"ipv4-family", "ipv6-family"},
	},
	Entry{
		ID:     "adapter.queryaddresslist.nd-buffer-overflow",
		Rule:   "A buffer that is too small, or none, is left as it is, and the size becomes what is needed.",
		Halves: []string{"no-buffer", "size-kept", "small-buffer", "written"},
	},
	Entry{
		ID: "adapter.queryaddresslist.size-used", Kind: Data, Source: "Parameters",
		Rule:   "With a buffer larger than needed the call succeeds, and the size becomes what was used.",
		Halves: []string{"given", "less", "refused"},
	},
	Entry{
		ID: "adapter.queryaddresslist.complete", Kind: Data, Source: "Return Value",
		Rule:   "The list holds each address of the provider's list that ResolveAddress resolves to this adapter.",
		Halves: []string{"ipv4-only", "ipv6-only", "last-missing"},
	},
	Entry{
		ID: "adapter.queryaddresslist.own-only", Kind: Data, Level: Should,
		Source: "IND2Adapter.md, IND2Adapter interface; IND2Adapter.md, IND2Adapter::QueryAddressList",
		Rule:   "The list holds this adapter's addresses and no other adapter's.",
		Ruling: "The page's first lines speak of the adapter's addresses; its Parameters and Return Value of all addresses " +
			"that NetworkDirect adapters support.",
	},
)
