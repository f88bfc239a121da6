package mr

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func token() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("mr.token.as-sent/byte-order", "The remote token has its bytes the wrong way round.",
			mutant.After(calls.MRGetRemoteToken, mutant.SwapTokenBytes)),
		mutant.New("mr.token.stable/local-changes", "The local token changes.", changingToken(calls.MRGetLocalToken)),
		mutant.New("mr.token.stable/remote-changes", "The remote token changes.", changingToken(calls.MRGetRemoteToken)),
	}
}

// changingToken makes a defect: a token is another from the third time on.
func changingToken(method string) mutant.Defect {
	return mutant.RecordingAfter(method, func(c *calls.Call, asked *calls.Record[int]) {
		if asked.Update(c.Object, mutant.Increment) > 2 {
			c.Count++
		}
	})
}
