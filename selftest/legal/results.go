package legal

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// results are variants of what results say.
var results = []Variant{
	{
		ID:      "stale-bytes",
		Differs: "BytesTransferred holds a number of the provider's in every result but those of Receives that succeed.",
		Permits: "The number of bytes is defined for Receives.",
		Source:  "IND2CompletionQueue.md, ND2_RESULT structure",
		hooks: func() calls.Hooks {
			return calls.Hooks{Results: calls.Each(func(o *calls.Outcome) {
				if !o.Succeeded(nd2.RequestReceive) {
					o.BytesTransferred = 0xdeadbeef
				}
			})}
		},
	},
}
