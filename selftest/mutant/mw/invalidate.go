package mw

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func invalidate() []Mutant {
	const long = 4096
	return []Mutant{
		New("mw.invalidate.ends-reading/stays", "Invalidate succeeds and leaves the window open.", idleInvalidate),
		New("mw.invalidate.ends-writing/bound-to-another",
			"The token of a window stays good for its queue pair when the window is bound to another one.", staleToken),
		New("mw.invalidate.ends-writing/stays", "Invalidate succeeds and leaves the window open.", idleInvalidate),
		New("mw.invalidate.in-flight/goes-on", "A transfer in progress survives an Invalidate.", idleInvalidate),
		New("mw.invalidate.in-flight/read-goes-on", "A long Read through a window goes on when the window is invalidated.",
			readingOn(func(c *calls.Call) bool { return TotalLength(c.SGE) > long })),
		New("mw.invalidate.in-flight/waiting-read-goes-on",
			"A Read that waits for another is carried out although its window has been invalidated meanwhile.",
			readingOn((*calls.Call).Unfinished)),
	}
}

// idleInvalidate is a defect: an Invalidate does nothing.
var idleInvalidate = At(calls.QPInvalidate, (*calls.Call).PostIdle)

// staleToken has a Write through a token that a window had, bound to another queue pair,
// go to the region by its own token.
func staleToken() calls.Hooks {
	type binding struct {
		on    *calls.QueuePair
		token uint32
	}
	var bound calls.Record[binding]
	var stale Table[uint32, uint32] // the region's token by the window's
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if c.Method == calls.QPWrite {
			if token, ok := stale.Lookup(c.Token); ok {
				c.Token = token
			}
		}
		s := c.Proceed()
		w, r := calls.ObjectOf(c.Window), calls.ObjectOf(c.Region)
		if c.Method == calls.QPBind && s == nd2.Success && w != nil && r != nil {
			now := binding{c.OnQP(), w.Inner.(nd2.MemoryWindow).GetRemoteToken()}
			if before := bound.Set(w, now); before.on != nil && before.on != now.on {
				stale.Set(before.token, r.Inner.(nd2.MemoryRegion).GetRemoteToken())
			}
		}
		return s
	}}
}

// readingOn makes a defect: some Reads through a window that is open when they are
// posted take no notice of its Invalidate: they go to a region of its buffer.
func readingOn(which func(c *calls.Call) bool) Defect {
	return Keeping2(func(c *calls.Call, behind *calls.Record[uint32], tokens *Table[uint32, *calls.Object]) nd2.Status {
		switch w := calls.ObjectOf(c.Window); {
		case c.Method == calls.QPBind && w != nil && c.Flags&nd2.AllowRead != 0:
			behind.Set(w, OpenToken(c.Parent, c.Buffer))
		case c.Method == calls.QPInvalidate && w != nil:
			behind.Set(w, 0)
		case c.Method == calls.MWGetRemoteToken:
			s := c.Proceed()
			tokens.Set(c.Count, c.Object)
			return s
		case c.Method == calls.QPRead:
			if open := behind.Get(tokens.Get(c.Token)); open != 0 && which(c) {
				c.Token = open
			}
		}
		return c.Proceed()
	})
}

// usedAgain breaks what holds for a window that has been bound before.
var usedAgain = []Mutant{
	New("mw.bound-again.often/byte", "A window can be bound no more than 255 times.",
		AfterMany(255, On(calls.QPBind).Of(Window), On(calls.QPBind).Of(Window), Say(nd2.InvalidDeviceRequest))),
	New("mw.invalidate.ends-reading/first-time-only",
		"The second Invalidate of a window succeeds and leaves the window open.",
		Nth(2, On(calls.QPInvalidate).Of(Window), (*calls.Call).PostIdle)),
}
