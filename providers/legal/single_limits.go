package legal

// singleLimits are variants of one limit, which is small or odd.
func singleLimits() []Variant {
	return []Variant{
		{
			ID:      "one-byte",
			Differs: "A request carries one byte.",
			Permits: "Limits are what the adapter's hardware has, and no least value is documented for any.",
			Source:  adapterInfo,
			Options: "max-transfer=1",
		},
		{
			ID:      "seven-bytes",
			Differs: "A request carries seven bytes.",
			Permits: "Limits are what the adapter's hardware has, and no least value is documented for any.",
			Source:  adapterInfo,
			Options: "max-transfer=7",
		},
		{
			ID:      "short-transfers",
			Differs: "A request carries 64 bytes.",
			Permits: "Limits are what the adapter's hardware has, and no least value is documented for any.",
			Source:  adapterInfo,
			Options: "max-transfer=64",
		},
		{
			ID:      "odd-transfers",
			Differs: "A request carries 1,001 bytes.",
			Permits: "Limits are what the adapter's hardware has, and no least value is documented for any.",
			Source:  adapterInfo,
			Options: "max-transfer=1001",
		},
		{
			ID:      "one-page",
			Differs: "A region has 4,097 bytes at most.",
			Permits: "Limits are what the adapter's hardware has, and no least value is documented for any.",
			Source:  adapterInfo,
			Options: "max-registration=4097",
		},
		{
			ID:      "part-of-a-page",
			Differs: "A region has 100 bytes at most.",
			Permits: "Limits are what the adapter's hardware has, and no least value is documented for any.",
			Source:  adapterInfo,
			Options: "max-registration=100",
		},
		{
			ID:      "one-result",
			Differs: "A completion queue has two results at most, and surely one.",
			Permits: "Limits are what the adapter's hardware has, and no least value is documented for any.",
			Source:  adapterInfo,
			Options: "max-cq-depth=2",
		},
		{
			ID:      "one-byte-inline",
			Differs: "One byte can be sent inline.",
			Permits: "Limits are what the adapter's hardware has, and no least value is documented for any.",
			Source:  adapterInfo,
			Options: "max-inline=1",
		},
		{
			ID:      "two-entries-to-read",
			Differs: "A Read has two entries, other requests sixteen.",
			Permits: "Limits are what the adapter's hardware has, and no least value is documented for any.",
			Source:  adapterInfo,
			Options: "max-read-sge=2",
		},
	}
}
