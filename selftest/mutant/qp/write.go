package qp

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var write = slices.Concat(
	EntryLists("qp.write.gathers", calls.QPWrite),
	outgoing("qp.write.stores", calls.QPWrite),
	[]Mutant{
		New("qp.write.despite-losses/damaged", "The first byte of every third long Write is wrong.",
			DamagedOnTheWay(3, longCall(calls.QPWrite), 0)),
		New("qp.write.despite-losses/twentieth-fails", "The twentieth Write of a queue pair fails.",
			Nth(20, On(calls.QPWrite), First(fail))),
		New("qp.write.despite-losses/fails", "The third long Write of a queue pair fails.",
			Nth(3, Where(longCall(calls.QPWrite)), First(fail))),
		New("qp.write.flags-combined/inline-stores-first",
			"An inline Write with ND_OP_FLAG_READ_FENCE stores before the Read before it fetches.", storingFirst(nd2.Inline)),
		New("qp.write.once/always", "Every Write is carried out again when a result is asked for.",
			Recording(func(c *calls.Call, written *calls.Record[*calls.Call]) nd2.Status {
				s := c.Proceed()
				switch {
				case c.Method == calls.QPWrite && s == nd2.Success:
					again := *c
					written.Set(&c.OnQP().InitiatorCQ.Object, &again)
				case c.Method == calls.CQGetResults:
					if again := written.Set(c.Object, nil); again != nil {
						carryOutAgain(again)
					}
				}
				return s
			})),
		New("qp.write.once/resent", "A Write that is sent again is carried out again.", resending(calls.QPWrite)),
		New("qp.write.read-fence/stores-first",
			"A Write with ND_OP_FLAG_READ_FENCE stores before the Read before it fetches.", storingFirst(0)),
		New("qp.write.stores/one-more", "A Write stores a byte more than it has.",
			Before(calls.QPWrite, func(c *calls.Call) { c.SGE = longer(c.SGE) })),
	},
)

// longer returns entries whose last one names a byte more, if there is one.
func longer(sge []nd2.SGE) []nd2.SGE {
	sge = slices.Clone(sge)
	if n := len(sge); n > 0 {
		sge[n-1].Buffer = lengthened(sge[n-1].Buffer)
	}
	return sge
}

// lengthened returns b with the byte behind it, if there is one.
func lengthened(b []byte) []byte { return b[:min(len(b)+1, cap(b))] }

// storingFirst makes a defect: a Read has fetched what a Write with a fence, and
// these flags, stores behind it where it reads.
func storingFirst(flags nd2.OpFlags) Defect {
	return Recording(func(c *calls.Call, last *calls.Record[*calls.Call]) nd2.Status {
		switch c.Method {
		case calls.QPRead:
			kept := *c
			kept.SGE = slices.Clone(c.SGE)
			last.Set(c.Object, &kept)
		case calls.QPWrite:
			read := last.Set(c.Object, nil)
			if read == nil || c.Flags&^nd2.SilentSuccess != nd2.ReadFence|flags || c.Token != read.Token || len(read.SGE) != 1 {
				break
			}
			data, into := joined(c.SGE), read.SGE[0].Buffer
			if at := c.Address - read.Address; at < uint64(len(into)) {
				c.OnResult(func(*calls.Outcome) { copy(into[at:], data) })
			}
		}
		return c.Proceed()
	})
}
