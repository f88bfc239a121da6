package legal

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// singleLimits are variants of one limit, which is small or odd.
var singleLimits = []Variant{
	limited("one-byte", "A request carries one byte.", "max-transfer=1"),
	limited("seven-bytes", "A request carries seven bytes.", "max-transfer=7"),
	limited("short-transfers", "A request carries 64 bytes.", "max-transfer=64"),
	limited("odd-transfers", "A request carries 1,001 bytes.", "max-transfer=1001"),
	limited("one-page", "A region has 4,097 bytes at most.", "max-registration=4097"),
	limited("one-result", "A completion queue has two results at most, and surely one.", "max-cq-depth=2"),
	limited("one-byte-inline", "One byte can be sent inline.", "max-inline=1"),
	limited("two-entries-to-read", "A Read has two entries, other requests sixteen.", "max-read-sge=2"),
	{
		ID: "no-window-size", hooks: noWindowSize,
		Differs: "MaxWindowSize is 0, of ND2 and of v1, and windows are what they were.",
		Permits: "The page has the window size as not used.", Source: adapterInfo + ", MaxWindowSize",
	},
	{
		ID:      "extreme-thresholds",
		Differs: "No request is large, every one is better not sent inline, and both thresholds are the most that there is.",
		Permits: "The thresholds tell what is fast, and are no limits.", Source: adapterInfo,
		hooks: querying(func(info *nd2.AdapterInfo) {
			info.InlineRequestThreshold, info.LargeRequestThreshold = ^uint32(0), ^uint32(0)
		}),
		Excludes: because("both say what the thresholds are", "moving-thresholds", "spare-info"),
	},
}

// privateDataLimits are variants of how much private data there is.
var privateDataLimits = alike(Variant{
	Permits: "How much there can be is the adapter's to say, for each of the two.",
	Source:  adapterInfo,
	Excludes: because("both say how much there is", "exact-private-data", "little-private-data", "no-private-data",
		"one-byte-of-private-data", "data-with-requests-only", "data-with-answers-only"),
}, []Variant{
	{
		ID: "one-byte-of-private-data", Options: "max-caller-data=1,max-callee-data=1",
		Differs: "A request and an answer carry one byte of private data.",
		Permits: "How much there can be is the adapter's to say.",
	},
	{
		ID: "data-with-requests-only", Options: "max-caller-data=56,max-callee-data=0",
		Differs: "A request carries 56 bytes of private data, and an answer none.",
	},
	{
		ID: "data-with-answers-only", Options: "max-caller-data=0,max-callee-data=148",
		Differs: "A request carries no private data, and an answer 148 bytes.",
	},
})

func noWindowSize() calls.Hooks {
	query := querying(func(info *nd2.AdapterInfo) { info.MaxWindowSize = 0 })
	return calls.Chain(query(), calls.Hooks{Call: calls.After(calls.ND1Query, func(c *calls.Call) {
		if c.ND1.Info != nil {
			c.ND1.Info.MaxWindowSize = 0
		}
	})})
}
