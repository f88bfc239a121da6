package qp

import (
	"strconv"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// lengths are those of messages around which implementations go wrong, in bytes: at the ends of words, of MTUs, of
// packets and of 64 KiB.
var lengths = []int{1, 2, 3, 63, 255, 256, 257, 1023, 1025, 2048, 4095, 4096, 4097, 8193, 12289, 65536}

// values breaks what a request carries at one length only.
func values() (list []Mutant) {
	for _, n := range lengths {
		name := "/last-of-" + strconv.Itoa(n)
		of := func(method string) func(c *calls.Call) bool {
			return func(c *calls.Call) bool { return c.Method == method && TotalLength(c.SGE) == n }
		}
		what := "of exactly " + strconv.Itoa(n) + " bytes is wrong."
		list = append(list,
			New("qp.send.delivers"+name, "The last byte of a message "+what, DamagedOnTheWay(1, of(calls.QPSend), -1)),
			New("qp.write.stores"+name, "The last byte of a Write "+what, DamagedOnTheWay(1, of(calls.QPWrite), -1)),
			New("qp.read.fetches"+name, "The last byte of a Read "+what, EachResult(func(o *calls.Outcome) {
				if o.Succeeded(nd2.RequestRead) && TotalLength(o.Of.SGE) == n {
					FlipByte(o.Of.SGE, n-1)
				}
			})))
	}
	return list
}
