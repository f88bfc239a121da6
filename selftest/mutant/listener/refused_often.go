package listener

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

// refusedOften breaks that a refused call leaves no trace, as it shows when it is repeated.
func refusedOften() []mutant.Mutant {
	const lack = nd2.InsufficientResources
	return []mutant.Mutant{
		mutant.Exhausted("listener.getconnectionrequest.nd-canceled", calls.ListenerGetConnectionRequest),
		mutant.WearingOut("listener.bind.bound/worn", calls.ListenerBind, calls.ListenerGetConnectionRequest, lack),
		mutant.WearingOut("listener.bind.foreign-address/worn", calls.ListenerBind, calls.ListenerBind,
			nd2.TooManyAddresses),
		mutant.WearingOut("listener.bind.nd-sharing-violation/worn", calls.ListenerBind, calls.ListenerBind,
			nd2.TooManyAddresses),
		mutant.WearingOut("listener.getconnectionrequest.no-connector/worn", calls.ListenerGetConnectionRequest,
			calls.ListenerGetConnectionRequest, lack),
		mutant.WearingOut("listener.listen.again/worn", calls.ListenerListen, calls.ListenerGetConnectionRequest, lack),
	}
}

// copiedOut breaks what a listener copies out while it is in use.
func copiedOut() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("listener.getlocaladdress.nd-success/waiting",
			"A listener whose GetConnectionRequest is in progress does not tell its address.",
			mutant.Refusing(calls.ListenerGetLocalAddress, nd2.InvalidDeviceState, func(c *calls.Call) bool {
				return len(c.Outstanding()) > 0
			})),
	}
}
