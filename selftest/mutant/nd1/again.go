package nd1

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// usedAgain breaks what endpoints and windows are good for after they have been full, submitted, flushed or closed.
var usedAgain = []Mutant{
	New("endpoint.flush.cancels/twice", "The last of the flushed Receives that come at once has two results.",
		RecordingAt(calls.ND1GetResults, func(c *calls.Call, again *calls.Record[*calls.ND1Outcome]) nd2.Status {
			s := c.Proceed()
			if n := len(c.ND1.Outcomes); n > 0 && c.ND1.Outcomes[n-1].Status == nd2.Canceled {
				again.Set(c.Object, &c.ND1.Outcomes[n-1])
			} else if o := again.Set(c.Object, nil); o != nil && n < len(c.ND1.Results) {
				c.ND1.Outcomes = append(c.ND1.Outcomes, *o)
			}
			return s
		})),
	New("endpoint.send.nd-no-more-entries/stays-full", "An endpoint that was full once takes no Send any more.",
		Since(Refused(calls.ND1Send, nd2.NoMoreEntries), On(calls.ND1Send), Say(nd2.NoMoreEntries))),
	New("endpoint.sendandinvalidate.invalidates/not-bound-again",
		"A window that the peer has invalidated can't be bound again.",
		Recording(func(c *calls.Call, bound *calls.Record[bool]) nd2.Status {
			switch {
			case c.Method == calls.ND1SendAndInvalidate:
				bound.Set(nil, true)
			case c.Method == calls.ND1Invalidate:
				bound.Set(nil, false)
			case c.Method == calls.ND1Bind && bound.Get(nil) && bound.Get(calls.ObjectOf(c.ND1.Window)):
				return nd2.InvalidDeviceRequest
			}
			s := c.Proceed()
			if c.Method == calls.ND1Bind && s == nd2.Success {
				bound.Set(calls.ObjectOf(c.ND1.Window), true)
			}
			return s
		})),
}
