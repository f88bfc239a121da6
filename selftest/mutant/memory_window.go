package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// memoryWindows break what a memory window opens, to whom, and how long.
func memoryWindows() []Mutant {
	return slices.Concat(windowRights(), windowScopes(), windowUses(), windowsRead(), windowsRebound(), windowsReleased())
}

// windowRights break what a window opens: its rights, bounds and token.
func windowRights() []Mutant {
	granting := func(right nd2.OpFlags) defect {
		return before(calls.QPBind, func(c *calls.Call) { c.Flags |= right })
	}
	resized := func(change func([]byte) []byte) defect {
		return before(calls.QPBind, func(c *calls.Call) {
			if len(c.Buffer) > 1 {
				c.Buffer = change(c.Buffer)
			}
		})
	}
	return []Mutant{
		by("mw.rights.read-only", "writable", "A window for reading can be written to.", granting(nd2.AllowWrite)),
		by("mw.rights.write-only", "readable", "A window for writing can be read.", granting(nd2.AllowRead)),
		by("mw.bounds.write", "one-behind", "A window is a byte longer than its buffer.", resized(reachBehind)),
		by("mw.bounds.write", "one-before", "A window begins a byte before its buffer.", resized(reachBefore)),
		by("mw.bounds.read", "one-behind", "A window is a byte longer than its buffer.", resized(reachBehind)),
		by("mw.bounds.read", "one-before", "A window begins a byte before its buffer.", resized(reachBefore)),
		by("mw.bounds.first-and-last-byte", "last-missing", "A window ends a byte before its buffer's end.", resized(func(b []byte) []byte { return b[:len(b)-1] })),
		by("mw.bounds.first-and-last-byte", "first-missing", "A window begins a byte behind its buffer's start.", resized(func(b []byte) []byte { return b[1:] })),
		by("mw.token.as-sent", "byte-order", "The remote token has its bytes the wrong way round.", after(calls.MWGetRemoteToken, swapBytes)),
		by("mw.token.before-result", "late", "The token is good only once the result of the Bind has been taken.",
			keeping(func(c *calls.Call, done *calls.Record[bool]) nd2.Status {
				if w := calls.ObjectOf(c.Window); c.Method == calls.QPBind && w != nil {
					done.Set(w, false)
					c.OnResult(func(*calls.Outcome) { done.Set(w, true) })
				}
				s := c.Proceed()
				if c.Method == calls.MWGetRemoteToken && !done.Get(c.Object) {
					c.Count = 0
				}
				return s
			})),
	}
}

// windowScopes break to whom a window is open, and how long.
func windowScopes() []Mutant {
	return []Mutant{
		by("mw.invalidate.ends-writing", "stays", "Invalidate succeeds and leaves the window open.", idleInvalidate),
		by("mw.invalidate.ends-reading", "stays", "Invalidate succeeds and leaves the window open.", idleInvalidate),
		by("mw.invalidate.in-flight", "goes-on", "A transfer in progress survives an Invalidate.", idleInvalidate),
		by("mw.scope.other-queue-pair", "open", "A window is open to the peers of all queue pairs.", openWindows),
		by("mw.scope.bound-once", "again", "A Bind of a window that is bound succeeds.",
			keeping(func(c *calls.Call, bound *calls.Record[bool]) nd2.Status {
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
		by("adapter.creatememorywindow.invalidated", "open", "A Write with the token of a window that was never bound is reported as done.", openUnbound(calls.QPWrite)),
		by("adapter.creatememorywindow.invalidated", "open-to-reads", "A Read with the token of a window that was never bound is reported as done.", openUnbound(calls.QPRead)),
	}
}

// openUnbound makes a defect by which requests of a method that name a window are reported as
// done if it was never bound.
func openUnbound(method string) defect {
	return func() calls.Hooks {
		var bound calls.Record[bool]
		var tokens calls.Record[map[uint32]*calls.Object]
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			switch c.Method {
			case calls.QPBind:
				if w := calls.ObjectOf(c.Window); w != nil {
					bound.Set(w, true)
				}
			case method:
				if w := tokens.Get(nil)[c.Token]; w != nil && !bound.Get(w) {
					c.OnQP().Report(calls.Outcome{Of: &calls.Ticket{Call: *c}, Result: nd2.Result{RequestType: c.Request, RequestContext: c.Context}})
					return nd2.Success
				}
			case calls.MWGetRemoteToken:
				s := c.Proceed()
				tokens.Update(nil, func(m map[uint32]*calls.Object) map[uint32]*calls.Object {
					return with(m, c.Count, c.Object)
				})
				return s
			}
			return c.Proceed()
		}}
	}
}

// windowUses break how often a window can be bound, and what others do to it.
func windowUses() []Mutant {
	return []Mutant{
		by("mw.bound-again.often", "too-soon", "A window can't be bound again before the result of its Invalidate has been taken.",
			keeping(func(c *calls.Call, busy *calls.Record[bool]) nd2.Status {
				w := calls.ObjectOf(c.Window)
				switch {
				case w == nil:
				case c.Method == calls.QPInvalidate:
					busy.Set(w, true)
					c.OnResult(func(*calls.Outcome) { busy.Set(w, false) })
				case c.Method == calls.QPBind && busy.Get(w):
					return nd2.InvalidDeviceRequest
				}
				return c.Proceed()
			})),
		by("mw.bound-again.other-queue-pair", "refused", "A window can be bound to its first queue pair only.", boundFirst(func(c *calls.Call) *calls.Object { return c.Object })),
		by("mw.bound-again.other-region", "refused", "A window can be bound to its first region only.", boundFirst(func(c *calls.Call) *calls.Object { return calls.ObjectOf(c.Region) })),
		by("mw.overlap.independent", "shared-rights", "Windows that overlap have each other's rights.",
			keeping(func(c *calls.Call, opened *calls.Record[[]byte]) nd2.Status {
				if w := calls.ObjectOf(c.Window); c.Method == calls.QPBind && w != nil {
					if opened.Any(func(b []byte) bool { return overlap(b, c.Buffer) }) {
						c.Flags |= bothWays
					}
					opened.Set(w, c.Buffer)
				}
				return c.Proceed()
			})),
		by("mw.overlap.independent", "invalidated-together", "An Invalidate closes the queue pair's other windows, too.",
			after(calls.QPInvalidate, func(c *calls.Call) {
				for _, w := range calls.Others[*calls.MemoryWindow](calls.ObjectOf(c.Window)) {
					c.OnQP().Inner.Invalidate(0, w.Inner, nd2.SilentSuccess)
				}
			})),
	}
}

// idleInvalidate is the defect by which an Invalidate does nothing.
var idleInvalidate = at(calls.QPInvalidate, (*calls.Call).PostIdle)

// boundFirst makes a defect by which a window is bound to one object of a kind for
// ever.
func boundFirst(to func(c *calls.Call) *calls.Object) defect {
	return keepingAt(calls.QPBind, func(c *calls.Call, first *calls.Record[*calls.Object]) nd2.Status {
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

// openWindows is a defect by which a window's token stands for a region of its
// buffer that is open to all.
func openWindows() calls.Hooks {
	var behind calls.Record[uint32] // by window
	var tokens calls.Record[map[uint32]*calls.Object]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.QPBind:
			if w := calls.ObjectOf(c.Window); w != nil {
				behind.Set(w, openRegion(c.Parent, c.Buffer))
			}
		case calls.MWGetRemoteToken:
			s := c.Proceed()
			tokens.Update(nil, func(m map[uint32]*calls.Object) map[uint32]*calls.Object { return with(m, c.Count, c.Object) })
			return s
		case calls.QPRead, calls.QPWrite:
			if w := tokens.Get(nil)[c.Token]; w != nil {
				c.Token = behind.Get(w)
			}
		}
		return c.Proceed()
	}}
}

// openRegion registers a buffer, with all rights and forever, and gives its remote token.
func openRegion(a *calls.Adapter, buffer []byte) uint32 {
	if r := openTo(a, buffer); r != nil {
		return r.GetRemoteToken()
	}
	return 0
}

// openTo registers a buffer with every right behind the client's back, nil if that fails.
func openTo(a *calls.Adapter, buffer []byte) nd2.MemoryRegion {
	var f nd2.OverlappedFile
	var u nd2.Unknown
	if a.Inner.CreateOverlappedFile(&f) != nd2.Success || a.Inner.CreateMemoryRegion(nd2.IIDMemoryRegion, f, &u) != nd2.Success {
		return nil
	}
	r := u.(nd2.MemoryRegion)
	r.Register(buffer, everything, new(nd2.Overlapped))
	return r
}
