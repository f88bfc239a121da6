package mr

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// A known region is one whose local token a client has asked for.
type known struct {
	*calls.Object
	rights nd2.RegionFlags
}

// refusingRegions makes a defect: requests are refused that name some
// regions.
func refusingRegions(which func(c *calls.Call, r known) bool) Defect {
	return Keeping2(func(c *calls.Call,
		rights *calls.Record[nd2.RegionFlags], tokens *Table[uint32, *calls.Object],
	) nd2.Status {
		for _, e := range c.SGE {
			if r := tokens.Get(e.MemoryRegionToken); r != nil && which(c, known{r, rights.Get(r)}) {
				return nd2.AccessViolation
			}
		}
		s := c.Proceed()
		switch c.Method {
		case calls.MRRegister:
			rights.Set(c.Object, c.Rights)
		case calls.MRGetLocalToken:
			tokens.Set(c.Count, c.Object)
		}
		return s
	})
}

// deregistered reports whether a call has deregistered a region.
func deregistered(c *calls.Call) bool { return c.Method == calls.MRDeregister }
