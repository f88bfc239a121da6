package listener

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

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
