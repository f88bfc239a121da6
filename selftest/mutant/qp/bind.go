package qp

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func bind() []mutant.Mutant {
	ownWindow := func(c *calls.Call) {
		if c.Parent == nil {
			return
		}
		for _, w := range calls.Living[*calls.MemoryWindow](c.Object) {
			if w.Parent == c.Parent {
				c.Window = w
			}
		}
	}
	return []mutant.Mutant{
		mutant.New("qp.bind.fence-holds/opens-at-once", "A Bind with a fence opens its window at once.",
			openingAtOnce(any)),
		mutant.New("qp.bind.fence-holds/short-reads-ignored",
			"A Bind with a fence does not wait for a Read of less than 256 bytes.", openingAtOnce(short)),
		mutant.New("qp.bind.foreign-objects/idle", "A Bind with what is another adapter's succeeds and does nothing.",
			mutant.At(calls.QPBind, func(c *calls.Call) nd2.Status {
				for _, u := range []nd2.Unknown{c.Region, c.Window} {
					if o := calls.ObjectOf(u); o != nil && o.Parent != c.Parent {
						return c.PostIdle()
					}
				}
				return c.Proceed()
			})),
		mutant.New("qp.bind.foreign-objects/window-only",
			"A Bind of another adapter's window succeeds and does nothing.",
			mutant.At(calls.QPBind, func(c *calls.Call) nd2.Status {
				if o := calls.ObjectOf(c.Window); o != nil && o.Parent != c.Parent {
					ownWindow(c)
					return c.PostIdle()
				}
				return c.Proceed()
			})),
		mutant.New("qp.bind.read-needs-no-right/demanded",
			"A Bind with ND_OP_FLAG_ALLOW_READ needs a region that allows remote reading.",
			demanding(nd2.AllowRead, nd2.AllowRemoteRead)),
		mutant.New("qp.bind.write-needs-local-write/demanded",
			"A Bind with ND_OP_FLAG_ALLOW_WRITE needs a region that allows remote writing.",
			demanding(nd2.AllowWrite, nd2.AllowRemoteWrite)),
	}
}

// demanding makes a defect by which a Bind needs a right of the region.
func demanding(flag nd2.OpFlags, right nd2.RegionFlags) mutant.Defect {
	return mutant.Recording(func(c *calls.Call, rights *calls.Record[nd2.RegionFlags]) nd2.Status {
		switch c.Method {
		case calls.MRRegister:
			rights.Set(c.Object, c.Rights)
		case calls.QPBind:
			if r := calls.ObjectOf(c.Region); r != nil && c.Flags&flag != 0 && rights.Get(r)&right != right {
				return nd2.AccessViolation
			}
		}
		return c.Proceed()
	})
}

func openingAtOnce(length func(n int) bool) mutant.Defect {
	return watchingFences(calls.QPBind, length, func(c *calls.Call, w fencedWindow) nd2.Status {
		copy(w.buffer, c.SGE[0].Buffer)
		return c.PostIdle()
	})
}
