package provider

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func providerObjects() []mutant.Mutant {
	return append(mutant.OtherInterfaces("provider.openadapter", calls.ProviderOpenAdapter, nd2.IIDAdapter),
		mutant.New("provider.instantiated-again/ends-together",
			"When one IND2Provider has been released, no other works.",
			mutant.Recording(func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
				p, ok := c.Self.(*calls.Provider)
				switch {
				case ok && c.Method == calls.Release:
					gone.Set(nil, true)
				case ok && c.Method == calls.ProviderOpenAdapter && p != nil && gone.Get(nil):
					return nd2.DeviceRemoved
				}
				return c.Proceed()
			})),
		mutant.New("provider.instantiated-again/other-ids", "Each IND2Provider gives the adapters different ids.",
			mutant.RecordingAfter(calls.ProviderResolveAddress, func(c *calls.Call, numbers *calls.Record[uint64]) {
				n := numbers.Get(c.Object)
				if n == 0 {
					n = numbers.Update(nil, func(last uint64) uint64 { return last + 1 })
					numbers.Set(c.Object, n)
				}
				*c.FoundID += n << 40
			})),
		mutant.New("provider.interfaces/no-unknown", "The provider says that it has no interface IUnknown.",
			mutant.RefusingInterface("IND2Provider", nd2.IIDUnknown)),
		mutant.New("provider.interfaces/not-itself", "The provider does not return IND2Provider from QueryInterface.",
			mutant.RefusingInterface("IND2Provider", nd2.IIDProvider)),
	)
}

func openAdapter() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("provider.openadapter.nd-invalid-parameter/lower-half",
			"An adapter is opened by the lower half of its id.",
			mutant.Keeping(func(c *calls.Call, known *mutant.Table[uint32, uint64]) nd2.Status {
				if id, ok := known.Lookup(uint32(c.AdapterID)); ok && c.Method == calls.ProviderOpenAdapter {
					c.AdapterID = id
				}
				s := c.Proceed()
				if c.Method == calls.ProviderResolveAddress && s == nd2.Success {
					known.Set(uint32(*c.FoundID), *c.FoundID)
				}
				return s
			})),
		mutant.New("provider.openadapter.opened-twice/one-closed-all-closed",
			"When one handle of an adapter has been released, the others do not work.",
			mutant.Recording(func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
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
		mutant.New("provider.openadapter.opened-twice/refused", "An adapter that is open can't be opened again.",
			mutant.Refusing(calls.ProviderOpenAdapter, nd2.DeviceBusy, func(c *calls.Call) bool {
				return slices.ContainsFunc(calls.Living[*calls.Adapter](c.Object), func(a *calls.Adapter) bool {
					return a.Limits().AdapterID == c.AdapterID
				})
			})),
		mutant.New("provider.openadapter.outlives-provider/ends-with-it",
			"An adapter does not work once its provider has been released.",
			mutant.Recording(func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
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
}
