package mr

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// halves breaks the second halves of sentences: what fails changes no byte; each type of request keeps to the bounds.
var halves = slices.Concat(
	LandingAll(calls.QPWrite, "mr.bounds.write", "mr.rights.no-remote-write", "mr.deregister.ends-remote-writing"),
	LandingAll(calls.QPReceive, "mr.rights.no-local-write", "mr.scope.other-adapter"),
	LandingAll(calls.QPRead, "mr.rights.no-local-write-to-read"),
	beyondLocally(), registeredHalves,
)

// beyondLocally breaks the bounds of a region for one type of request at a time, at one end.
func beyondLocally() (list []Mutant) {
	for _, m := range []struct{ name, method string }{
		{"send", calls.QPSend}, {"write", calls.QPWrite}, {"receive", calls.QPReceive}, {"read", calls.QPRead},
	} {
		for _, side := range []struct {
			name, what string
			beyond     func(e nd2.SGE, region []byte) bool
		}{
			{"before", "begins before", func(e nd2.SGE, region []byte) bool { return AddressOf(e.Buffer) < AddressOf(region) }},
			{"behind", "ends behind", func(e nd2.SGE, region []byte) bool { return EndOf(e.Buffer) > EndOf(region) }},
		} {
			list = append(list, New("mr.bounds.local/"+m.name+"-"+side.name,
				"An entry of a "+m.name+" that "+side.what+" its region is taken.", opening(m.method, side.beyond)))
		}
	}
	return list
}

// opening makes a defect: entries of a method's lists that lie so to their region get a token that is good for them.
func opening(method string, beyond func(e nd2.SGE, region []byte) bool) Defect {
	return Keeping2(func(c *calls.Call, buffers *calls.Record[[]byte], tokens *Table[uint32, *calls.Object]) nd2.Status {
		if c.Method == method {
			c.SGE = slices.Clone(c.SGE)
			for i, e := range c.SGE {
				region := tokens.Get(e.MemoryRegionToken)
				if region == nil || len(e.Buffer) == 0 || !beyond(e, buffers.Get(region)) ||
					!Overlap(e.Buffer, buffers.Get(region)) {
					continue
				}
				if r := OpenRegion(c.Parent, e.Buffer); r != nil {
					c.SGE[i].MemoryRegionToken = r.GetLocalToken()
				}
			}
		}
		buffer, s := c.Buffer, c.Proceed()
		switch c.Method {
		case calls.MRRegister:
			buffers.Set(c.Object, buffer)
		case calls.MRGetLocalToken:
			tokens.Set(c.Count, c.Object)
		}
		return s
	})
}

// registeredHalves breaks what sentences on registrations say besides the status.
var registeredHalves = []Mutant{
	New("mr.register.one-buffer/replaced", "A region that refuses another buffer loses its own.",
		When(On(calls.MRRegister), AfterRefusal(func(c *calls.Call) {
			if m := c.Self.(*calls.MemoryRegion); m.Inner.GetLocalToken() != 0 {
				m.Inner.Deregister(new(nd2.Overlapped))
			}
		}))),
	New("mr.deregister.busy-while-bound/remote-ended",
		"A Deregister that finds a window bound makes the peer's Writes by the region's token fail.",
		Recording(func(c *calls.Call, busy *calls.Record[uint32]) nd2.Status {
			s := c.Proceed()
			if c.Method == calls.MRDeregister && s == nd2.DeviceBusy {
				busy.Set(nil, c.Self.(*calls.MemoryRegion).Inner.GetRemoteToken())
			}
			if Reaches(c) && c.Token == busy.Get(nil) && c.Token != 0 {
				c.OnQP().Inner.Flush()
			}
			return s
		})),
}
