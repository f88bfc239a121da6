package adapter

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var release = []Mutant{
	New("adapter.release.many-references/byte", "A queue pair ends when a multiple of 256 references is left.",
		At(calls.Release, func(c *calls.Call) nd2.Status {
			s := c.Proceed()
			if q, ok := c.Self.(*calls.QueuePair); ok && c.Count > 0 && c.Count%256 == 0 {
				q.Inner.Flush()
			}
			return s
		})),
	New("adapter.release.objects-remain/listeners-alone-close",
		"The Release of an adapter closes its listeners if it has no connector and no queue.",
		closing(func(a *calls.Adapter) bool {
			return !slices.ContainsFunc(calls.Living[*calls.Connector](&a.Object), func(k *calls.Connector) bool {
				return k.Parent == a
			}) &&
				!slices.ContainsFunc(calls.Living[*calls.CompletionQueue](&a.Object), func(q *calls.CompletionQueue) bool {
					return q.Parent == a
				})
		})),
	New("adapter.release.objects-remain/listeners-close", "The Release of an adapter closes its listeners.",
		closing(func(*calls.Adapter) bool { return true })),
	New("adapter.release.objects-remain/memory-goes",
		"The last Release of an adapter ends its registrations.", Before(calls.Release, func(c *calls.Call) {
			if a, ok := c.Self.(*calls.Adapter); ok {
				for _, m := range calls.Living[*calls.MemoryRegion](c.Object) {
					if m.Parent == a {
						m.Inner.Deregister(new(nd2.Overlapped))
					}
				}
			}
		})),
}

// closing refuses Connects to the listeners of an adapter from its Release on, if it is such.
func closing(such func(a *calls.Adapter) bool) Defect {
	return Keeping(func(c *calls.Call, closed *Table[uint16, bool]) nd2.Status {
		switch a, ok := c.Self.(*calls.Adapter); {
		case ok && c.Method == calls.Release && such(a):
			for _, l := range calls.Living[*calls.Listener](c.Object) {
				if l.Parent == a {
					closed.Set(PortOf(l.Inner.GetLocalAddress), true)
				}
			}
		case c.Method == calls.ConnectorConnect && closed.Get(PortIn(c.Destination)):
			return nd2.ConnectionRefused
		}
		return c.Proceed()
	})
}
