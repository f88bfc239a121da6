package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// fences are mutants by which ND_OP_FLAG_READ_FENCE of a request is ignored.
func fences() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"qp.send.read-fence", interpose.QPSend}, {"qp.write.read-fence", interpose.QPWrite}, {"qp.read.read-fence", interpose.QPRead},
	} {
		list = append(list,
			by(m.entry, "ignored", "ND_OP_FLAG_READ_FENCE is ignored.",
				before(m.method, func(c *interpose.Call) { c.Flags &^= nd2.ReadFence })),
			by(m.entry, "several", "ND_OP_FLAG_READ_FENCE is ignored behind more than one Read.", forSeveralReads(m.method)))
	}
	for _, m := range []struct{ entry, method string }{
		{"qp.bind.read-fence", interpose.QPBind}, {"qp.invalidate.read-fence", interpose.QPInvalidate},
	} {
		list = append(list, by(m.entry, "overtakes", "A request with ND_OP_FLAG_READ_FENCE completes before the Read before it has stored what it fetched.",
			overtaking(m.method)))
	}
	return list
}

// forSeveralReads makes a defect by which a request has no fence if more than one Read has been
// posted since the last request of its type.
func forSeveralReads(method string) defect {
	return keeping(func(c *interpose.Call, reads *interpose.Record[int]) nd2.Status {
		if c.Method == method && c.Flags&nd2.ReadFence != 0 && reads.Set(c.Object, 0) > 1 {
			c.Flags &^= nd2.ReadFence
		}
		if c.Method == interpose.QPRead {
			reads.Update(c.Object, increment)
		}
		return c.Proceed()
	})
}

// overtaking makes a defect by which, when a request with a fence has completed, the
// memory of the Read before it is as it was before.
func overtaking(method string) defect {
	return keeping(func(c *interpose.Call, undo *interpose.Record[func()]) nd2.Status {
		switch {
		case c.Method == interpose.QPRead:
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
			c.OnResult(func(o *interpose.Outcome) {
				if restore := undo.Set(o.Of.Object, nil); restore != nil {
					restore()
				}
			})
		}
		return c.Proceed()
	})
}
