package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// slips are what drivers forget that keep count of what is in progress.
func slips() []Mutant {
	return slices.Concat(ofFirstRegion(), afterTimeout(), ofWaiters(), ofPlaces())
}

// ofFirstRegion take a request's first region for that of all its entries.
func ofFirstRegion() []Mutant {
	beyond := func(act func(c *calls.Call, room int) nd2.Status) defect {
		return keeping(func(c *calls.Call, sizes *calls.Record[map[uint32]int]) nd2.Status {
			switch {
			case c.Method == calls.MRRegister:
				s := c.Proceed()
				sizes.Update(nil, func(m map[uint32]int) map[uint32]int {
					return with(m, c.Self.(*calls.MemoryRegion).Inner.GetLocalToken(), len(c.Buffer))
				})
				return s
			case c.Method == calls.QPSend && len(c.SGE) > 1 && c.Flags&nd2.Inline == 0:
				room, known := sizes.Get(nil)[c.SGE[0].MemoryRegionToken]
				if known && total(c.SGE) > room {
					return act(c, room)
				}
			}
			return c.Proceed()
		})
	}
	return []Mutant{
		by("qp.send.beyond-registration-size", "first-region", "A Send of more bytes than the region of its first entry holds is refused.",
			beyond(func(*calls.Call, int) nd2.Status { return nd2.BufferOverflow })),
		by("qp.send.beyond-registration-size", "cut", "Of a Send, no more is sent than the region of its first entry holds.",
			beyond(func(c *calls.Call, room int) nd2.Status {
				c.SGE = cutTo(c.SGE, room)
				return c.Proceed()
			})),
	}
}

// cutTo returns the first n bytes that a list names.
func cutTo(list []nd2.SGE, n int) (cut []nd2.SGE) {
	for _, e := range list {
		e.Buffer = e.Buffer[:min(n, len(e.Buffer))]
		n -= len(e.Buffer)
		cut = append(cut, e)
	}
	return cut
}

// afterTimeout break what comes after a connection that took too long.
func afterTimeout() []Mutant {
	once := func(method string, with nd2.Status) defect {
		return keeping(func(c *calls.Call, late *calls.Record[bool]) nd2.Status {
			if c.Method == calls.EventSet && c.Shadow.Method == calls.ConnectorAccept && c.Shadow.Status() != nd2.Success {
				late.Set(nil, true)
			}
			if c.Method == method && late.Get(nil) {
				return with
			}
			return c.Proceed()
		})
	}
	return []Mutant{
		by("connector.completeconnect.timeout-is-transient", "sticks", "Once a connection has taken too long, all do.",
			once(calls.ConnectorCompleteConnect, nd2.IOTimeout)),
		by("connector.completeconnect.timeout-is-transient", "unaccepted", "Once a connection has taken too long, no other is accepted.",
			once(calls.ConnectorAccept, nd2.InsufficientResources)),
	}
}

// ofPlaces miscount places and bytes.
func ofPlaces() []Mutant {
	fewPlaces := func(most int) defect {
		return at(calls.ND1GetResults, func(c *calls.Call) nd2.Status {
			s := c.Proceed()
			if len(c.ND1.Results) > most {
				c.ND1.Outcomes = nil
			}
			return s
		})
	}
	return []Mutant{
		by("endpoint.getresults.own-results", "33-places", "GetResults loses what it returns to an array of more than 32 places.", fewPlaces(32)),
		by("endpoint.getresults.own-results", "64-places", "GetResults loses what it returns to an array of more than 64 places.", fewPlaces(64)),
		by("srq.receive.shared-among-queue-pairs", "fifth-lost", "Every fifth Receive that a message takes from a shared receive queue has no result.",
			func() calls.Hooks {
				var taken calls.Record[int]
				return without(func(o *calls.Outcome) bool {
					return o.FromSRQ() && taken.Update(o.Of.Object, increment)%5 == 0
				})()
			}),
		by("cq.getresults.bytes-transferred", "16-bits", "BytesTransferred counts 65,535 bytes at most, and from 0 again.",
			each(func(o *calls.Outcome) {
				if o.Succeeded(nd2.RequestReceive) {
					o.BytesTransferred &= 0xffff
				}
			})),
	}
}
