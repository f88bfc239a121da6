package qp

import (
	"math/bits"
	"slices"
	"strings"

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
	for _, t := range EveryInitiated {
		list = append(list, New("qp."+strings.ToLower(t.String())+".read-fence/never-carried-out",
			"A request with ND_OP_FLAG_READ_FENCE behind a Read of no bytes is never carried out.",
			behindEmpty("IND2QueuePair::"+t.String(), Nothing)))
	}
	return list
}

// behindEmpty makes a defect of the requests with a fence behind a Read of no bytes.
func behindEmpty(method string, instead func(c *calls.Call) nd2.Status) Defect {
	empty := On(calls.QPRead).If(func(c *calls.Call) bool { return TotalLength(c.SGE) == 0 })
	return Between(empty, On(calls.QPRead), On(method).If(with(nd2.ReadFence)), instead)
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

// flagCombinations are mutants of requests that have several flags.
func flagCombinations() (list []Mutant) {
	const access = nd2.AllowRead | nd2.AllowWrite
	together := func(f nd2.OpFlags) bool { return bits.OnesCount32(uint32(f&^access)) > 1 }
	for _, t := range EveryInitiated {
		method, entry := "IND2QueuePair::"+t.String(), "qp."+strings.ToLower(t.String())+".flags-combined"
		list = append(list,
			New(entry+"/refused", "A request with two flags is refused.",
				Refusing(method, nd2.InvalidParameter, func(c *calls.Call) bool { return together(c.Flags) })),
			New(entry+"/silence-lost", "A request with another flag beside ND_OP_FLAG_SILENT_SUCCESS is not silent.",
				Before(method, func(c *calls.Call) {
					if together(c.Flags) {
						c.Flags &^= nd2.SilentSuccess
					}
				})))
	}
	return append(list,
		New("qp.send.flags-combined/event-lost", "A silent Send solicits no event.",
			WithoutFlag(calls.QPSend, nd2.SendAndSolicitEvent, with(nd2.SilentSuccess))),
		New("qp.send.flags-combined/inline-event-lost", "An inline Send that is not silent solicits no event.",
			WithoutFlag(calls.QPSend, nd2.SendAndSolicitEvent, func(c *calls.Call) bool {
				return c.Flags&(nd2.Inline|nd2.SilentSuccess) == nd2.Inline
			})),
		New("qp.send.flags-combined/fenced-event-lost", "A Send with a fence and no data solicits no event.",
			WithoutFlag(calls.QPSend, nd2.SendAndSolicitEvent, bare(nd2.ReadFence))),
		New("qp.write.flags-combined/inline-silence-lost", "An inline Write of nothing is not silent.",
			WithoutFlag(calls.QPWrite, nd2.SilentSuccess, bare(nd2.Inline))),
		New("qp.bind.flags-combined/fenced-read-lost", "A Bind with a fence and for both ways opens one way.",
			WithoutFlag(calls.QPBind, nd2.AllowRead, with(nd2.ReadFence|access))),
		New("qp.send.flags-combined/inline-unfenced", "An inline Send waits for no Read.",
			WithoutFlag(calls.QPSend, nd2.ReadFence, with(nd2.Inline|nd2.ReadFence))),
		New("qp.send.flags-combined/inline-fence-refused", "An inline Send with a fence is refused.",
			Refusing(calls.QPSend, nd2.InvalidParameter4, with(nd2.Inline|nd2.ReadFence))),
		New("qp.write.flags-combined/inline-fence-refused", "An inline Write with a fence is refused.",
			Refusing(calls.QPWrite, nd2.InvalidParameter6, with(nd2.Inline|nd2.ReadFence))),
		New("qp.write.flags-combined/fence-lost", "A silent Write waits for no Read.",
			WithoutFlag(calls.QPWrite, nd2.ReadFence, with(nd2.SilentSuccess))))
}

// with are the calls that have all of some flags, and bare those of them without data.
func with(flags nd2.OpFlags) func(c *calls.Call) bool {
	return func(c *calls.Call) bool { return c.Flags&flags == flags }
}

func bare(flags nd2.OpFlags) func(c *calls.Call) bool {
	return func(c *calls.Call) bool { return c.Flags&flags == flags && len(c.SGE) == 0 }
}
