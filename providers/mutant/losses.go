package mutant

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// losses break what a network that loses packets now and then brings out: it goes well at
// first, and wrong in the long run.
func losses() []Mutant {
	fail := func(c *interpose.Call) {
		c.OnResult(func(o *interpose.Outcome) { o.Status = nd2.RemoteError })
	}
	return []Mutant{
		by("qp.send.despite-losses", "fails", "The third long Send of a queue pair fails.", third(interpose.QPSend, fail)),
		by("qp.send.despite-losses", "damaged", "The last byte of every third long Send is wrong.", damagedOnTheWay(3, longCall(interpose.QPSend), -1)),
		by("qp.send.despite-losses", "twice", "The hundredth Send of a queue pair arrives twice.", numbered(interpose.QPSend, 100, carriedOutAlone)),
		by("qp.write.despite-losses", "fails", "The third long Write of a queue pair fails.", third(interpose.QPWrite, fail)),
		by("qp.write.despite-losses", "damaged", "The first byte of every third long Write is wrong.", damagedOnTheWay(3, longCall(interpose.QPWrite), 0)),
		by("qp.read.despite-losses", "no-place", "Each long Read takes a place among those in progress at the peer forever: the third is refused.",
			third(interpose.QPRead, fail)),
		by("qp.read.despite-losses", "gap", "The third long Read of a queue pair leaves a byte in its middle as it was.",
			third(interpose.QPRead, func(c *interpose.Call) {
				b := c.SGE[0].Buffer
				middle, before := len(b)/2, b[len(b)/2]
				c.OnResult(func(*interpose.Outcome) { b[middle] = before })
			})),
	}
}

// third makes a defect of the third long request of a queue pair that a method posts.
func third(method string, change func(c *interpose.Call)) defect {
	long := longCall(method)
	return keeping(func(c *interpose.Call, posted *interpose.Record[int]) nd2.Status {
		if long(c) && posted.Update(c.Object, increment) == 3 {
			change(c)
		}
		return c.Proceed()
	})
}

// numbered makes a defect of one call of a method on an object, the n-th.
func numbered(method string, n int, change func(c *interpose.Call)) defect {
	return keepingAt(method, func(c *interpose.Call, made *interpose.Record[int]) nd2.Status {
		if made.Update(c.Object, increment) == n {
			change(c)
		}
		return c.Proceed()
	})
}

// longCall tells the calls of a method that post requests of more than 64 KiB.
func longCall(method string) func(c *interpose.Call) bool {
	return func(c *interpose.Call) bool { return c.Method == method && total(c.SGE) > 64<<10 }
}
