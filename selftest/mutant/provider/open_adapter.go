package provider

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func openAdapter() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.UnknownIID("provider.openadapter", calls.ProviderOpenAdapter, nd2.IIDAdapter),
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
