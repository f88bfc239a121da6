package listener

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// refusedOften breaks that a refused call leaves no trace, as it shows when it is repeated.
func refusedOften() []Mutant {
	const lack = nd2.InsufficientResources
	return []Mutant{
		Exhausted("listener.getconnectionrequest.nd-canceled", calls.ListenerGetConnectionRequest),
		WearingOut("listener.bind.bound/worn", calls.ListenerBind, calls.ListenerGetConnectionRequest, lack),
		WearingOut("listener.bind.foreign-address/worn", calls.ListenerBind, calls.ListenerBind, nd2.TooManyAddresses),
		WearingOut("listener.bind.nd-sharing-violation/worn", calls.ListenerBind, calls.ListenerBind, nd2.TooManyAddresses),
		WearingOut("listener.getconnectionrequest.no-connector/worn", calls.ListenerGetConnectionRequest,
			calls.ListenerGetConnectionRequest, lack),
		WearingOut("listener.listen.again/worn", calls.ListenerListen, calls.ListenerGetConnectionRequest, lack),
	}
}

// copiedOut breaks what a listener copies out while it is in use.
var copiedOut = []Mutant{
	New("listener.getlocaladdress.nd-success/waiting",
		"A listener whose GetConnectionRequest is in progress does not tell its address.",
		Refusing(calls.ListenerGetLocalAddress, nd2.InvalidDeviceState, func(c *calls.Call) bool {
			return len(c.Outstanding()) > 0
		})),
}
