package legal

import "github.com/ndconform/ndconform/calls"

// shippedProviders are variants that do together what one provider does.
var shippedProviders = []Variant{
	{
		ID: "shipped",
		Differs: "The engine does what Windows OpenFabrics' provider does differently and legally: its codes, its looking " +
			"at an armed queue, its windows, its references, its events.",
		Permits: "Each of these has a variant of its own, which says what permits it.",
		Source:  "hw/mlx4/user/nd and core/ndfltr, a provider that shipped",
		Options: "habits=peek+purge-on-release+connector-keeps-queue-pair+type1-windows+bound-window-state+" +
			"invalidate-unbound-returned+ignore-flags",
		Waits: true,
		hooks: func() calls.Hooks {
			return calls.Chain(answering(shipped), eventsSetInline(), noResize())
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
