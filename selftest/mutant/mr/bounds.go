package mr

import (
	"github.com/ndconform/ndconform/calls"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var bounds = []Mutant{
	New("mr.bounds.first-and-last-byte/first-missing", "A region begins a byte behind its buffer's start.",
		resized(func(b []byte) []byte { return b[1:] })),
	New("mr.bounds.first-and-last-byte/last-missing", "A region ends a byte before its buffer's end.",
		resized(func(b []byte) []byte { return b[:len(b)-1] })),
	New("mr.bounds.local/one-before", "A region begins a byte before its buffer.", resized(OneByteEarlier)),
	New("mr.bounds.local/one-behind", "A region is a byte longer than its buffer.", resized(OneByteLonger)),
	New("mr.bounds.read/one-before", "A region begins a byte before its buffer.", resized(OneByteEarlier)),
	New("mr.bounds.read/one-behind", "A region is a byte longer than its buffer.", resized(OneByteLonger)),
	New("mr.bounds.write/one-before", "A region begins a byte before its buffer.", resized(OneByteEarlier)),
	New("mr.bounds.write/one-behind", "A region is a byte longer than its buffer.", resized(OneByteLonger)),
}

func resized(change func([]byte) []byte) Defect {
	return Before(calls.MRRegister, func(c *calls.Call) {
		if len(c.Buffer) > 1 {
			c.Buffer = change(c.Buffer)
		}
	})
}
