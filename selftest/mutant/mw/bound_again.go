package mw

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func boundAgain() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("mw.bound-again.often/too-soon",
			"A window can't be bound again before the result of its Invalidate has been taken.",
			mutant.Recording(func(c *calls.Call, busy *calls.Record[bool]) nd2.Status {
				w := calls.ObjectOf(c.Window)
				switch {
				case w == nil:
				case c.Method == calls.QPInvalidate:
					busy.Set(w, true)
					c.OnResult(func(*calls.Outcome) { busy.Set(w, false) })
				case c.Method == calls.QPBind && busy.Get(w):
					return nd2.InvalidDeviceRequest
				}
				return c.Proceed()
			})),
		mutant.New("mw.bound-again.other-queue-pair/refused", "A window can be bound to its first queue pair only.",
			boundFirst(func(c *calls.Call) *calls.Object { return c.Object })),
		mutant.New("mw.bound-again.other-region/refused", "A window can be bound to its first region only.",
			boundFirst(func(c *calls.Call) *calls.Object { return calls.ObjectOf(c.Region) })),
	}
}

// boundFirst makes a defect by which a window is bound to one object of a kind for
// ever.
func boundFirst(to func(c *calls.Call) *calls.Object) mutant.Defect {
	return mutant.RecordingAt(calls.QPBind, func(c *calls.Call, first *calls.Record[*calls.Object]) nd2.Status {
		w := calls.ObjectOf(c.Window)
		if w == nil {
			return c.Proceed()
		}
		bound := first.Keep(w, to(c))
		if bound != to(c) {
			return nd2.InvalidDeviceRequest
		}
		return c.Proceed()
	})
}
