package mw

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func token() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("mw.token.as-sent/byte-order", "The remote token has its bytes the wrong way round.",
			mutant.After(calls.MWGetRemoteToken, mutant.SwapTokenBytes)),
		mutant.New("mw.token.before-result/late", "The token is good only once the result of the Bind has been taken.",
			mutant.Recording(func(c *calls.Call, done *calls.Record[bool]) nd2.Status {
				if w := calls.ObjectOf(c.Window); c.Method == calls.QPBind && w != nil {
					done.Set(w, false)
					c.OnResult(func(*calls.Outcome) { done.Set(w, true) })
				}
				s := c.Proceed()
				if c.Method == calls.MWGetRemoteToken && !done.Get(c.Object) {
					c.Count = 0
				}
				return s
			})),
	}
}
