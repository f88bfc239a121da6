package provider

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var providerObjects = append(OtherInterfaces("provider.openadapter", calls.ProviderOpenAdapter, nd2.IIDAdapter),
	New("provider.instantiated-again/ends-together", "When one IND2Provider has been released, no other works.",
		Since(On(calls.Release).If(func(c *calls.Call) bool { return c.Object.Kind == "IND2Provider" }).Anywhere(),
			On(calls.ProviderOpenAdapter).Anywhere(), Say(nd2.DeviceRemoved))),
	New("provider.instantiated-again/other-ids", "Each IND2Provider gives the adapters different ids.",
		KeepingAfter(calls.ProviderResolveAddress, func(c *calls.Call, numbers *calls.Record[uint64]) {
			n := numbers.Get(c.Object)
			if n == 0 {
				n = numbers.Update(nil, func(last uint64) uint64 { return last + 1 })
				numbers.Set(c.Object, n)
			}
			*c.FoundID += n << 40
		})),
	New("provider.interfaces/no-unknown", "The provider says that it has no interface IUnknown.",
		RefusingInterface("IND2Provider", nd2.IIDUnknown)),
	New("provider.interfaces/not-itself", "The provider does not return IND2Provider from QueryInterface.",
		RefusingInterface("IND2Provider", nd2.IIDProvider)),
)

var openAdapter = []Mutant{
	New("provider.openadapter.nd-invalid-parameter/lower-half", "An adapter is opened by the lower half of its id.",
		Keeping(func(c *calls.Call, known *Table[uint32, uint64]) nd2.Status {
			if id, ok := known.Lookup(uint32(c.AdapterID)); ok && c.Method == calls.ProviderOpenAdapter {
				c.AdapterID = id
			}
			s := c.Proceed()
			if c.Method == calls.ProviderResolveAddress && s == nd2.Success {
				known.Set(uint32(*c.FoundID), *c.FoundID)
			}
			return s
		})),
	New("provider.openadapter.opened-twice/one-closed-all-closed",
		"When one handle of an adapter has been released, the others do not work.",
		Recording(func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
			a, ok := c.Self.(*calls.Adapter)
			if ok && c.Method == calls.Release && c.LastReference() {
				for _, other := range calls.Others[*calls.Adapter](c.Object) {
					gone.Set(&other.Object, true)
				}
			}
			if ok && c.Method != calls.Release && gone.Get(&a.Object) {
				return nd2.DeviceRemoved
			}
			return c.Proceed()
		})),
	New("provider.openadapter.outlives-provider/ends-with-it",
		"An adapter does not work once its provider has been released.",
		Recording(func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
			switch self := c.Self.(type) {
			case *calls.Provider:
				if c.Method == calls.Release && c.LastReference() {
					for _, a := range calls.Living[*calls.Adapter](c.Object) {
						gone.Set(&a.Object, true)
					}
				}
			case *calls.Adapter:
				if c.Method != calls.Release && gone.Get(&self.Object) {
					return nd2.DeviceRemoved
				}
			}
			return c.Proceed()
		})),
}
