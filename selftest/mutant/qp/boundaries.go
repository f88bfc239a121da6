package qp

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// boundaries are mutants that lose a byte where an entry ends, or what is moved does, at one place alone.
func boundaries() (list []Mutant) {
	for _, m := range listed {
		list = append(list,
			New(m.entry+"/before-packet-end",
				"Where the first of several entries ends a byte before 512 do, the second is taken to be where the first is.",
				twice(m.method, func(first int) bool { return first == 511 })))
		if m.method == calls.QPReceive || m.method == calls.SRQReceive { // which would be too short
			continue
		}
		list = append(list, New(m.entry+"/three-packets", "The last byte of 1536 bytes is left alone.",
			Before(m.method, func(c *calls.Call) {
				if len(c.SGE) == 1 && len(c.SGE[0].Buffer) == 1536 {
					c.SGE = slices.Clone(c.SGE)
					c.SGE[0].Buffer = c.SGE[0].Buffer[:1535]
				}
			})))
	}
	return list
}

// twice makes a defect: of requests whose first entry has such a length the second one is taken to be where the
// first is.
func twice(method string, such func(first int) bool) Defect {
	return Before(method, func(c *calls.Call) {
		if len(c.SGE) < 2 || !such(len(c.SGE[0].Buffer)) || len(c.SGE[1].Buffer) > len(c.SGE[0].Buffer) {
			return
		}
		c.SGE = slices.Clone(c.SGE)
		n := len(c.SGE[1].Buffer)
		c.SGE[1] = c.SGE[0]
		c.SGE[1].Buffer = c.SGE[0].Buffer[:n]
	})
}
