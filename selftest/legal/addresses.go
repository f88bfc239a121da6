package legal

import (
	"slices"
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// addresses are variants of what addresses there are.
var addresses = []Variant{
	{
		ID: "growing-list", hooks: growingList,
		Differs: "The list of addresses has grown once since its size was asked for.",
		Permits: "The size may change between calls, which clients make in a loop.",
		Source:  "IND2Adapter.md, IND2Adapter::QueryAddressList, Remarks",
	},
	{
		ID: "rotating-lists", hooks: rotatingLists,
		Differs: "Lists of addresses begin with another address each time.",
		Permits: "All addresses are listed, in no documented order, and clients ask in a loop.",
		Source:  "IND2Adapter.md, IND2Adapter::QueryAddressList, Remarks",
	},
	quirk("family-order", "Addresses of both families are listed, in no documented order.",
		"IND2Adapter.md, IND2Adapter::QueryAddressList, Return Value"),
	quirk("link-local-listed", "All addresses that the adapter supports are listed.",
		"IND2Adapter.md, IND2Adapter::QueryAddressList, Return Value"),
	quirk("many-addresses", "All addresses that the adapter supports are listed, however many these are.",
		"IND2Adapter.md, IND2Adapter::QueryAddressList, Return Value"),
	quirk("time-wait", "An address in use is a documented answer, and hardware may have to share TCP's ports "+
		"with the host, which keeps them for a while.", "IND2Connector.md, IND2Connector::Connect, Remarks"),
	quirk("exclusive-ports", "That the local address is in use is a documented answer.",
		"IND2Connector.md, IND2Connector::Bind, Return Value"),
	quirk("late-addresses",
		"Addresses are there for whoever is connecting or listening; earlier calls have a code of their own.",
		"IND2Connector.md, IND2Connector::GetLocalAddress"),
	quirk("other-ports", "The range is in parentheses at a code, and no promise of Bind.",
		"IND2Listener.md, IND2Listener::Bind, Return Value"),
	quirk("one-address", "Listeners can have several addresses if the adapter supports that.",
		"IND2Listener.md, IND2Listener::Bind, Parameters"),
}

// growingList has the first call that brings just the room that it was told to need
// fail: it takes eight bytes more by then.
func growingList() calls.Hooks {
	const more = 8
	var told, grown calls.Record[uint32]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if c.Method != calls.AdapterQueryAddressList && c.Method != calls.ProviderQueryAddressList || c.Size == nil {
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

// rotatingLists begins each list with the second address of the one before.
func rotatingLists() calls.Hooks {
	var lists atomic.Uint64
	rotate := func(c *calls.Call) {
		if c.List == nil || len(c.List.Address) == 0 {
			return
		}
		n := int(lists.Add(1) % uint64(len(c.List.Address)))
		c.List.Address = slices.Concat(c.List.Address[n:], c.List.Address[:n])
	}
	return afterEach(rotate, calls.AdapterQueryAddressList, calls.ProviderQueryAddressList)
}
