package qp

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// inlined are mutants of ND_OP_FLAG_INLINE.
func inlined() (list []Mutant) {
	for _, m := range []struct{ name, method string }{{"qp.send", calls.QPSend}, {"qp.write", calls.QPWrite}} {
		list = slices.Concat(list, inlineLimits(m.name, m.method), inlineLists(m.name+".inline", m.method), []Mutant{
			New(m.name+".inline-any-token/checked-if-registered",
				"An inline request from registered memory needs the memory's token.", checkingRegistered(m.method)),
			New(m.name+".inline-limit/first-again", "An inline request carries the bytes of the one before it.",
				KeepingAt(m.method, func(c *calls.Call, before *calls.Record[[]byte]) nd2.Status {
					if c.Flags&nd2.Inline == 0 {
						return c.Proceed()
					}
					data := joined(c.SGE)
					if old := before.Set(c.Object, data); len(old) == len(data) {
						c.SGE = []nd2.SGE{{Buffer: old}}
					}
					return c.Proceed()
				})),
			New(m.name+".refused-posts-nothing/inline-leaks",
				"An inline request refused as too long occupies the initiator queue forever.",
				AfterMany(leaksOfInline, Refused(m.method, nd2.BufferOverflow).If(inline), On(m.method), Say(nd2.NoMoreEntries))),
		})
	}
	return list
}

// inlineLimits are of the length and the entries of inline requests.
func inlineLimits(name, method string) []Mutant {
	return []Mutant{
		New(name+".inline-any-token/checked", "ND_OP_FLAG_INLINE is ignored: tokens have to be good.",
			Before(method, func(c *calls.Call) { c.Flags &^= nd2.Inline })),
		New(name+".inline-any-entries/limited", "An inline request may have no more entries than others.",
			Refusing(method, nd2.DataOverrun, func(c *calls.Call) bool {
				return inline(c) && len(c.SGE) > int(c.OnQP().InitiatorSGEs)
			})),
		New(name+".inline-limit/none-refused",
			"An inline request is refused, though it has no data, where the inline data size is 0.",
			Refusing(method, nd2.NotSupported, func(c *calls.Call) bool {
				return c.Flags&nd2.Inline != 0 && c.OnQP().InlineSize == 0
			})),
		New(name+".inline-limit/refused", "An inline request of just the inline data size is refused.",
			Refusing(method, nd2.BufferOverflow, func(c *calls.Call) bool {
				return inline(c) && TotalLength(c.SGE) == int(c.OnQP().InlineSize)
			})),
	}
}

// inlineLists are of inline requests of several entries.
func inlineLists(entry, method string) []Mutant {
	inline := func(change func(c *calls.Call)) Defect {
		return Before(method, func(c *calls.Call) {
			if c.Flags&nd2.Inline != 0 && len(c.SGE) > 1 {
				change(c)
			}
		})
	}
	return []Mutant{
		New(entry+"-any-entries/ends-at-empty", "An entry of no bytes ends the list of an inline request.",
			inline(func(c *calls.Call) {
				if i := slices.IndexFunc(c.SGE, func(e nd2.SGE) bool { return len(e.Buffer) == 0 }); i >= 0 {
					c.SGE = c.SGE[:i]
				}
			})),
		New(entry+"-limit/last-entry-cut", "Inline data of several entries is a byte short if it is as long as can be.",
			inline(func(c *calls.Call) {
				if uint32(TotalLength(c.SGE)) == c.Parent.Limits().MaxInlineDataSize {
					c.SGE = cutTo(c.SGE, TotalLength(c.SGE)-1)
				}
			})),
	}
}

// checkingRegistered refuses the inline requests of a method from registered memory.
func checkingRegistered(method string) Defect {
	return Recording(func(c *calls.Call, registered *calls.Record[[]byte]) nd2.Status {
		within := func(e nd2.SGE) bool { return registered.Any(func(b []byte) bool { return Overlap(b, e.Buffer) }) }
		switch {
		case c.Method == calls.MRRegister:
			registered.Set(c.Object, c.Buffer)
		case c.Method == calls.MRDeregister:
			registered.Set(c.Object, nil)
		case c.Method == method && c.Flags&nd2.Inline != 0 && slices.ContainsFunc(c.SGE, within):
			return nd2.AccessViolation
		}
		return c.Proceed()
	})
}

func inline(c *calls.Call) bool { return c.Flags&nd2.Inline != 0 }

// leaksOfInline is how many places there are to be lost.
const leaksOfInline = 4
