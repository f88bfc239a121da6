package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
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
			oneCallIn(32, calls.MRRegister, func(c *calls.Call) nd2.Status {
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
	at calls.Record[map[uint32]*opening]
}

// open has a token lead to a buffer, for so many requests.
func (o *reopened) open(a *calls.Adapter, token uint32, buffer []byte, uses int) {
	one := &opening{token, openRegion(a, buffer), uses}
	o.at.Update(nil, func(m map[uint32]*opening) map[uint32]*opening { return with(m, token, one) })
}

// follow changes the token of a request that names one of them.
func (o *reopened) follow(c *calls.Call) {
	if c.Method != calls.QPRead && c.Method != calls.QPWrite {
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
func afterBinds(then func(again *reopened, c *calls.Call, w *calls.MemoryWindow, buffer []byte)) calls.Hooks {
	var again reopened
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		w, ok := c.Window.(*calls.MemoryWindow)
		if !ok || c.Method != calls.QPBind {
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

func tokenValidAgain() calls.Hooks {
	type history struct {
		binds  int
		first  uint32
		buffer []byte
	}
	var of calls.Record[history]
	return afterBinds(func(again *reopened, c *calls.Call, w *calls.MemoryWindow, buffer []byte) {
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

func oneMoreThrough() calls.Hooks {
	var buffers calls.Record[[]byte]
	var again reopened
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		w, ok := c.Window.(*calls.MemoryWindow)
		switch {
		case ok && c.Method == calls.QPBind:
			buffers.Set(&w.Object, c.Buffer)
		case ok && c.Method == calls.QPInvalidate:
			token, buffer, a := w.Inner.GetRemoteToken(), buffers.Get(&w.Object), c.Parent
			c.OnResult(func(o *calls.Outcome) {
				if o.Status == nd2.Success && len(buffer) > 0 {
					again.open(a, token, buffer, 1)
				}
			})
		case c.Method == calls.QPWrite:
			again.follow(c)
		}
		return c.Proceed()
	}}
}

func bindOfDeregistered() calls.Hooks {
	var gone calls.Record[bool]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch region := calls.ObjectOf(c.Region); {
		case c.Method == calls.MRRegister:
			gone.Set(c.Object, false)
		case c.Method == calls.QPBind && region != nil && gone.Get(region):
			return c.PostIdle()
		}
		s := c.Proceed()
		if c.Method == calls.MRDeregister && (s == nd2.Success || s == nd2.Pending) {
			gone.Set(c.Object, true)
		}
		return s
	}}
}

func busyDeregisterCloses() calls.Hooks {
	var closed calls.Record[map[uint32]bool]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if (c.Method == calls.QPRead || c.Method == calls.QPWrite) && closed.Get(nil)[c.Token] {
			c.Token = ^c.Token
		}
		s := c.Proceed()
		if m, ok := c.Self.(*calls.MemoryRegion); ok && c.Method == calls.MRDeregister && s == nd2.DeviceBusy {
			token := m.Inner.GetRemoteToken()
			closed.Update(nil, func(all map[uint32]bool) map[uint32]bool { return with(all, token, true) })
		}
		return s
	}}
}

func invalidateClosesNeighbor() calls.Hooks {
	var count nth
	var bound calls.Record[*calls.QueuePair]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		w := calls.ObjectOf(c.Window)
		switch {
		case w == nil || s != nd2.Success:
		case c.Method == calls.QPBind:
			bound.Set(w, c.OnQP())
		case c.Method == calls.QPInvalidate:
			bound.Set(w, nil)
			for _, other := range calls.Others[*calls.MemoryWindow](w) {
				if bound.Get(&other.Object) == c.OnQP() && count.of(2) {
					c.OnQP().Inner.Invalidate(0, other.Inner, nd2.SilentSuccess)
				}
			}
		}
		return s
	}}
}

func bindFailing(many uint64) defect {
	return func() calls.Hooks {
		var count nth
		return calls.Hooks{Call: calls.At(calls.QPBind, func(c *calls.Call) nd2.Status {
			if count.passed(many) && count.of(2) {
				return c.PostIdle()
			}
			return c.Proceed()
		})}
	}
}
