package mutant

import "github.com/ndconform/ndconform/nd2"

// windows break what a memory window opens, to whom, and how long.
func windows() []Mutant {
	granting := func(right nd2.OpFlags) func() defect { return before(bind, func(c *call) { c.flags |= right }) }
	resized := func(change func([]byte) []byte) func() defect {
		return before(bind, func(c *call) {
			if len(c.buffer) > 1 {
				c.buffer = change(c.buffer)
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
		by("mw.token.as-sent", "byte-order", "The remote token has its bytes the wrong way round.", after(windowToken, swapBytes)),
		by("mw.token.before-result", "late", "The token is good only once the result of the Bind has been taken.",
			func() defect {
				var done record[bool]
				return defect{call: func(c *call) nd2.Status {
					if w := objectOf(c.window); c.method == bind && w != nil {
						done.set(w, false)
						c.ended = func(*outcome) { done.set(w, true) }
					}
					s := c.proceed()
					if c.method == windowToken && !done.get(c.object) {
						c.count = 0
					}
					return s
				}}
			}),
		by("mw.invalidate.ends-writing", "stays", "Invalidate succeeds and leaves the window open.", idleInvalidate),
		by("mw.invalidate.ends-reading", "stays", "Invalidate succeeds and leaves the window open.", idleInvalidate),
		by("mw.invalidate.in-flight", "goes-on", "A transfer in progress survives an Invalidate.", idleInvalidate),
		by("mw.scope.other-queue-pair", "open", "A window is open to the peers of all queue pairs.", openWindows),
		by("mw.scope.bound-once", "again", "A Bind of a window that is bound succeeds.",
			func() defect {
				var bound record[bool]
				return defect{call: func(c *call) nd2.Status {
					w := objectOf(c.window)
					if w == nil {
						return c.proceed()
					}
					if c.method == bind && bound.set(w, true) {
						return c.idle()
					}
					if c.method == invalidate {
						bound.set(w, false)
					}
					return c.proceed()
				}}
			}),
		by("mw.bound-again.often", "too-soon", "A window can't be bound again before the result of its Invalidate has been taken.",
			func() defect {
				var busy record[bool]
				return defect{call: func(c *call) nd2.Status {
					w := objectOf(c.window)
					switch {
					case w == nil:
					case c.method == invalidate:
						busy.set(w, true)
						c.ended = func(*outcome) { busy.set(w, false) }
					case c.method == bind && busy.get(w):
						return nd2.InvalidDeviceRequest
					}
					return c.proceed()
				}}
			}),
		by("mw.bound-again.other-queue-pair", "refused", "A window can be bound to its first queue pair only.", boundFirst(func(c *call) *object { return c.object })),
		by("mw.bound-again.other-region", "refused", "A window can be bound to its first region only.", boundFirst(func(c *call) *object { return objectOf(c.region) })),
		by("mw.overlap.independent", "shared-rights", "Windows that overlap have each other's rights.",
			func() defect {
				var opened record[[]byte]
				return defect{call: func(c *call) nd2.Status {
					if w := objectOf(c.window); c.method == bind && w != nil {
						if opened.any(func(b []byte) bool { return overlap(b, c.buffer) }) {
							c.flags |= bothWays
						}
						opened.set(w, c.buffer)
					}
					return c.proceed()
				}}
			}),
		by("mw.overlap.independent", "invalidated-together", "An Invalidate closes the queue pair's other windows, too.",
			after(invalidate, func(c *call) {
				for _, w := range others[*memoryWindow](c.world, objectOf(c.window)) {
					c.pair().inner.Invalidate(0, w.inner, nd2.SilentSuccess)
				}
			})),
		by("adapter.creatememorywindow.invalidated", "open", "A Write with the token of a window that was never bound is reported as done.",
			func() defect {
				var bound record[bool]
				var tokens record[map[uint32]*object]
				return defect{call: func(c *call) nd2.Status {
					switch c.method {
					case bind:
						if w := objectOf(c.window); w != nil {
							bound.set(w, true)
						}
					case write:
						if w := tokens.get(nil)[c.token]; w != nil && !bound.get(w) {
							c.ended = func(o *outcome) { o.Status = nd2.Success }
						}
					case windowToken:
						s := c.proceed()
						tokens.update(nil, func(m map[uint32]*object) map[uint32]*object {
							return with(m, c.count, c.object)
						})
						return s
					}
					return c.proceed()
				}}
			}),
	}
}

// idle posts a request that does nothing, whose result is that of the call's.
func (c *call) idle() nd2.Status {
	number := c.world.tickets.issue(&ticket{*c})
	s := c.pair().inner.Write(number, nil, 0, 0, c.flags&(nd2.SilentSuccess|nd2.ReadFence))
	if s != nd2.Success {
		c.world.tickets.redeem(number)
	}
	return s
}

// idleInvalidate is the defect by which an Invalidate does nothing.
var idleInvalidate = at(invalidate, (*call).idle)

// boundFirst makes a defect by which a window is bound to one object of a kind for
// ever.
func boundFirst(to func(c *call) *object) func() defect {
	return func() defect {
		var first record[*object]
		return defect{call: only(bind, func(c *call) nd2.Status {
			w := objectOf(c.window)
			if w == nil {
				return c.proceed()
			}
			bound := first.update(w, func(o *object) *object {
				if o == nil {
					return to(c)
				}
				return o
			})
			if bound != to(c) {
				return nd2.InvalidDeviceRequest
			}
			return c.proceed()
		})}
	}
}

// openWindows is a defect by which a window's token stands for a region of its
// buffer that is open to all.
func openWindows() defect {
	var behind record[uint32] // by window
	var tokens record[map[uint32]*object]
	return defect{call: func(c *call) nd2.Status {
		switch c.method {
		case bind:
			if w := objectOf(c.window); w != nil {
				behind.set(w, c.parent.open(c.buffer))
			}
		case windowToken:
			s := c.proceed()
			tokens.update(nil, func(m map[uint32]*object) map[uint32]*object { return with(m, c.count, c.object) })
			return s
		case read, write:
			if w := tokens.get(nil)[c.token]; w != nil {
				c.token = behind.get(w)
			}
		}
		return c.proceed()
	}}
}

// open registers a buffer, with all rights and for ever, and gives its remote token.
func (a *adapter) open(buffer []byte) uint32 {
	var f nd2.OverlappedFile
	var u nd2.Unknown
	if a.inner.CreateOverlappedFile(&f) != nd2.Success || a.inner.CreateMemoryRegion(nd2.IIDMemoryRegion, f, &u) != nd2.Success {
		return 0
	}
	r := u.(nd2.MemoryRegion)
	r.Register(buffer, everything, new(nd2.Overlapped))
	return r.GetRemoteToken()
}
