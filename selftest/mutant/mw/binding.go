package mw

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var boundOnce = []Mutant{
	New("mw.bound-again.other-queue-pair/refused", "A window can be bound to its first queue pair only.",
		boundFirst(func(c *calls.Call) *calls.Object { return c.Object })),
	New("mw.bound-again.other-region/refused", "A window can be bound to its first region only.",
		boundFirst(func(c *calls.Call) *calls.Object { return calls.ObjectOf(c.Region) })),
}

var overlappingWindows = []Mutant{
	New("mw.overlap.independent/ends-with-others",
		"A Disconnect closes the windows of other queue pairs in the same region.",
		ending(func(c *calls.Call) *calls.QueuePair {
			if c.Method != calls.ConnectorDisconnect {
				return nil
			}
			return c.OnConnector().QP()
		})),
	New("mw.overlap.independent/flushed-with-others",
		"A Flush closes the windows of other queue pairs in the same region.", ending(func(c *calls.Call) *calls.QueuePair {
			if c.Method != calls.QPFlush {
				return nil
			}
			return c.OnQP()
		})),
	New("mw.overlap.independent/invalidated-together", "An Invalidate closes the queue pair's other windows, too.",
		After(calls.QPInvalidate, func(c *calls.Call) {
			for _, w := range calls.Others[*calls.MemoryWindow](calls.ObjectOf(c.Window)) {
				c.OnQP().Inner.Invalidate(0, w.Inner, nd2.SilentSuccess)
			}
		})),
	New("mw.overlap.independent/shared-rights", "Windows that overlap have each other's rights.",
		Recording(func(c *calls.Call, opened *calls.Record[[]byte]) nd2.Status {
			if w := calls.ObjectOf(c.Window); c.Method == calls.QPBind && w != nil {
				if opened.Any(func(b []byte) bool { return Overlap(b, c.Buffer) }) {
					c.Flags |= BothWays
				}
				opened.Set(w, c.Buffer)
			}
			return c.Proceed()
		})),
}

var bindingScope = []Mutant{
	New("mw.scope.bound-once/again", "A Bind of a window that is bound succeeds.",
		Between(On(calls.QPBind).Of(Window), On(calls.QPInvalidate).Of(Window), On(calls.QPBind).Of(Window),
			(*calls.Call).PostIdle)),
	New("mw.scope.other-queue-pair/open", "A window is open to the peers of all queue pairs.", openWindows),
}

// boundFirst makes a defect: a window is bound to one object of a kind for
// ever.
func boundFirst(to func(c *calls.Call) *calls.Object) Defect {
	return KeepingAt(calls.QPBind, func(c *calls.Call, first *calls.Record[*calls.Object]) nd2.Status {
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

// openWindows is a defect: a window's token stands for a region of its
// buffer that is open to all.
var openWindows = Keeping2(func(c *calls.Call,
	behind *calls.Record[uint32], tokens *Table[uint32, *calls.Object],
) nd2.Status {
	switch c.Method {
	case calls.QPBind:
		if w := calls.ObjectOf(c.Window); w != nil {
			behind.Set(w, OpenToken(c.Parent, c.Buffer))
		}
	case calls.MWGetRemoteToken:
		s := c.Proceed()
		tokens.Set(c.Count, c.Object)
		return s
	case calls.QPRead, calls.QPWrite:
		if w := tokens.Get(c.Token); w != nil {
			c.Token = behind.Get(w)
		}
	}
	return c.Proceed()
})

type binding struct {
	on     *calls.QueuePair
	region nd2.Unknown
}

// ending invalidates the windows of other queue pairs that are bound to the regions
// of those of the request that ends.
func ending(pair func(c *calls.Call) *calls.QueuePair) Defect {
	return Recording(func(c *calls.Call, bound *calls.Record[binding]) nd2.Status {
		if w := calls.ObjectOf(c.Window); c.Method == calls.QPBind && w != nil {
			bound.Set(w, binding{c.OnQP(), c.Region})
		}
		q, windows := pair(c), calls.Living[*calls.MemoryWindow](c.Object)
		for _, own := range windows {
			for _, other := range windows {
				a, b := bound.Get(&own.Object), bound.Get(&other.Object)
				if q != nil && a.on == q && b.on != nil && b.on != q && a.region == b.region {
					b.on.Inner.Invalidate(0, other.Inner, nd2.SilentSuccess)
				}
			}
		}
		return c.Proceed()
	})
}
