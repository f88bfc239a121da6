package mutant

import (
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// windowsRebound keep something of a window's earlier binding.
func windowsRebound() []Mutant {
	const rights = nd2.AllowRead | nd2.AllowWrite
	added := rebinding(func(c *calls.Call, flags nd2.OpFlags, _ []byte) { c.Flags |= flags & rights })
	stuck := rebinding(func(c *calls.Call, _ nd2.OpFlags, buffer []byte) {
		if unsafe.SliceData(buffer) == unsafe.SliceData(c.Buffer) {
			c.Buffer = buffer
		}
	})
	return []Mutant{
		by("mw.rights.read-only", "added", "A window that is bound again has the rights of its first Bind as well.", added),
		by("mw.rights.write-only", "added", "A window that is bound again has the rights of its first Bind as well.", added),
		by("mw.bounds.read", "first-length", "A window that is bound again to the same address keeps its first length.", stuck),
		by("mw.bounds.write", "first-length", "A window that is bound again to the same address keeps its first length.", stuck),
		by("mw.bounds.first-and-last-byte", "first-length", "A window that is bound again to the same address keeps its first length.", stuck),
	}
}

// rebinding makes a defect that changes a Bind of a window that was bound before, knowing
// the flags and the buffer of its first one.
func rebinding(change func(c *calls.Call, flags nd2.OpFlags, buffer []byte)) defect {
	type binding struct {
		flags  nd2.OpFlags
		buffer []byte
	}
	return func() calls.Hooks {
		var firsts calls.Record[binding]
		return calls.Hooks{Call: calls.Before(calls.QPBind, func(c *calls.Call) {
			w := calls.ObjectOf(c.Window)
			if w == nil {
				return
			}
			first := firsts.Keep(w, binding{c.Flags, c.Buffer})
			change(c, first.flags, first.buffer)
		})}
	}
}
