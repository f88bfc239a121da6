package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// windowsRead are mutants by which Reads that were posted before an Invalidate find what the
// window's memory holds after it.
func windowsRead() []Mutant {
	const long = 4096
	return []Mutant{
		by("mw.invalidate.in-flight", "read-goes-on", "A long Read through a window goes on when the window is invalidated.",
			readingOn(func(c *calls.Call) bool { return total(c.SGE) > long })),
		by("mw.invalidate.in-flight", "waiting-read-goes-on", "A Read that waits for another is carried out although its window has been invalidated meanwhile.",
			readingOn((*calls.Call).Unfinished)),
	}
}

// readingOn makes a defect by which some Reads through a window that is open when they are
// posted take no notice of its Invalidate: they go to a region of its buffer.
func readingOn(which func(c *calls.Call) bool) defect {
	return func() calls.Hooks {
		var behind calls.Record[uint32] // by window, while it is open to Reads
		var tokens calls.Record[map[uint32]*calls.Object]
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			switch w := calls.ObjectOf(c.Window); {
			case c.Method == calls.QPBind && w != nil && c.Flags&nd2.AllowRead != 0:
				behind.Set(w, openRegion(c.Parent, c.Buffer))
			case c.Method == calls.QPInvalidate && w != nil:
				behind.Set(w, 0)
			case c.Method == calls.MWGetRemoteToken:
				s := c.Proceed()
				tokens.Update(nil, func(m map[uint32]*calls.Object) map[uint32]*calls.Object { return with(m, c.Count, c.Object) })
				return s
			case c.Method == calls.QPRead:
				if open := behind.Get(tokens.Get(nil)[c.Token]); open != 0 && which(c) {
					c.Token = open
				}
			}
			return c.Proceed()
		}}
	}
}
