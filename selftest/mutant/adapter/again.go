package adapter

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// usedAgain breaks what a shared receive queue is good for after a queue pair of it has been released.
func usedAgain() []Mutant {
	return []Mutant{
		New("adapter.createqueuepairwithsrq.nd-success/after-release",
			"A shared receive queue whose queue pair was released takes no other.",
			Recording(func(c *calls.Call, spent *calls.Record[bool]) nd2.Status {
				q, ok := c.Self.(*calls.QueuePair)
				switch {
				case ok && c.Method == calls.Release && q.SRQ != nil && c.LastReference():
					spent.Set(&q.SRQ.Object, true)
				case c.Method == calls.AdapterCreateQueuePairWithSrq && spent.Get(calls.ObjectOf(c.SRQ)):
					return nd2.InvalidParameter4
				}
				return c.Proceed()
			})),
	}
}
