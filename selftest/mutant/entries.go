package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// EntryLists makes mutants of the entries of a method's list.
func EntryLists(entry, method string) []Mutant {
	return []Mutant{
		New(entry+"/reversed", "The entries are used last first.", Before(method, func(c *calls.Call) {
			c.SGE = slices.Clone(c.SGE)
			slices.Reverse(c.SGE)
		})),
		New(entry+"/boundary", "The last byte of the first entry and the first of the second are used in the wrong order.",
			Before(method, func(c *calls.Call) {
				if len(c.SGE) < 2 || len(c.SGE[0].Buffer) == 0 || len(c.SGE[1].Buffer) == 0 {
					return
				}
				a, b := c.SGE[0].Buffer, c.SGE[1].Buffer
				swap := func() { a[len(a)-1], b[0] = b[0], a[len(a)-1] }
				if method == calls.QPSend || method == calls.QPWrite {
					swap()
				}
				c.OnResult(func(*calls.Outcome) { swap() })
			})),
		New(entry+"/last-skipped", "The last of several entries is left out.", Before(method, func(c *calls.Call) {
			if len(c.SGE) > 1 {
				c.SGE = c.SGE[:len(c.SGE)-1]
			}
		})),
	}
}

// FlipByte makes the byte at an offset into what entries name a wrong one, or right
// again.
func FlipByte(sge []nd2.SGE, offset int) {
	for _, e := range sge {
		if offset >= 0 && offset < len(e.Buffer) {
			e.Buffer[offset] ^= 0x80
			return
		}
		offset -= len(e.Buffer)
	}
}

// OverwriteBehind changes the byte behind the last entry, if there is one.
func OverwriteBehind(sge []nd2.SGE) {
	if n := len(sge); n > 0 {
		if b := sge[n-1].Buffer; cap(b) > len(b) {
			b[:len(b)+1][len(b)] ^= 0x80
		}
	}
}

// OfSeveralEntries makes a defect: results of successful Receives of several entries are changed.
func OfSeveralEntries(change func(o *calls.Outcome)) Defect {
	return EachResult(func(o *calls.Outcome) {
		if o.Succeeded(nd2.RequestReceive) && len(o.Of.SGE) > 1 {
			change(o)
		}
	})
}

// FirstEntryChecked is the mutant that checks the first entry of a request alone.
func FirstEntryChecked(entry, method string) Mutant {
	return New(entry+"/first-entry-only",
		"Only the first entry's token is checked, and the other entries' memory is used anyway.", Before(method, openOthers))
}

// FirstOfShortChecked is that mutant of requests whose data fits into a small packet.
func FirstOfShortChecked(entry, method string) Mutant {
	const short = 256 // bytes
	return New(entry+"/first-entry-of-short",
		"Of a short request only the first entry's token is checked, and the other entries' memory is used anyway.",
		Before(method, func(c *calls.Call) {
			if TotalLength(c.SGE) <= short {
				openOthers(c)
			}
		}))
}

// openOthers makes the tokens of all of a request's entries but the first good ones.
func openOthers(c *calls.Call) {
	c.SGE = slices.Clone(c.SGE)
	for i := 1; i < len(c.SGE); i++ {
		if r := OpenRegion(c.Parent, c.SGE[i].Buffer); r != nil {
			c.SGE[i].MemoryRegionToken = r.GetLocalToken()
		}
	}
}

// NoEntries reports whether a request has no entries.
func NoEntries(c *calls.Call) bool { return len(c.SGE) == 0 }

// DamagedOnTheWay makes a defect: one in n requests of a kind sends a wrong byte, at an offset that
// counts from the end if it is negative. The client's memory is restored before it looks.
func DamagedOnTheWay(n uint64, which func(c *calls.Call) bool, offset int) Defect {
	return Keeping(func(c *calls.Call, count *Counter) nd2.Status {
		if !which(c) || !count.EveryNth(n) {
			return c.Proceed()
		}
		sge, at := slices.Clone(c.SGE), offset
		if at < 0 {
			at += TotalLength(sge)
		}
		FlipByte(sge, at)
		defer FlipByte(sge, at)
		return c.Proceed()
	})
}
