package mw

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// countedWindows breaks what holds of a window however many others there have been.
var countedWindows = []Mutant{
	New("qp.bind.read-needs-no-right/read-sink-alone", "A region that is only a read sink opens to no Read.",
		Recording(func(c *calls.Call, rights *calls.Record[nd2.RegionFlags]) nd2.Status {
			switch c.Method {
			case calls.MRRegister:
				rights.Set(c.Object, c.Rights)
			case calls.QPBind:
				if r := calls.ObjectOf(c.Region); r != nil && rights.Get(r) == nd2.RDMAReadSink {
					return nd2.AccessViolation
				}
			}
			return c.Proceed()
		})),
	New("mw.overlap.independent/byte",
		"With the 256th Invalidate of an adapter's queue pairs all of its windows are closed.",
		Recording(func(c *calls.Call, count *calls.Record[int]) nd2.Status {
			s := c.Proceed()
			if c.Method != calls.QPInvalidate || s.Failed() ||
				count.Update(&c.Parent.Object, Increment) != 256 {
				return s
			}
			for _, other := range calls.Others[*calls.MemoryWindow](calls.ObjectOf(c.Window)) {
				if other.Parent == c.Parent {
					c.OnQP().Inner.Invalidate(0, other.Inner, nd2.SilentSuccess)
				}
			}
			return s
		})),
}
