package mutant

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// windowsReopened are mutants whose windows and regions open, or close, by what was
// before.
func windowsReopened() []Stateful {
	return []Stateful{
		stateful(Lifetime, "token-valid-again", "The token of a window's first Bind is good again from the fourth on.", tokenValidAgain, "mw.invalidate.ends-writing", "mw.invalidate.ends-reading"),
		stateful(Lifetime, "invalidate-lets-one-through", "One more Write with its token gets through when a window has been invalidated.", oneMoreThrough, "mw.invalidate.ends-writing"),
		stateful(Lifetime, "bind-of-deregistered-region", "A Bind to a region that has been registered and deregistered succeeds, and opens nothing.", bindOfDeregistered, "qp.bind.unregistered-region"),
		stateful(Lifetime, "busy-deregister-closes", "A Deregister that is refused as busy closes the region to peers.", busyDeregisterCloses, "mr.deregister.busy-while-bound", "mr.deregister.nd-device-busy"),
		stateful(Counting, "register-short-1-in-32", "One registration in 32 leaves out the buffer's last byte.",
			oneCallIn(32, interpose.MRRegister, func(c *interpose.Call) nd2.Status {
				if len(c.Buffer) > 1 {
					c.Buffer = c.Buffer[:len(c.Buffer)-1]
				}
				return c.Proceed()
			}), "mr.bounds.first-and-last-byte"),
		stateful(Lifetime, "invalidate-closes-neighbor", "Every second Invalidate closes another window of its queue pair, too.", invalidateClosesNeighbor, "mw.overlap.independent"),
		stateful(Counting, "bind-fails-after-200", "After 200 Binds every other Bind opens nothing.", bindFailing(200), "qp.bind.nd-success", "mw.bound-again.often"),
	}
}

// An opening is a window's buffer behind a token, and a region's that is open to all.
type opening struct {
	token, behind uint32
	uses          int
}

// reopened has Reads and Writes with some tokens go where these have led once.
type reopened struct {
	at interpose.Record[map[uint32]*opening]
}

// open has a token lead to a buffer, for so many requests.
func (o *reopened) open(a *interpose.Adapter, token uint32, buffer []byte, uses int) {
	one := &opening{token, openRegion(a, buffer), uses}
	o.at.Update(nil, func(m map[uint32]*opening) map[uint32]*opening { return with(m, token, one) })
}

// follow changes the token of a request that names one of them.
func (o *reopened) follow(c *interpose.Call) {
	if c.Method != interpose.QPRead && c.Method != interpose.QPWrite {
		return
	}
	o.at.Update(nil, func(m map[uint32]*opening) map[uint32]*opening {
		if one := m[c.Token]; one != nil && one.uses > 0 {
			one.uses--
			c.Token = one.behind
		}
		return m
	})
}

// afterBinds calls then after each Bind that was taken; what it opens again is followed.
func afterBinds(then func(again *reopened, c *interpose.Call, w *interpose.MemoryWindow, buffer []byte)) interpose.Hooks {
	var again reopened
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		w, ok := c.Window.(*interpose.MemoryWindow)
		if !ok || c.Method != interpose.QPBind {
			again.follow(c)
			return c.Proceed()
		}
		buffer, s := c.Buffer, c.Proceed()
		if s == nd2.Success {
			then(&again, c, w, buffer)
		}
		return s
	}}
}

func tokenValidAgain() interpose.Hooks {
	type history struct {
		binds  int
		first  uint32
		buffer []byte
	}
	var of interpose.Record[history]
	return afterBinds(func(again *reopened, c *interpose.Call, w *interpose.MemoryWindow, buffer []byte) {
		h := of.Update(&w.Object, func(h history) history {
			h.binds++
			if h.binds == 1 {
				h.first, h.buffer = w.Inner.GetRemoteToken(), buffer
			}
			return h
		})
		if h.binds == 4 {
			again.open(c.Parent, h.first, h.buffer, 1<<30)
		}
	})
}

func oneMoreThrough() interpose.Hooks {
	var buffers interpose.Record[[]byte]
	var again reopened
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		w, ok := c.Window.(*interpose.MemoryWindow)
		switch {
		case ok && c.Method == interpose.QPBind:
			buffers.Set(&w.Object, c.Buffer)
		case ok && c.Method == interpose.QPInvalidate:
			token, buffer, a := w.Inner.GetRemoteToken(), buffers.Get(&w.Object), c.Parent
			c.OnResult(func(o *interpose.Outcome) {
				if o.Status == nd2.Success && len(buffer) > 0 {
					again.open(a, token, buffer, 1)
				}
			})
		case c.Method == interpose.QPWrite:
			again.follow(c)
		}
		return c.Proceed()
	}}
}

func bindOfDeregistered() interpose.Hooks {
	var gone interpose.Record[bool]
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		switch region := interpose.ObjectOf(c.Region); {
		case c.Method == interpose.MRRegister:
			gone.Set(c.Object, false)
		case c.Method == interpose.QPBind && region != nil && gone.Get(region):
			return c.PostIdle()
		}
		s := c.Proceed()
		if c.Method == interpose.MRDeregister && (s == nd2.Success || s == nd2.Pending) {
			gone.Set(c.Object, true)
		}
		return s
	}}
}

func busyDeregisterCloses() interpose.Hooks {
	var closed interpose.Record[map[uint32]bool]
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		if (c.Method == interpose.QPRead || c.Method == interpose.QPWrite) && closed.Get(nil)[c.Token] {
			c.Token = ^c.Token
		}
		s := c.Proceed()
		if m, ok := c.Self.(*interpose.MemoryRegion); ok && c.Method == interpose.MRDeregister && s == nd2.DeviceBusy {
			token := m.Inner.GetRemoteToken()
			closed.Update(nil, func(all map[uint32]bool) map[uint32]bool { return with(all, token, true) })
		}
		return s
	}}
}

func invalidateClosesNeighbor() interpose.Hooks {
	var count nth
	var bound interpose.Record[*interpose.QueuePair]
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		s := c.Proceed()
		w := interpose.ObjectOf(c.Window)
		switch {
		case w == nil || s != nd2.Success:
		case c.Method == interpose.QPBind:
			bound.Set(w, c.OnQP())
		case c.Method == interpose.QPInvalidate:
			bound.Set(w, nil)
			for _, other := range interpose.Others[*interpose.MemoryWindow](w) {
				if bound.Get(&other.Object) == c.OnQP() && count.of(2) {
					c.OnQP().Inner.Invalidate(0, other.Inner, nd2.SilentSuccess)
				}
			}
		}
		return s
	}}
}

func bindFailing(many uint64) defect {
	return func() interpose.Hooks {
		var count nth
		return interpose.Hooks{Call: interpose.At(interpose.QPBind, func(c *interpose.Call) nd2.Status {
			if count.passed(many) && count.of(2) {
				return c.PostIdle()
			}
			return c.Proceed()
		})}
	}
}
