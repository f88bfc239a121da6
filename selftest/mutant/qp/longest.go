package qp

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

// longest are mutants of the longest Writes and Reads.
func longest() (list []mutant.Mutant) {
	most := func(c *calls.Call) bool {
		return uint32(mutant.TotalLength(c.SGE)) == c.Parent.Limits().MaxTransferLength
	}
	for _, m := range []struct{ entry, method string }{{"qp.write", calls.QPWrite}, {"qp.read", calls.QPRead}} {
		list = append(list,
			mutant.New(m.entry+".max-transfer-length/refused", "A request of MaxTransferLength bytes is refused.",
				mutant.Refusing(m.method, nd2.BufferOverflow, most)),
			mutant.New(m.entry+".max-transfer-length/last-entry-skipped", "Of a request of MaxTransferLength bytes the last entry is left out.",
				mutant.Before(m.method, func(c *calls.Call) {
					if most(c) {
						c.SGE = c.SGE[:len(c.SGE)-1]
					}
				})))
	}
	return list
}
