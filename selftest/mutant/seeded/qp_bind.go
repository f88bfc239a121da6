package seeded

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var binds = []Fault{
	fault("stateful/bind-fails-after-200", Counting, "After 200 Binds every other Bind opens nothing.",
		bindFailing(200), "qp.bind.nd-success", "mw.bound-again.often"),
	fault("stateful/ninth-window", Lifetime, "If eight older windows exist, a Bind opens nothing.",
		At(calls.QPBind, func(c *calls.Call) nd2.Status {
			if w, ok := c.Window.(*calls.MemoryWindow); ok && c.Parent != nil {
				older := 0
				for _, o := range calls.Others[*calls.MemoryWindow](&w.Object) {
					if o.Parent == w.Parent && o.Born < w.Born {
						older++
					}
				}
				if older >= 8 {
					return c.PostIdle()
				}
			}
			return c.Proceed()
		}), "qp.bind.nd-success"),
	fault("stateful/window-over-region", Lifetime, "A Bind of a window to the whole of a region opens nothing.",
		onBinds(func(c *calls.Call, region []byte) bool { return len(region) != len(c.Buffer) }), "qp.bind.nd-success"),
	fault("stateful/bind-of-deregistered-region", Lifetime, "A Bind to a deregistered region succeeds and opens nothing.",
		Between(On(calls.MRDeregister), On(calls.MRRegister), On(calls.QPBind).Of(Region), (*calls.Call).PostIdle),
		"qp.bind.unregistered-region"),
}

func bindFailing(many uint64) Defect {
	return func() calls.Hooks {
		var count Counter
		return calls.Hooks{Call: calls.At(calls.QPBind, func(c *calls.Call) nd2.Status {
			if count.Passed(many) && count.EveryNth(2) {
				return c.PostIdle()
			}
			return c.Proceed()
		})}
	}
}
