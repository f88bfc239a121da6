package qp

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// listed are the methods whose requests have entries, with the rules on them.
var listed = []struct{ entry, method string }{
	{"qp.send.gathers", calls.QPSend},
	{"qp.write.gathers", calls.QPWrite},
	{"qp.read.scatters", calls.QPRead},
	{"qp.receive.scatters", calls.QPReceive},
	{"srq.receive.scatters", calls.SRQReceive},
}

// formerLists are mutants by which a request with fewer entries than one before it is judged by those, too.
func formerLists() (list []Mutant) {
	for _, m := range listed {
		list = append(list, New(m.entry+"/former-entries-checked",
			"A request fails over the entries that an earlier one had and it has not, if their region is gone.",
			checkingFormer(m.method)))
	}
	return list
}

func checkingFormer(method string) Defect {
	return Keeping2(func(c *calls.Call, longest *calls.Record[[]nd2.SGE], gone *Table[uint32, bool]) nd2.Status {
		if r, ok := c.Self.(*calls.MemoryRegion); ok && c.Method == calls.MRDeregister {
			gone.Set(r.Inner.GetLocalToken(), true)
		}
		if c.Method != method {
			return c.Proceed()
		}
		former := longest.Get(c.Object)
		if len(c.SGE) > len(former) {
			longest.Set(c.Object, slices.Clone(c.SGE))
		} else if n := len(c.SGE); n > 0 && slices.ContainsFunc(former[n:], func(e nd2.SGE) bool {
			return gone.Get(e.MemoryRegionToken)
		}) {
			c.OnResult(func(o *calls.Outcome) { o.Status = nd2.AccessViolation })
		}
		return c.Proceed()
	})
}

// longLists are mutants that get a byte wrong where an entry ends far into a request.
func longLists() (list []Mutant) {
	for _, m := range listed {
		list = append(list, New(m.entry+"/damaged-beyond-64-kib",
			"The first byte of an entry is wrong that begins more than 64 KiB into a request.",
			Before(m.method, func(c *calls.Call) {
				sge := slices.Clone(c.SGE)
				at := 0
				for i := 0; i < len(sge) && at <= 64<<10; i++ {
					at += len(sge[i].Buffer)
				}
				if at <= 64<<10 || at >= TotalLength(sge) {
					return
				}
				if m.method == calls.QPSend || m.method == calls.QPWrite {
					FlipByte(sge, at)
				}
				c.OnResult(func(*calls.Outcome) { FlipByte(sge, at) })
			})))
	}
	return list
}
