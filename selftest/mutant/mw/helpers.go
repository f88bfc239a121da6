package mw

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

// rebinding makes a defect that changes a Bind of a window that was bound before, knowing
// the flags and the buffer of its first one.
func rebinding(change func(c *calls.Call, flags nd2.OpFlags, buffer []byte)) mutant.Defect {
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
