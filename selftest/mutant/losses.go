package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// losses break what a network that loses packets now and then brings out: it goes well at
// first, and wrong in the long run.
func losses() []Mutant {
	fail := func(c *calls.Call) {
		c.OnResult(func(o *calls.Outcome) { o.Status = nd2.RemoteError })
	}
	return []Mutant{
		by("qp.send.despite-losses", "fails", "The third long Send of a queue pair fails.", third(calls.QPSend, fail)),
		by("qp.send.despite-losses", "damaged", "The last byte of every third long Send is wrong.", damagedOnTheWay(3, longCall(calls.QPSend), -1)),
		by("qp.send.despite-losses", "twice", "The hundredth Send of a queue pair arrives twice.", numbered(calls.QPSend, 100, carriedOutAlone)),
		by("qp.write.despite-losses", "fails", "The third long Write of a queue pair fails.", third(calls.QPWrite, fail)),
		by("qp.write.despite-losses", "damaged", "The first byte of every third long Write is wrong.", damagedOnTheWay(3, longCall(calls.QPWrite), 0)),
		by("qp.read.despite-losses", "no-place", "Each long Read takes a place among those in progress at the peer forever: the third is refused.",
			third(calls.QPRead, fail)),
		by("qp.read.despite-losses", "gap", "The third long Read of a queue pair leaves a byte in its middle as it was.",
			third(calls.QPRead, func(c *calls.Call) {
				b := c.SGE[0].Buffer
				middle, before := len(b)/2, b[len(b)/2]
				c.OnResult(func(*calls.Outcome) { b[middle] = before })
			})),
	}
}

// third makes a defect of the third long request of a queue pair that a method posts.
func third(method string, change func(c *calls.Call)) defect {
	long := longCall(method)
	return keeping(func(c *calls.Call, posted *calls.Record[int]) nd2.Status {
		if long(c) && posted.Update(c.Object, increment) == 3 {
			change(c)
		}
		return c.Proceed()
	})
}

// numbered makes a defect of one call of a method on an object, the n-th.
func numbered(method string, n int, change func(c *calls.Call)) defect {
	return keepingAt(method, func(c *calls.Call, made *calls.Record[int]) nd2.Status {
		if made.Update(c.Object, increment) == n {
			change(c)
		}
		return c.Proceed()
	})
}

// longCall tells the calls of a method that post requests of more than 64 KiB.
func longCall(method string) func(c *calls.Call) bool {
	return func(c *calls.Call) bool { return c.Method == method && total(c.SGE) > 64<<10 }
}
