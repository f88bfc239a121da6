package mutant

import (
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// fencedWindows are mutants by which a Bind or an Invalidate does not wait for the Reads
// before it, as the peer can see.
func fencedWindows() []Mutant {
	any := func(int) bool { return true }
	short := func(n int) bool { return n < 256 }
	return []Mutant{
		by("qp.bind.fence-holds", "opens-at-once", "A Bind with a fence opens its window at once.", openingAtOnce(any)),
		by("qp.bind.fence-holds", "short-reads-ignored", "A Bind with a fence does not wait for a Read of less than 256 bytes.", openingAtOnce(short)),
		by("qp.invalidate.fence-holds", "closes-at-once", "An Invalidate with a fence closes its window at once.", closingAtOnce(any)),
		by("qp.invalidate.fence-holds", "short-reads-ignored", "An Invalidate with a fence does not wait for a Read of less than 256 bytes.", closingAtOnce(short)),
		by("mr.deregister.in-flight", "lands-late", "A Write that comes when its region has been deregistered fails, and changes a byte.", landingLate(false)),
		by("mr.deregister.in-flight", "message-lands", "A Receive that fails has changed a byte.", each(func(o *calls.Outcome) {
			if o.Of == nil || o.RequestType != nd2.RequestReceive || o.Status == nd2.Success || o.Status == nd2.Canceled {
				return
			}
			if len(o.Of.SGE) > 0 && len(o.Of.SGE[0].Buffer) > 0 {
				o.Of.SGE[0].Buffer[0]++
			}
		})),
		by("mr.deregister.in-flight", "first-lands-late", "The first Write that comes when its region has been deregistered fails, and changes a byte.", landingLate(true)),
	}
}

// A fencedWindow is one that a request with a fence is about to open or close.
type fencedWindow struct {
	token  uint32
	buffer []byte
}

// watchingFences makes a hook that notes the window of each request of a method with a
// fence behind a Read of such a length, until it has a result, and has write carry out
// the Writes that name it.
func watchingFences(method string, length func(n int) bool, write func(c *calls.Call, w fencedWindow) nd2.Status) defect {
	return func() calls.Hooks {
		var read calls.Record[int]
		var waiting calls.Record[*fencedWindow]
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			switch {
			case c.Method == calls.QPRead:
				read.Set(c.Object, total(c.SGE))
			case c.Method == method && c.Flags&nd2.ReadFence != 0 && length(read.Get(c.Object)):
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

func openingAtOnce(length func(n int) bool) defect {
	return watchingFences(calls.QPBind, length, func(c *calls.Call, w fencedWindow) nd2.Status {
		copy(w.buffer, c.SGE[0].Buffer)
		return c.PostIdle()
	})
}

func closingAtOnce(length func(n int) bool) defect {
	return watchingFences(calls.QPInvalidate, length, func(c *calls.Call, _ fencedWindow) nd2.Status {
		c.OnResult(func(o *calls.Outcome) { o.Status = nd2.AccessViolation })
		return c.PostIdle()
	})
}

// landingLate makes a defect by which a Write still changes a byte of a region that has
// been deregistered, and fails: each one, or the first.
func landingLate(once bool) defect {
	type registration struct {
		token  uint32
		buffer []byte
		gone   bool
	}
	return keeping(func(c *calls.Call, all *calls.Record[*registration]) nd2.Status {
		switch c.Method {
		case calls.MRRegister:
			buffer, s := c.Buffer, c.Proceed()
			if s == nd2.Success || s == nd2.Pending {
				m, _ := c.Self.(*calls.MemoryRegion)
				all.Set(c.Object, &registration{m.Inner.GetRemoteToken(), buffer, false})
			}
			return s
		case calls.MRDeregister:
			if r := all.Get(c.Object); r != nil {
				r.gone = true
			}
		case calls.QPWrite:
			for _, m := range calls.Living[*calls.MemoryRegion](c.Object) {
				r := all.Get(&m.Object)
				if r == nil || !r.gone || r.token != c.Token || len(r.buffer) == 0 {
					continue
				}
				yield() // until the client knows that it is deregistered
				*unsafe.SliceData(r.buffer) ^= 0x80
				if once {
					all.Set(&m.Object, nil)
				}
			}
		}
		return c.Proceed()
	})
}
