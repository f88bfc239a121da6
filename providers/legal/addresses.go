package legal

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// addresses are variants of what addresses there are.
func addresses() []Variant {
	return []Variant{
		{
			ID:      "growing-list",
			Differs: "The list of addresses has grown once since its size was asked for.",
			Permits: "The size may change between calls, which clients make in a loop.",
			Source:  "IND2Adapter.md, IND2Adapter::QueryAddressList, Remarks",
			hooks:   growingList,
		},
	}
}

// growingList has the first call that brings just the room that it was told to need
// fail: it takes eight bytes more by then.
func growingList() interpose.Hooks {
	const more = 8
	var told, grown interpose.Record[uint32]
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		if c.Method != interpose.AdapterQueryAddressList && c.Method != interpose.ProviderQueryAddressList || c.Size == nil {
			return c.Proceed()
		}
		room := *c.Size
		if need := told.Get(c.Object); need != 0 && room == need && grown.Get(c.Object) == 0 {
			*c.Size = grown.Set(c.Object, more) + need + more
			return nd2.BufferOverflow
		}
		status := c.Proceed()
		if status == nd2.BufferOverflow {
			told.Set(c.Object, *c.Size)
		}
		return status
	}}
}
