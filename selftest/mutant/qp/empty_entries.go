package qp

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

// emptyEntries are mutants by which an entry of no bytes ends the list, or counts as
// one of a byte.
func emptyEntries() (list []mutant.Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"qp.send.gathers", calls.QPSend}, {"qp.write.gathers", calls.QPWrite},
		{"qp.read.scatters", calls.QPRead}, {"qp.receive.scatters", calls.QPReceive},
	} {
		empty := func(e nd2.SGE) bool { return len(e.Buffer) == 0 }
		list = append(list,
			mutant.New(m.entry+"/ends-at-empty", "An entry of no bytes ends the list.",
				mutant.Before(m.method, func(c *calls.Call) {
					if i := slices.IndexFunc(c.SGE, empty); i >= 0 {
						c.SGE = c.SGE[:i]
					}
				})),
			mutant.New(m.entry+"/skips-behind-empty", "The entry behind one of no bytes is left out.",
				mutant.Before(m.method, func(c *calls.Call) {
					if i := slices.IndexFunc(c.SGE, empty); i >= 0 && i+1 < len(c.SGE) {
						c.SGE = slices.Delete(slices.Clone(c.SGE), i, i+2)
					}
				})))
	}
	return list
}

// outerEmptyEntries are of lists that begin or end with an entry of no bytes.
func outerEmptyEntries() (list []mutant.Mutant) {
	empty := func(c *calls.Call, i int) bool { return len(c.SGE) > 1 && len(c.SGE[i].Buffer) == 0 }
	for _, m := range []struct{ entry, method string }{
		{"qp.send.gathers", calls.QPSend}, {"qp.write.gathers", calls.QPWrite},
		{"qp.read.scatters", calls.QPRead}, {"qp.receive.scatters", calls.QPReceive},
	} {
		list = append(list,
			mutant.New(m.entry+"/begins-empty", "A list that begins with an entry of no bytes is taken for one of no bytes.",
				mutant.Before(m.method, func(c *calls.Call) {
					if empty(c, 0) {
						c.SGE = nil
					}
				})),
			mutant.New(m.entry+"/ends-empty", "A list that ends with an entry of no bytes is refused.",
				mutant.Refusing(m.method, nd2.InvalidParameter, func(c *calls.Call) bool { return empty(c, len(c.SGE)-1) })))
	}
	return list
}
