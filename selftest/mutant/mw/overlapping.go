package mw

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// sharedRights are mutants by which a window has the rights of some that overlap it, and were bound before.
var sharedRights = []Mutant{
	New("mw.overlap.independent/same-end", "A window has the rights of those that end where it does, too.",
		withRightsOf(func(a, b []byte) bool { return EndOf(a) == EndOf(b) })),
	New("mw.overlap.independent/same-start", "A window has the rights of those that begin where it does, too.",
		withRightsOf(func(a, b []byte) bool { return AddressOf(a) == AddressOf(b) })),
	New("mw.overlap.independent/within", "A window has the rights of those that it lies within, too.",
		withRightsOf(func(a, b []byte) bool { return AddressOf(a) < AddressOf(b) && EndOf(b) < EndOf(a) })),
}

// withRightsOf makes a defect: a Bind gives the rights of the windows bound already that are such to
// the memory that it is given.
func withRightsOf(such func(bound, given []byte) bool) Defect {
	type opened struct {
		buffer []byte
		flags  nd2.OpFlags
	}
	return Recording(func(c *calls.Call, windows *calls.Record[opened]) nd2.Status {
		w := calls.ObjectOf(c.Window)
		switch {
		case w == nil:
		case c.Method == calls.QPInvalidate:
			windows.Set(w, opened{})
		case c.Method == calls.QPBind:
			own := opened{c.Buffer, c.Flags}
			windows.Any(func(o opened) bool {
				if len(o.buffer) > 0 && len(c.Buffer) > 0 && such(o.buffer, c.Buffer) {
					c.Flags |= o.flags & BothWays
				}
				return false
			})
			windows.Set(w, own)
		}
		return c.Proceed()
	})
}

// endingWithFirst are mutants by which a window that is bound to something else by now ends with what
// it was bound to first.
var endingWithFirst = []Mutant{
	New("mw.bound-again.other-queue-pair/ends-with-first",
		"A window that is bound to a second queue pair is closed when the first one ends.",
		closedWith(func(c *calls.Call) func(first binding) bool {
			q, ok := c.Self.(*calls.QueuePair)
			if c.Method == calls.ConnectorDisconnect {
				q, ok = c.OnConnector().QP(), true
			} else if c.Method != calls.Release || !c.LastReference() {
				ok = false
			}
			return func(first binding) bool { return ok && first.on == q }
		})),
	New("mw.bound-again.other-region/ends-with-first",
		"A window that is bound to a second region is closed when the first one is deregistered.",
		closedWith(func(c *calls.Call) func(first binding) bool {
			return func(first binding) bool {
				return c.Method == calls.MRDeregister && calls.ObjectOf(first.region) == c.Object
			}
		})),
}

// closedWith makes a defect: a call closes windows that are bound to something else by now, if it ends
// what they were bound to first.
func closedWith(ends func(c *calls.Call) func(first binding) bool) Defect {
	return Keeping2(func(c *calls.Call, firsts, latest *calls.Record[binding]) nd2.Status {
		if w := calls.ObjectOf(c.Window); c.Method == calls.QPBind && w != nil {
			now := binding{c.OnQP(), c.Region}
			firsts.Keep(w, now)
			latest.Set(w, now)
		}
		if such := ends(c); c.Method != calls.QPBind {
			for _, w := range calls.Living[*calls.MemoryWindow](c.Object) {
				first, now := firsts.Get(&w.Object), latest.Get(&w.Object)
				if now.on != nil && first != now && such(first) {
					now.on.Inner.Invalidate(0, w.Inner, nd2.SilentSuccess)
				}
			}
		}
		return c.Proceed()
	})
}

// countedWindows breaks what holds of a window however many others there have been.
var countedWindows = []Mutant{
	New("mw.overlap.independent/byte",
		"With the 256th Invalidate of an adapter's queue pairs all of its windows are closed.",
		Nth(256, On(calls.QPInvalidate).Of(Parent), Then(func(c *calls.Call) {
			for _, other := range Siblings[*calls.MemoryWindow](Window(c)) {
				c.OnQP().Inner.Invalidate(0, other.Inner, nd2.SilentSuccess)
			}
		}))),
}
