package legal

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// results are variants of what results say.
func results() []Variant {
	return []Variant{
		{
			ID:      "stale-bytes",
			Differs: "BytesTransferred holds a number of the provider's in every result but those of Receives that succeed.",
			Permits: "The number of bytes is defined for Receives.",
			Source:  "IND2CompletionQueue.md, ND2_RESULT structure",
			hooks: func() interpose.Hooks {
				return interpose.Hooks{Results: interpose.Each(func(o *interpose.Outcome) {
					if !o.Succeeded(nd2.RequestReceive) {
						o.BytesTransferred = 0xdeadbeef
					}
				})}
			},
		},
	}
}
