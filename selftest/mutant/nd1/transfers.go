package nd1

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func transfers() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("endpoint.read.data/last-byte", "The last byte of a Read does not arrive.",
			mutant.Before(calls.ND1Read, dropLastByte)),
		mutant.New("endpoint.read.data/offset", "A Read's offset is ignored.",
			mutant.Before(calls.ND1Read, func(c *calls.Call) { c.ND1.Offset = 0 })),
		mutant.New("endpoint.write.beyond-window/stored", "A window is a byte longer than its buffer.",
			mutant.Before(calls.ND1Bind, func(c *calls.Call) { c.Buffer = mutant.OneByteLonger(c.Buffer) })),
		mutant.New("endpoint.write.data/last-byte", "The last byte of a Write does not arrive.",
			mutant.Before(calls.ND1Write, dropLastByte)),
		mutant.New("endpoint.write.data/offset", "A Write's offset is ignored.",
			mutant.Before(calls.ND1Write, func(c *calls.Call) { c.ND1.Offset = 0 })),
	}
}
