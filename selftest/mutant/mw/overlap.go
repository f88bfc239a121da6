package mw

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func overlap() []mutant.Mutant {
	type binding struct {
		on     *calls.QueuePair
		region nd2.Unknown
	}
	// ending invalidates the windows of other queue pairs that are bound to the regions
	// of those of the one that ends.
	ending := func(pair func(c *calls.Call) *calls.QueuePair) mutant.Defect {
		return mutant.Recording(func(c *calls.Call, bound *calls.Record[binding]) nd2.Status {
			if w := calls.ObjectOf(c.Window); c.Method == calls.QPBind && w != nil {
				bound.Set(w, binding{c.OnQP(), c.Region})
			}
			if q := pair(c); q != nil {
				windows := calls.Living[*calls.MemoryWindow](c.Object)
				for _, own := range windows {
					for _, other := range windows {
						a, b := bound.Get(&own.Object), bound.Get(&other.Object)
						if a.on == q && b.on != nil && b.on != q && a.region == b.region {
							b.on.Inner.Invalidate(0, other.Inner, nd2.SilentSuccess)
						}
					}
				}
			}
			return c.Proceed()
		})
	}
	return []mutant.Mutant{
		mutant.New("mw.overlap.independent/ends-with-others",
			"A Disconnect closes the windows of other queue pairs in the same region.",
			ending(func(c *calls.Call) *calls.QueuePair {
				if c.Method != calls.ConnectorDisconnect {
					return nil
				}
				return c.OnConnector().QP()
			})),
		mutant.New("mw.overlap.independent/flushed-with-others",
			"A Flush closes the windows of other queue pairs in the same region.",
			ending(func(c *calls.Call) *calls.QueuePair {
				if c.Method != calls.QPFlush {
					return nil
				}
				return c.OnQP()
			})),
		mutant.New("mw.overlap.independent/invalidated-together",
			"An Invalidate closes the queue pair's other windows, too.",
			mutant.After(calls.QPInvalidate, func(c *calls.Call) {
				for _, w := range calls.Others[*calls.MemoryWindow](calls.ObjectOf(c.Window)) {
					c.OnQP().Inner.Invalidate(0, w.Inner, nd2.SilentSuccess)
				}
			})),
		mutant.New("mw.overlap.independent/shared-rights", "Windows that overlap have each other's rights.",
			mutant.Recording(func(c *calls.Call, opened *calls.Record[[]byte]) nd2.Status {
				if w := calls.ObjectOf(c.Window); c.Method == calls.QPBind && w != nil {
					if opened.Any(func(b []byte) bool { return mutant.Overlap(b, c.Buffer) }) {
						c.Flags |= mutant.BothWays
					}
					opened.Set(w, c.Buffer)
				}
				return c.Proceed()
			})),
	}
}
