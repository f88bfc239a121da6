package provider

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func interfaces() []mutant.Mutant {
	return []mutant.Mutant{
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
		mutant.New("provider.instantiated-again/other-ids", "Each IND2Provider has ids of its own for the adapters.",
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
		mutant.New("provider.interfaces/not-itself", "The provider says that it has no interface of its own.",
			mutant.RefusingInterface("IND2Provider", nd2.IIDProvider)),
	}
}
