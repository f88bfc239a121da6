package mw

import (
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func bounds() []mutant.Mutant {
	resized := func(change func([]byte) []byte) mutant.Defect {
		return mutant.Before(calls.QPBind, func(c *calls.Call) {
			if len(c.Buffer) > 1 {
				c.Buffer = change(c.Buffer)
			}
		})
	}
	stuck := rebinding(func(c *calls.Call, _ nd2.OpFlags, buffer []byte) {
		if unsafe.SliceData(buffer) == unsafe.SliceData(c.Buffer) {
			c.Buffer = buffer
		}
	})
	return []mutant.Mutant{
		mutant.New("mw.bounds.first-and-last-byte/end-of-region",
			"A window that reaches to the end of its region, and not to its start, lacks the last byte.", shortAtEnd),
		mutant.New("mw.bounds.first-and-last-byte/first-length",
			"A window that is bound again to the same address keeps its first length.", stuck),
		mutant.New("mw.bounds.first-and-last-byte/first-missing", "A window begins a byte behind its buffer's start.",
			resized(func(b []byte) []byte { return b[1:] })),
		mutant.New("mw.bounds.first-and-last-byte/last-missing", "A window ends a byte before its buffer's end.",
			resized(func(b []byte) []byte { return b[:len(b)-1] })),
		mutant.New("mw.bounds.read/first-length",
			"A window that is bound again to the same address keeps its first length.", stuck),
		mutant.New("mw.bounds.read/one-before", "A window begins a byte before its buffer.",
			resized(mutant.OneByteEarlier)),
		mutant.New("mw.bounds.read/one-behind", "A window is a byte longer than its buffer.",
			resized(mutant.OneByteLonger)),
		mutant.New("mw.bounds.write/first-length",
			"A window that is bound again to the same address keeps its first length.", stuck),
		mutant.New("mw.bounds.write/one-before", "A window begins a byte before its buffer.",
			resized(mutant.OneByteEarlier)),
		mutant.New("mw.bounds.write/one-behind", "A window is a byte longer than its buffer.",
			resized(mutant.OneByteLonger)),
	}
}

// shortAtEnd cuts windows at the ends of regions.
func shortAtEnd() calls.Hooks {
	var registered calls.Record[[]byte]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.MRRegister:
			registered.Set(c.Object, c.Buffer)
		case calls.QPBind:
			whole := registered.Get(calls.ObjectOf(c.Region))
			if n := len(c.Buffer); n > 1 && n < len(whole) && unsafe.SliceData(c.Buffer) == unsafe.SliceData(whole[len(whole)-n:]) {
				c.Buffer = c.Buffer[:n-1]
			}
		}
		return c.Proceed()
	}}
}
