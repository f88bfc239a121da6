package mutant

import (
	"runtime/debug"
	"sort"

	"github.com/ndconform/ndconform/calls"
)

// tornData break what is made of buffers that begin in memory and end where there is
// none, by those who look at the beginning alone.
func tornData() []Mutant {
	list := []Mutant{
		by("mr.register.nd-access-violation", "beginning", "A buffer is registered as far as it is there.",
			before(calls.MRRegister, func(c *calls.Call) { c.Buffer = c.Buffer[:there(c.Buffer)] })),
		by("mr.register.nd-access-violation", "elsewhere", "Where a buffer is not there to its end, another is registered in its place.",
			before(calls.MRRegister, zeroed)),
	}
	for _, m := range []struct{ entry, method string }{
		{"connector.connect.private-data-tail", calls.ConnectorConnect},
		{"connector.accept.private-data-tail", calls.ConnectorAccept},
		{"connector.reject.private-data-tail", calls.ConnectorReject},
	} {
		list = append(list,
			by(m.entry, "cut", "Private data is sent as far as it is there.",
				before(m.method, func(c *calls.Call) {
					if n := there(c.Buffer); n > 0 {
						c.Buffer = c.Buffer[:n]
					}
				})),
			by(m.entry, "zeros", "Private data that is not there to its end is sent as zeros.", before(m.method, zeroed)))
	}
	return list
}

// zeroed puts as many zeros in place of a call's buffer that begins in memory and is
// not there to its end.
func zeroed(c *calls.Call) {
	if n := there(c.Buffer); n > 0 && n < len(c.Buffer) {
		c.Buffer = make([]byte, len(c.Buffer))
	}
}

// there tells how many bytes of a buffer can be read from its beginning.
func there(b []byte) int {
	return sort.Search(len(b), func(i int) bool { return !canRead(b, i) })
}

func canRead(b []byte, i int) (ok bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { ok = recover() == nil }()
	byteAt(b, i)
	return true
}

//go:noinline
func byteAt(b []byte, i int) byte { return b[i] }
