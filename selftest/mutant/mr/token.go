package mr

import (
	"github.com/ndconform/ndconform/calls"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var token = []Mutant{
	New("mr.token.as-sent/byte-order", "The remote token has its bytes the wrong way round.",
		After(calls.MRGetRemoteToken, SwapTokenBytes)),
	New("mr.token.stable/local-changes", "The local token changes.", changingToken(calls.MRGetLocalToken)),
	New("mr.token.stable/remote-changes", "The remote token changes.", changingToken(calls.MRGetRemoteToken)),
}

// changingToken makes a defect: a token is another from the third time on.
func changingToken(method string) Defect {
	return RecordingAfter(method, func(c *calls.Call, asked *calls.Record[int]) {
		if asked.Update(c.Object, Increment) > 2 {
			c.Count++
		}
	})
}
