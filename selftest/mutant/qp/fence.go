package qp

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// fences are mutants by which ND_OP_FLAG_READ_FENCE of a request is ignored.
func fences() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"qp.send.read-fence", calls.QPSend}, {"qp.write.read-fence", calls.QPWrite}, {"qp.read.read-fence", calls.QPRead},
	} {
		list = append(list,
			New(m.entry+"/ignored", "ND_OP_FLAG_READ_FENCE is ignored.",
				Before(m.method, func(c *calls.Call) { c.Flags &^= nd2.ReadFence })),
			New(m.entry+"/several", "ND_OP_FLAG_READ_FENCE is ignored behind more than one Read.", forSeveralReads(m.method)),
			New(m.entry+"/empty-read-ignored", "ND_OP_FLAG_READ_FENCE is ignored behind a Read of no bytes.",
				behindEmpty(m.method, func(c *calls.Call) nd2.Status {
					c.Flags &^= nd2.ReadFence
					return c.Proceed()
				})))
	}
	for _, m := range []struct{ entry, method string }{
		{"qp.bind.read-fence", calls.QPBind}, {"qp.invalidate.read-fence", calls.QPInvalidate},
	} {
		list = append(list, New(m.entry+"/overtakes",
			"A request with ND_OP_FLAG_READ_FENCE completes before the Read before it has stored what it fetched.",
			overtaking(m.method)))
	}
	for _, m := range []struct{ entry, method string }{
		{"qp.send.read-fence", calls.QPSend},
		{"qp.write.read-fence", calls.QPWrite},
		{"qp.read.read-fence", calls.QPRead},
		{"qp.bind.read-fence", calls.QPBind},
		{"qp.invalidate.read-fence", calls.QPInvalidate},
	} {
		list = append(list, New(m.entry+"/never-carried-out",
			"A request with ND_OP_FLAG_READ_FENCE behind a Read of no bytes is never carried out.",
			behindEmpty(m.method, func(*calls.Call) nd2.Status { return nd2.Success })))
	}
	return list
}

// behindEmpty makes a defect of the requests with a fence behind a Read of no bytes.
func behindEmpty(method string, instead func(c *calls.Call) nd2.Status) Defect {
	return Recording(func(c *calls.Call, empty *calls.Record[bool]) nd2.Status {
		behind := empty.Get(c.Object)
		if c.Method == calls.QPRead {
			empty.Set(c.Object, TotalLength(c.SGE) == 0)
		}
		if c.Method == method && c.Flags&nd2.ReadFence != 0 && behind {
			return instead(c)
		}
		return c.Proceed()
	})
}

// forSeveralReads makes a defect: a request has no fence if more than one Read has been
// posted since the last request of its type.
func forSeveralReads(method string) Defect {
	return Recording(func(c *calls.Call, reads *calls.Record[int]) nd2.Status {
		if c.Method == method && c.Flags&nd2.ReadFence != 0 && reads.Set(c.Object, 0) > 1 {
			c.Flags &^= nd2.ReadFence
		}
		if c.Method == calls.QPRead {
			reads.Update(c.Object, Increment)
		}
		return c.Proceed()
	})
}

// overtaking makes a defect by which, when a request with a fence has completed, the
// memory of the Read before it is as it was before.
func overtaking(method string) Defect {
	return Recording(func(c *calls.Call, undo *calls.Record[func()]) nd2.Status {
		switch {
		case c.Method == calls.QPRead:
			sge := slices.Clone(c.SGE)
			var was [][]byte
			for _, e := range sge {
				was = append(was, slices.Clone(e.Buffer))
			}
			undo.Set(c.Object, func() {
				for i, e := range sge {
					copy(e.Buffer, was[i])
				}
			})
		case c.Method == method && c.Flags&nd2.ReadFence != 0:
			c.OnResult(func(o *calls.Outcome) {
				if restore := undo.Set(o.Of.Object, nil); restore != nil {
					restore()
				}
			})
		}
		return c.Proceed()
	})
}
