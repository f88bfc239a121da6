package qp

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

// inlineLeftovers break inline requests that are not the first.
func inlineLeftovers() (list []mutant.Mutant) {
	for _, m := range []struct{ name, method string }{{"qp.send", calls.QPSend}, {"qp.write", calls.QPWrite}} {
		list = append(list,
			mutant.New(m.name+".inline-limit/wraps", "Of every third inline request the bytes after the first 32 are those from the start again.",
				mutant.RecordingAt(m.method, func(c *calls.Call, posted *calls.Record[int]) nd2.Status {
					if c.Flags&nd2.Inline != 0 && posted.Update(c.Object, mutant.Increment)%3 == 0 {
						c.SGE = startingAgain(c.SGE)
					}
					return c.Proceed()
				})),
			mutant.New(m.name+".inline-limit/first-again", "An inline request carries the bytes of the one before it.",
				mutant.RecordingAt(m.method, func(c *calls.Call, before *calls.Record[[]byte]) nd2.Status {
					if c.Flags&nd2.Inline == 0 {
						return c.Proceed()
					}
					data := joined(c.SGE)
					if old := before.Set(c.Object, data); len(old) == len(data) {
						c.SGE = []nd2.SGE{{Buffer: old}}
					}
					return c.Proceed()
				})),
			mutant.New(m.name+".refused-posts-nothing/inline-leaks", "An inline request that is refused since it is too long takes a place in the initiator queue for good.",
				mutant.RecordingAt(m.method, func(c *calls.Call, lost *calls.Record[int]) nd2.Status {
					if lost.Get(c.Object) >= leaksOfInline {
						return nd2.NoMoreEntries
					}
					s := c.Proceed()
					if c.Flags&nd2.Inline != 0 && s == nd2.BufferOverflow {
						lost.Update(c.Object, mutant.Increment)
					}
					return s
				})))
	}
	return list
}

// leaksOfInline is how many places there are to be lost.
const leaksOfInline = 4

// startingAgain is a list of the same length that repeats the first 32 bytes.
func startingAgain(list []nd2.SGE) []nd2.SGE {
	data := joined(list)
	for i := 32; i < len(data); i++ {
		data[i] = data[i-32]
	}
	return []nd2.SGE{{Buffer: data}}
}
