package listener

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/selftest/mutant"
)

// halves breaks, one at a time, the families of addresses and the ports that sentences name together.
func halves() []mutant.Mutant {
	port := func(c *calls.Call) bool { return len(c.Buffer) > 3 && (c.Buffer[2] != 0 || c.Buffer[3] != 0) }
	return slices.Concat(
		mutant.Halves("listener.bind.nd-success",
			mutant.Half{Name: "chosen-port", When: "of a port of the client's choice", Call: port},
			mutant.Half{Name: "any-port", When: "of no port", Call: func(c *calls.Call) bool { return !port(c) }}),
		mutant.Halves("listener.bind.nd-sharing-violation", mutant.Families...),
		mutant.WrongAddress("listener.getlocaladdress.nd-success", calls.ListenerGetLocalAddress),
		mutant.TooSmall("listener.getlocaladdress.nd-buffer-overflow", calls.ListenerGetLocalAddress),
		mutant.WrittenBySize("listener.getlocaladdress.nd-buffer-overflow", calls.ListenerGetLocalAddress),
	)
}
