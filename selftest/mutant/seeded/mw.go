package seeded

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var windows = []Fault{
	fault("stateful/window-of-other-pair", Lifetime,
		"A Bind of a window by a different queue pair than last time opens nothing.",
		boundBefore(func(c *calls.Call) *calls.Object { return c.Object }), "mw.bound-again.other-queue-pair"),
	fault("stateful/window-of-other-region", Lifetime,
		"A Bind of a window to a different region than last time opens nothing.",
		boundBefore(func(c *calls.Call) *calls.Object { return calls.ObjectOf(c.Region) }), "mw.bound-again.other-region"),
	fault("stateful/window-to-regions-end", Lifetime, "A window at the end of its region lacks its last byte.",
		onBinds(func(c *calls.Call, region []byte) bool {
			if len(c.Buffer) > 1 && EndOf(region) == EndOf(c.Buffer) {
				c.Buffer = c.Buffer[:len(c.Buffer)-1]
			}
			return true
		}), "mw.bounds.first-and-last-byte"),
	fault("stateful/invalidate-lets-one-through", Lifetime,
		"After an Invalidate, one more Write with the window's token is carried out.",
		oneMoreThrough, "mw.invalidate.ends-writing"),
	fault("stateful/token-of-the-one-before", Lifetime, "From its third Bind on, a window's previous token stays valid.",
		tokenOfTheOneBefore, "mw.invalidate.ends-writing", "mw.invalidate.ends-reading"),
	fault("stateful/token-valid-again", Lifetime, "The token of a window's first Bind is good again from the fourth on.",
		tokenValidAgain, "mw.invalidate.ends-writing", "mw.invalidate.ends-reading"),
	fault("stateful/invalidate-closes-neighbor", Lifetime,
		"Every second Invalidate closes another window of its queue pair, too.",
		invalidateClosesNeighbor, "mw.overlap.independent"),
}

// boundBefore makes a defect of Binds of a window that differ in something from the one before.
func boundBefore(by func(c *calls.Call) *calls.Object) Defect {
	return KeepingAt(calls.QPBind, func(c *calls.Call, last *calls.Record[*calls.Object]) nd2.Status {
		if w := calls.ObjectOf(c.Window); w != nil {
			if before := last.Set(w, by(c)); before != nil && before != by(c) {
				return c.PostIdle()
			}
		}
		return c.Proceed()
	})
}

// An opening is a window's buffer behind a token, and a region's that is open to all.
type opening struct {
	token, behind uint32
	uses          int
}

// reopened makes Reads and Writes with some tokens go where these once led.
type reopened struct {
	at calls.Record[map[uint32]*opening]
}

// open makes a token lead to a buffer, for a number of requests.
func (o *reopened) open(a *calls.Adapter, token uint32, buffer []byte, uses int) {
	one := &opening{token, OpenToken(a, buffer), uses}
	o.at.Update(nil, func(m map[uint32]*opening) map[uint32]*opening { return Added(m, token, one) })
}

// follow changes the token of a request that names one of them.
func (o *reopened) follow(c *calls.Call) {
	if !Reaches(c) {
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

var oneMoreThrough = Keeping2(func(c *calls.Call, buffers *calls.Record[[]byte], again *reopened) nd2.Status {
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
})

var invalidateClosesNeighbor = Keeping2(func(c *calls.Call,
	count *Counter, bound *calls.Record[*calls.QueuePair],
) nd2.Status {
	s := c.Proceed()
	w := calls.ObjectOf(c.Window)
	switch {
	case w == nil || s != nd2.Success:
	case c.Method == calls.QPBind:
		bound.Set(w, c.OnQP())
	case c.Method == calls.QPInvalidate:
		bound.Set(w, nil)
		for _, other := range calls.Others[*calls.MemoryWindow](w) {
			if bound.Get(&other.Object) == c.OnQP() && count.EveryNth(2) {
				c.OnQP().Inner.Invalidate(0, other.Inner, nd2.SilentSuccess)
			}
		}
	}
	return s
})

func tokenOfTheOneBefore() calls.Hooks {
	type bound struct {
		binds  int
		token  uint32
		buffer []byte
	}
	var of calls.Record[bound]
	return afterBinds(func(again *reopened, c *calls.Call, w *calls.MemoryWindow, buffer []byte) {
		before := of.Get(&w.Object)
		of.Set(&w.Object, bound{before.binds + 1, w.Inner.GetRemoteToken(), buffer})
		if before.binds > 1 {
			again.open(c.Parent, before.token, before.buffer, 1<<30)
		}
	})
}
