package mutant

import (
	"runtime/debug"
	"sort"

	"github.com/ndconform/ndconform/calls"
)

// ZeroUnreadable replaces a call's buffer by zeros if only its beginning is readable.
func ZeroUnreadable(c *calls.Call) {
	if n := Readable(c.Buffer); n > 0 && n < len(c.Buffer) {
		c.Buffer = make([]byte, len(c.Buffer))
	}
}

// Readable returns how many bytes of a buffer are readable, from its beginning.
func Readable(b []byte) int {
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
