package qp

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func bind() []Mutant {
	any := func(readBefore) bool { return true }
	short := func(r readBefore) bool { return r.length < 256 }
	empty := func(r readBefore) bool { return r.length == 0 }
	alone := func(r readBefore) bool { return r.alone }
	return []Mutant{
		New("qp.bind.fence-holds/opens-at-once", "A Bind with a fence opens its window at once.", openingAtOnce(any)),
		New("qp.bind.fence-holds/short-reads-ignored",
			"A Bind with a fence does not wait for a Read of less than 256 bytes.", openingAtOnce(short)),
		New("qp.bind.fence-holds/empty-read-ignored",
			"A Bind with a fence does not wait for a Read of no bytes.", openingAtOnce(empty)),
		New("qp.bind.fence-holds/sent-read-ignored",
			"A Bind with a fence does not wait for a Read that nothing holds up in the queue.", openingAtOnce(alone)),
		New("qp.bind.foreign-objects/idle", "A Bind with what is another adapter's succeeds and does nothing.",
			At(calls.QPBind, func(c *calls.Call) nd2.Status {
				for _, u := range []nd2.Unknown{c.Region, c.Window} {
					if o := calls.ObjectOf(u); o != nil && o.Parent != c.Parent {
						return c.PostIdle()
					}
				}
				return c.Proceed()
			})),
		New("qp.bind.foreign-objects/window-only", "A Bind of another adapter's window succeeds and does nothing.",
			At(calls.QPBind, func(c *calls.Call) nd2.Status {
				if o := calls.ObjectOf(c.Window); o != nil && o.Parent != c.Parent {
					ownWindow(c)
					return c.PostIdle()
				}
				return c.Proceed()
			})),
		New("qp.bind.read-needs-no-right/demanded",
			"A Bind with ND_OP_FLAG_ALLOW_READ needs a region that allows remote reading.",
			demanding(nd2.AllowRead, nd2.AllowRemoteRead)),
		New("qp.bind.read-needs-no-right/read-sink-alone", "A region that is only a read sink opens to no Read.",
			refusingBinds(func(_ *calls.Call, rights nd2.RegionFlags) bool { return rights == nd2.RDMAReadSink })),
		New("qp.bind.write-needs-local-write/demanded",
			"A Bind with ND_OP_FLAG_ALLOW_WRITE needs a region that allows remote writing.",
			demanding(nd2.AllowWrite, nd2.AllowRemoteWrite)),
		New("qp.invalidate.fence-holds/closes-at-once", "An Invalidate with a fence closes its window at once.",
			closingAtOnce(any)),
		New("qp.invalidate.fence-holds/short-reads-ignored",
			"An Invalidate with a fence does not wait for a Read of less than 256 bytes.", closingAtOnce(short)),
		New("qp.invalidate.fence-holds/empty-read-ignored",
			"An Invalidate with a fence does not wait for a Read of no bytes.", closingAtOnce(empty)),
		New("qp.invalidate.fence-holds/sent-read-ignored",
			"An Invalidate with a fence does not wait for a Read that nothing holds up in the queue.", closingAtOnce(alone)),
	}
}

func ownWindow(c *calls.Call) {
	if c.Parent == nil {
		return
	}
	for _, w := range calls.Living[*calls.MemoryWindow](c.Object) {
		if w.Parent == c.Parent {
			c.Window = w
		}
	}
}

// demanding makes a defect: a Bind needs a right of the region.
func demanding(flag nd2.OpFlags, right nd2.RegionFlags) Defect {
	return refusingBinds(func(c *calls.Call, rights nd2.RegionFlags) bool {
		return c.Flags&flag != 0 && rights&right != right
	})
}

// refusingBinds makes a defect: a Bind is refused, going by the rights of its region.
func refusingBinds(such func(c *calls.Call, rights nd2.RegionFlags) bool) Defect {
	return Recording(func(c *calls.Call, rights *calls.Record[nd2.RegionFlags]) nd2.Status {
		switch c.Method {
		case calls.MRRegister:
			rights.Set(c.Object, c.Rights)
		case calls.QPBind:
			if r := Region(c); r != nil && such(c, rights.Get(r)) {
				return nd2.AccessViolation
			}
		}
		return c.Proceed()
	})
}

// A fencedWindow is a window that a request with a fence opens or closes.
type fencedWindow struct {
	token  uint32
	buffer []byte
}

// A readBefore is the Read that was posted last: its length in bytes, and whether no other
// request was in progress then.
type readBefore struct {
	length int
	alone  bool
}

// watchingFences makes a hook that notes the window of each request of a method with a
// fence behind such a Read, until it has a result, and has write carry out the Writes that
// name it.
func watchingFences(
	method string, such func(r readBefore) bool, write func(c *calls.Call, w fencedWindow) nd2.Status,
) Defect {
	return func() calls.Hooks {
		var read calls.Record[readBefore]
		var open calls.Record[int]
		var waiting calls.Record[*fencedWindow]
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			if Initiates(c) {
				c.OnResult(func(o *calls.Outcome) { open.Update(o.Of.Object, Decrement) })
				defer open.Update(c.Object, Increment)
			}
			switch {
			case c.Method == calls.QPRead:
				read.Set(c.Object, readBefore{TotalLength(c.SGE), open.Get(c.Object) == 0})
			case c.Method == method && c.Flags&nd2.ReadFence != 0 && such(read.Get(c.Object)):
				window, ok := c.Window.(*calls.MemoryWindow)
				if !ok {
					break
				}
				c.OnResult(func(*calls.Outcome) { waiting.Set(nil, nil) })
				s := c.Proceed()
				if s == nd2.Success {
					waiting.Set(nil, &fencedWindow{window.Inner.GetRemoteToken(), c.Buffer})
				}
				return s
			case c.Method == calls.QPWrite:
				if w := waiting.Get(nil); w != nil && w.token == c.Token && len(c.SGE) > 0 {
					return write(c, *w)
				}
			}
			return c.Proceed()
		}}
	}
}

func openingAtOnce(behind func(r readBefore) bool) Defect {
	return watchingFences(calls.QPBind, behind, func(c *calls.Call, w fencedWindow) nd2.Status {
		copy(w.buffer, c.SGE[0].Buffer)
		return c.PostIdle()
	})
}

func closingAtOnce(behind func(r readBefore) bool) Defect {
	return watchingFences(calls.QPInvalidate, behind, func(c *calls.Call, _ fencedWindow) nd2.Status {
		c.OnResult(func(o *calls.Outcome) { o.Status = nd2.AccessViolation })
		return c.PostIdle()
	})
}

// tokenOfRefused are mutants of the token of a window whose Bind was refused.
var tokenOfRefused = []Mutant{
	New("qp.bind.refused-posts-nothing/another-token",
		"A window whose Bind was refused tells another token, which opens nothing.",
		Between(Refused(calls.QPBind).Of(Window), On(calls.QPBind).Of(Window), On(calls.MWGetRemoteToken),
			Then(func(c *calls.Call) { c.Count += 1 << 8 }))),
}

// unboundInTurn is the mutant of an Invalidate that has to wait.
var unboundInTurn = []Mutant{
	New("qp.invalidate.not-bound/in-its-turn",
		"The Invalidate of a window that is not bound succeeds if it waits behind a Send.",
		Recording(func(c *calls.Call, sends *calls.Record[int]) nd2.Status {
			queue := c.Object
			switch {
			case c.Method == calls.QPSend:
				sends.Update(queue, Increment)
				c.OnResult(func(*calls.Outcome) { sends.Update(queue, Decrement) })
			case c.Method == calls.QPInvalidate && sends.Get(queue) > 0:
				c.OnResult(func(o *calls.Outcome) {
					if o.Status == nd2.InvalidDeviceRequest {
						o.Status = nd2.Success
					}
				})
			}
			return c.Proceed()
		})),
}
