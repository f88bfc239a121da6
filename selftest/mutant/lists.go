package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// lists break requests of several entries: where one has no bytes, where a message ends
// with one, and where one is not as it should be.
func lists() []Mutant {
	return slices.Concat(outerEmptyEntries(), inlineLists(), endsWithinLists(), lastEntries())
}

// outerEmptyEntries are of lists that begin or end with an entry of no bytes.
func outerEmptyEntries() (list []Mutant) {
	empty := func(c *calls.Call, i int) bool { return len(c.SGE) > 1 && len(c.SGE[i].Buffer) == 0 }
	for _, m := range []struct{ entry, method string }{
		{"qp.send.gathers", calls.QPSend}, {"qp.write.gathers", calls.QPWrite}, {"qp.read.scatters", calls.QPRead}, {"qp.receive.scatters", calls.QPReceive},
	} {
		list = append(list,
			by(m.entry, "begins-empty", "A list that begins with an entry of no bytes is taken for one of no bytes.", before(m.method, func(c *calls.Call) {
				if empty(c, 0) {
					c.SGE = nil
				}
			})),
			by(m.entry, "ends-empty", "A list that ends with an entry of no bytes is refused.",
				refusing(m.method, nd2.InvalidParameter, func(c *calls.Call) bool { return empty(c, len(c.SGE)-1) })))
	}
	return list
}

// inlineLists are of inline requests of several entries.
func inlineLists() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{{"qp.send.inline", calls.QPSend}, {"qp.write.inline", calls.QPWrite}} {
		inline := func(change func(c *calls.Call)) defect {
			return before(m.method, func(c *calls.Call) {
				if c.Flags&nd2.Inline != 0 && len(c.SGE) > 1 {
					change(c)
				}
			})
		}
		list = append(list,
			by(m.entry+"-any-entries", "ends-at-empty", "An entry of no bytes ends the list of an inline request.", inline(func(c *calls.Call) {
				if i := slices.IndexFunc(c.SGE, func(e nd2.SGE) bool { return len(e.Buffer) == 0 }); i >= 0 {
					c.SGE = c.SGE[:i]
				}
			})),
			by(m.entry+"-limit", "last-entry-cut", "Inline data of several entries is a byte short if it is as long as can be.", inline(func(c *calls.Call) {
				if uint32(total(c.SGE)) == c.Parent.Limits().MaxInlineDataSize {
					c.SGE = cutTo(c.SGE, total(c.SGE)-1)
				}
			})))
	}
	return list
}

// endsWithinLists are of messages that do not reach the end of a Receive's entries.
func endsWithinLists() []Mutant {
	several := func(change func(o *calls.Outcome)) defect {
		return each(func(o *calls.Outcome) {
			if o.Succeeded(nd2.RequestReceive) && len(o.Of.SGE) > 1 {
				change(o)
			}
		})
	}
	return []Mutant{
		by("qp.receive.shorter-message", "next-entry", "A message that ends with an entry of the Receive changes the first byte of the next.", several(func(o *calls.Outcome) {
			end := 0
			for _, e := range o.Of.SGE {
				end += len(e.Buffer)
				if end == int(o.BytesTransferred) {
					flip(o.Of.SGE, end)
				}
			}
		})),
		by("cq.getresults.bytes-transferred", "whole-words", "BytesTransferred of a message in several entries, of more than a packet, counts whole words of four bytes.", several(func(o *calls.Outcome) {
			if o.BytesTransferred > 4096 {
				o.BytesTransferred &^= 3
			}
		})),
	}
}

// lastEntries make up for what is wrong with another entry than the first.
func lastEntries() (list []Mutant) {
	for _, m := range []struct {
		entries []string
		method  string
	}{
		{[]string{"cq.getresults.send.nd-access-violation"}, calls.QPSend},
		{[]string{"cq.getresults.write.nd-access-violation"}, calls.QPWrite},
		{[]string{"cq.getresults.read.nd-access-violation", "mr.rights.no-local-write-to-read"}, calls.QPRead},
		{[]string{"cq.getresults.receive.nd-access-violation", "mr.rights.no-local-write"}, calls.QPReceive},
	} {
		for _, entry := range m.entries {
			list = append(list, by(entry, "first-entry-only", "Of several entries only the first is checked, and all memory is used.", before(m.method, func(c *calls.Call) {
				if len(c.SGE) < 2 {
					return
				}
				c.SGE = slices.Clone(c.SGE)
				for i := 1; i < len(c.SGE); i++ {
					if r := openTo(c.Parent, c.SGE[i].Buffer); r != nil {
						c.SGE[i].MemoryRegionToken = r.GetLocalToken()
					}
				}
			})))
		}
	}
	return list
}
