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
		list = append(list, by(m.entry, "ignored", "ND_OP_FLAG_READ_FENCE is ignored.",
			before(m.method, func(c *interpose.Call) { c.Flags &^= nd2.ReadFence })))
	}
	for _, m := range []struct{ entry, method string }{
		{"qp.bind.read-fence", interpose.QPBind}, {"qp.invalidate.read-fence", interpose.QPInvalidate},
	} {
		list = append(list, by(m.entry, "overtakes", "A request with ND_OP_FLAG_READ_FENCE completes before the Read before it has stored what it fetched.",
			overtaking(m.method)))
	}
	return list
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
