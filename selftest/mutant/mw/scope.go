package mw

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func scope() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("mw.scope.bound-once/again", "A Bind of a window that is bound succeeds.",
			mutant.Recording(func(c *calls.Call, bound *calls.Record[bool]) nd2.Status {
				w := calls.ObjectOf(c.Window)
				if w == nil {
					return c.Proceed()
				}
				if c.Method == calls.QPBind && bound.Set(w, true) {
					return c.PostIdle()
				}
				if c.Method == calls.QPInvalidate {
					bound.Set(w, false)
				}
				return c.Proceed()
			})),
		mutant.New("mw.scope.other-queue-pair/open", "A window is open to the peers of all queue pairs.", openWindows),
	}
}

// openWindows is a defect by which a window's token stands for a region of its
// buffer that is open to all.
func openWindows() calls.Hooks {
	var behind calls.Record[uint32] // by window
	var tokens calls.Record[map[uint32]*calls.Object]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.QPBind:
			if w := calls.ObjectOf(c.Window); w != nil {
				behind.Set(w, mutant.OpenToken(c.Parent, c.Buffer))
			}
		case calls.MWGetRemoteToken:
			s := c.Proceed()
			tokens.Update(nil, func(m map[uint32]*calls.Object) map[uint32]*calls.Object {
				return mutant.Added(m, c.Count, c.Object)
			})
			return s
		case calls.QPRead, calls.QPWrite:
			if w := tokens.Get(nil)[c.Token]; w != nil {
				c.Token = behind.Get(w)
			}
		}
		return c.Proceed()
	}}
}
