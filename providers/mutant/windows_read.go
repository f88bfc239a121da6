package mutant

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// windowsRead are mutants by which Reads that were posted before an Invalidate find what the
// window's memory holds after it.
func windowsRead() []Mutant {
	const long = 4096
	return []Mutant{
		by("mw.invalidate.in-flight", "read-goes-on", "A long Read through a window goes on when the window is invalidated.",
			readingOn(func(c *interpose.Call) bool { return total(c.SGE) > long })),
		by("mw.invalidate.in-flight", "waiting-read-goes-on", "A Read that waits for another is carried out although its window has been invalidated meanwhile.",
			readingOn((*interpose.Call).Unfinished)),
	}
}

// readingOn makes a defect by which some Reads through a window that is open when they are
// posted take no notice of its Invalidate: they go to a region of its buffer.
func readingOn(which func(c *interpose.Call) bool) defect {
	return func() interpose.Hooks {
		var behind interpose.Record[uint32] // by window, while it is open to Reads
		var tokens interpose.Record[map[uint32]*interpose.Object]
		return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
			switch w := interpose.ObjectOf(c.Window); {
			case c.Method == interpose.QPBind && w != nil && c.Flags&nd2.AllowRead != 0:
				behind.Set(w, openRegion(c.Parent, c.Buffer))
			case c.Method == interpose.QPInvalidate && w != nil:
				behind.Set(w, 0)
			case c.Method == interpose.MWGetRemoteToken:
				s := c.Proceed()
				tokens.Update(nil, func(m map[uint32]*interpose.Object) map[uint32]*interpose.Object { return with(m, c.Count, c.Object) })
				return s
			case c.Method == interpose.QPRead:
				if open := behind.Get(tokens.Get(nil)[c.Token]); open != 0 && which(c) {
					c.Token = open
				}
			}
			return c.Proceed()
		}}
	}
}
