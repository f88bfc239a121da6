package legal

import "github.com/ndconform/ndconform/calls"

// shippedProviders are variants of what shipped providers do: of each alone, and together what one does.
var shippedProviders = []Variant{
	{
		ID: "connects-once", Waits: true,
		Permits:  "After a request that fails, the connector can not be used again.",
		Source:   "IND2Connector.md, IND2Connector::Connect, Return Value",
		Excludes: map[string]string{"spent-connectors": "both say what Connect returns then"},
	},
	quirk("damaged-reads", "The limit may be 0, and no page says how a Read ends then.",
		"IND2Connector.md, IND2Connector::Connect, Parameters"),
	quirk("little-memory", "Limits are independent of what resources the system has.", queryLoad),
	{
		ID: "connectx-3",
		Options: "habits=flush-on-peer-disconnect+usual-codes+shared-ports+no-retries+silent-once-connected+connects-once+" +
			"damaged-reads+little-memory,adapters=2,basic-adapters=0,adapter-flags=0x10009," +
			"max-registration=281474976710655,max-sge=32,max-receive-sge=32,max-read-sge=32,max-transfer=1073741824," +
			"max-outbound-reads=128,max-receive-depth=16351,max-initiator-depth=16351,max-srq-depth=0,max-cq-depth=4194303",
		Waits: true,
		Differs: "The engine does what a ConnectX-3 was measured to do differently and legally: as=winof without the " +
			"habits that break a rule.",
		Permits: "Each of these has its own variant, which says what permits it.",
		Source:  "docs/practice.md, a provider that shipped",
	},
	{
		ID: "shipped",
		Options: "habits=peek+purge-on-release+connector-keeps-queue-pair+type1-windows+bound-window-state+" +
			"invalidate-unbound-returned+ignore-flags",
		Waits: true,
		Differs: "The engine does what Windows OpenFabrics' provider does differently and legally: its codes, its looking " +
			"at an armed queue, its windows, its references, its events.",
		Permits: "Each of these has its own variant, which says what permits it.",
		Source:  "hw/mlx4/user/nd and core/ndfltr, a provider that shipped",
		hooks: func() calls.Hooks {
			return calls.Chain(answering(shipped), calls.Hooks{Call: eventsSetInline}, noResize())
		},
		Excludes: map[string]string{
			"all-pending":       "no request succeeds at once",
			"events-set-inline": "it is part of the other",
			"no-resize":         "it is part of the other",
			"shipped-codes":     "it is part of the other",
			"well-known-codes":  "both say which codes there are",
		},
	},
}
