package requirement

var adapterQuery = of(
	Entry{Interface: "IND2Adapter", Method: "Query", Kind: Return, Profile: Core},
	Entry{
		ID: "adapter.query.nd-success", Source: "Implementation Notes",
		Rule:   "A buffer of sizeof(ND2_ADAPTER_INFO) is always filled, whatever else the provider could tell.",
		Ruling: "A vendor may have a larger structure, and the page asks for success all the same.",
	},
	Entry{
		ID:     "adapter.query.nd-buffer-overflow",
		Rule:   "A buffer that is too small, or none, is left as it is, and the size becomes what is needed.",
		Halves: []string{"no-buffer", "one-less", "size-kept", "small-buffer", "written"},
	},
	Entry{
		ID: "adapter.query.size-used", Kind: Data, Source: "Parameters",
		Rule:   "With a buffer larger than needed the call succeeds, and the size becomes what was used.",
		Halves: []string{"given", "more", "refused"},
	},
	Entry{
		ID: "adapter.query.info-version", Kind: Data, Level: Should,
		Source: "nddef.h, ND_VERSION_2; MS tests: src/unittests/ndmemorytest",
		Rule:   "The structure of version 0x20000 can be asked for, and says that it is of that version.",
		Ruling: "The page says that the version is currently 1; the header and Microsoft's tests have 0x20000.",
	},
	Entry{
		ID: "adapter.query.info-version-1", Kind: Data, Level: Info,
		Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure, Members",
		Rule: "What a query with another InfoVersion than 0x20000 returns is recorded: with 1, with none, and with one " +
			"that is not defined.",
		Ruling: "The page says that the version is currently 1; the header and Microsoft's tests have 0x20000. No document " +
			"says what a query for a version returns that the provider doesn't have; the suite asks for 1 if the provider " +
			"refuses 0x20000.",
	},
	Entry{
		ID: "adapter.query.limits", Kind: Limit, Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure, Members",
		Rule: "Each limit that no adapter can do without is at least 1.",
		Ruling: "The page names no least; without a Receive, an initiator request, an entry, a byte and a result no " +
			"message can be exchanged.",
		Halves: []string{
			"no-completion-depth", "no-initiator-depth", "no-initiator-entries", "no-receive-depth",
			"no-receive-entries", "no-transfer",
		},
	},
	Entry{
		ID: "adapter.query.read-sge", Kind: Limit, Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure, Members",
		Rule: "MaxReadSge is at most MaxInitiatorSge.",
	},
	Entry{
		ID: "adapter.query.constant-limits", Kind: Data, Source: "Remarks",
		Rule: "The limits are the hardware's: they stay the same while resources are in use, and for whoever opens the " +
			"adapter.",
		Halves: []string{
			"callee-data", "caller-data", "completion-depth", "inbound-reads", "initiator-depth",
			"initiator-entries", "inline-data", "outbound-reads", "read-entries", "receive-depth",
			"receive-entries", "shared-receive-depth", "transfer",
		},
	},
	Entry{
		ID: "adapter.query.tenth", Kind: Limit, Level: Should, Source: "Remarks",
		Rule: "A nearly idle adapter gives a tenth of each limit that it reports.",
		Ruling: "By the page, limits may be out of reach under load; it gives no measure. A limit ten times above what an " +
			"idle adapter gives tells clients nothing.",
	},
	Entry{
		ID: "adapter.query.adapter-id", Kind: Data, Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure, Members",
		Rule: "The AdapterId is the adapter's own: no other adapter of the provider has it.",
	},
	Entry{
		ID: "adapter.query.in-order-dma", Kind: Ordering, Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure, Members",
		Rule: "An adapter with ND_ADAPTER_FLAG_IN_ORDER_DMA_SUPPORTED places data in order: whoever sees the last byte " +
			"of a Write or a message finds all the others in place.",
	},
	Entry{
		ID: "adapter.query.identity", Kind: Data, Level: Info, Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure, Members",
		Rule:   "The suite records VendorId and DeviceId.",
		Ruling: "They say who made the adapter, and no document lists them.",
	},
	Entry{
		ID: "adapter.query.thresholds", Kind: Data, Level: Info,
		Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure, Members",
		Rule:   "The suite records InlineRequestThreshold and LargeRequestThreshold.",
		Ruling: "They are hints to clients, determined as the provider sees fit.",
	},
	Entry{
		ID: "adapter.query.max-window-size", Kind: Data, Level: Info, Profile: MemoryWindow,
		Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure, Members",
		Rule:   "MaxWindowSize is recorded beside MaxRegistrationSize.",
		Ruling: "The page does not relate the two, nor say what becomes of a Bind to more.",
	},
	Entry{
		ID: "adapter.query.flags", Kind: Data, Level: Info,
		Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure, Members; nddef.h",
		Rule:   "The adapter's flags are recorded, those included that the documents do not name.",
		Ruling: "Flags of later versions are no error.",
	},
	Entry{
		ID: "adapter.query.loopback", Kind: Limit, Needs: []Need{NeedLoopback},
		Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure, Members",
		Rule:   "An adapter with ND_ADAPTER_FLAG_LOOPBACK_CONNECTIONS_SUPPORTED connects to itself, and data flows.",
	},
	Entry{
		ID: "adapter.query.multi-engine", Kind: Data, Level: Info,
		Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure, Members",
		Rule:   "The suite records whether ND_ADAPTER_FLAG_MULTI_ENGINE_SUPPORTED is claimed.",
		Ruling: "Completion queues that progress in parallel differ only in speed.",
	},
)
