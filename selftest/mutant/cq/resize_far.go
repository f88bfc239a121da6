package cq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// resizeFar are mutants of what a Resize keeps, and of depths that are far beyond the limit.
var resizeFar = []Mutant{
	New("cq.resize.keeps-requests/forgets-errors", "A Resize forgets the requests for ND_CQ_NOTIFY_ERRORS.",
		After(calls.CQResize, func(c *calls.Call) {
			for _, request := range Outstanding(c.Object, calls.CQNotify) {
				if request.NotifyType == nd2.NotifyErrors {
					request.Mute()
				}
			}
		})),
	New("cq.resize.holds-new-depth/signed",
		"A Resize to a depth that is negative as a signed number succeeds and changes nothing.",
		Refusing(calls.CQResize, nd2.Success, func(c *calls.Call) bool { return int32(c.Depth) < 0 })),
	New("cq.let-go-by-queue-pairs/kept-with-requests",
		"A queue pair that is released with Receives posted keeps its receive completion queue.",
		Recording(func(c *calls.Call, posted *calls.Record[bool]) nd2.Status {
			q, ok := c.Self.(*calls.QueuePair)
			switch {
			case !ok:
			case c.Method == calls.QPReceive:
				posted.Set(c.Object, true)
			case c.Method == calls.QPFlush:
				posted.Set(c.Object, false)
			case c.Method == calls.Release && c.LastReference() && posted.Get(c.Object):
				q.ReceiveCQ.Inner.AddRef()
			}
			return c.Proceed()
		})),
}
