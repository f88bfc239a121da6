package mutant

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// worn are mutants whose queues lose places with use.
func worn() []Stateful {
	flushed := func(c *interpose.Call, s nd2.Status) bool { return c.Method == interpose.QPFlush && s == nd2.Success }
	refused := func(c *interpose.Call, s nd2.Status) bool {
		return initiates(c) && s != nd2.Success && s != nd2.NoMoreEntries
	}
	overrun := func(c *interpose.Call, s nd2.Status) bool { return initiates(c) && s == nd2.NoMoreEntries }
	receives := func(c *interpose.Call) bool { return c.Method == interpose.QPReceive }
	return []Stateful{
		stateful(Lifetime, "flush-leaks-place", "Each Flush takes a place of its receive queue for ever.", leakingPlaces(flushed, receives), "qp.receive.place-after-result", "qp.flush.cancels-receives"),
		stateful(Lifetime, "refused-takes-place", "Each initiator request that is refused takes a place of the queue for ever.", leakingPlaces(refused, initiates), "qp.send.refused-posts-nothing", "qp.initiator.place-after-result"),
		stateful(Lifetime, "full-takes-place", "Each initiator request that a full queue refuses takes a place of it for ever.", leakingPlaces(overrun, initiates), "qp.initiator.place-after-result"),
	}
}

// initiates reports whether a call posts an initiator request.
func initiates(c *interpose.Call) bool {
	switch c.Method {
	case interpose.QPSend, interpose.QPRead, interpose.QPWrite, interpose.QPBind, interpose.QPInvalidate:
		return true
	}
	return false
}

// leakingPlaces makes a defect by which a queue of a queue pair, the one that posts
// go to, has a place less after each call that leaks. Silent requests take none.
func leakingPlaces(leaks func(c *interpose.Call, s nd2.Status) bool, posts func(c *interpose.Call) bool) defect {
	return func() interpose.Hooks {
		var queues depths
		var lost, taken interpose.Record[int]
		decrement := func(n int) int { return n - 1 }
		return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
			if !posts(c) {
				s := c.Proceed()
				queues.see(c, s)
				if leaks(c, s) {
					lost.Update(c.Object, increment)
				}
				return s
			}
			depth := queues.initiator.Get(c.Object)
			if c.Method == interpose.QPReceive {
				depth = queues.receive.Get(c.Object)
			}
			if n := lost.Get(c.Object); n > 0 && taken.Get(c.Object)+n >= depth {
				return nd2.NoMoreEntries
			}
			counted := c.Flags&nd2.SilentSuccess == 0
			if counted {
				c.OnResult(func(*interpose.Outcome) { taken.Update(c.Object, decrement) })
			}
			s := c.Proceed()
			switch {
			case s == nd2.Success && counted:
				taken.Update(c.Object, increment)
			case leaks(c, s):
				lost.Update(c.Object, increment)
			}
			return s
		}}
	}
}
