// Package listener has mutants that break IND2Listener.
package listener

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []Mutant {
	return slices.Concat(
		bindAddresses, bindPorts, connectionRequests, requestsInCallbacks, waitingRequests, backlogs,
		listen, usedAgain(), backlogValues(), halves(), refusedOften(), copiedOut,
	)
}

// halves breaks, one at a time, the families of addresses and the ports that sentences name together.
func halves() []Mutant {
	port := func(c *calls.Call) bool { return len(c.Buffer) > 3 && (c.Buffer[2] != 0 || c.Buffer[3] != 0) }
	return slices.Concat(
		Halves("listener.bind.nd-success",
			Half{Name: "chosen-port", When: "of a port of the client's choice", Call: port},
			Half{Name: "any-port", When: "of no port", Call: func(c *calls.Call) bool { return !port(c) }}),
		Halves("listener.bind.nd-sharing-violation", Families...),
		WrongAddress("listener.getlocaladdress.nd-success", calls.ListenerGetLocalAddress),
		TooSmall("listener.getlocaladdress.nd-buffer-overflow", calls.ListenerGetLocalAddress),
		WrittenBySize("listener.getlocaladdress.nd-buffer-overflow", calls.ListenerGetLocalAddress),
	)
}

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
