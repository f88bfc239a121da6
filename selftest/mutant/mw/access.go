package mw

import (
	"slices"
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func access() []Mutant {
	granting := func(right nd2.OpFlags) Defect { return Before(calls.QPBind, func(c *calls.Call) { c.Flags |= right }) }
	const rights = nd2.AllowRead | nd2.AllowWrite
	added := rebinding(func(c *calls.Call, flags nd2.OpFlags, _ []byte) { c.Flags |= flags & rights })
	stuck := rebinding(func(c *calls.Call, _ nd2.OpFlags, buffer []byte) {
		if unsafe.SliceData(buffer) == unsafe.SliceData(c.Buffer) {
			c.Buffer = buffer
		}
	})
	return []Mutant{
		New("mw.bounds.first-and-last-byte/end-of-region",
			"A window over the end of its region only lacks its last byte.", shortAtEnd),
		New("mw.bounds.first-and-last-byte/first-length",
			"A window that is bound again to the same address keeps its first length.", stuck),
		New("mw.bounds.first-and-last-byte/first-missing", "A window begins a byte behind its buffer's start.",
			resized(func(b []byte) []byte { return b[1:] })),
		New("mw.bounds.first-and-last-byte/last-missing", "A window ends a byte before its buffer's end.",
			resized(func(b []byte) []byte { return b[:len(b)-1] })),
		New("mw.bounds.read/first-length", "A window that is bound again to the same address keeps its first length.", stuck),
		New("mw.bounds.read/one-before", "A window begins a byte before its buffer.", resized(OneByteEarlier)),
		New("mw.bounds.read/one-behind", "A window is a byte longer than its buffer.", resized(OneByteLonger)),
		New("mw.bounds.write/first-length",
			"A window that is bound again to the same address keeps its first length.", stuck),
		New("mw.bounds.write/one-before", "A window begins a byte before its buffer.", resized(OneByteEarlier)),
		New("mw.bounds.write/one-behind", "A window is a byte longer than its buffer.", resized(OneByteLonger)),
		New("mw.rights.read-only/added", "A window that is bound again has the rights of its first Bind as well.", added),
		New("mw.rights.read-only/writable", "A window for reading can be written to.", granting(nd2.AllowWrite)),
		New("mw.rights.write-only/added", "A window that is bound again has the rights of its first Bind as well.", added),
		New("mw.rights.write-only/readable", "A window for writing can be read.", granting(nd2.AllowRead)),
		New("mw.token.as-sent/byte-order", "The remote token has its bytes the wrong way round.",
			After(calls.MWGetRemoteToken, SwapTokenBytes)),
		New("mw.token.before-result/late", "The token is good only once the result of the Bind has been taken.",
			Recording(func(c *calls.Call, done *calls.Record[bool]) nd2.Status {
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

func resized(change func([]byte) []byte) Defect {
	return Before(calls.QPBind, func(c *calls.Call) {
		if len(c.Buffer) > 1 {
			c.Buffer = change(c.Buffer)
		}
	})
}

// shortAtEnd cuts windows at the ends of regions.
var shortAtEnd = Recording(func(c *calls.Call, registered *calls.Record[[]byte]) nd2.Status {
	switch c.Method {
	case calls.MRRegister:
		registered.Set(c.Object, c.Buffer)
	case calls.QPBind:
		whole := registered.Get(calls.ObjectOf(c.Region))
		n := len(c.Buffer)
		if n > 1 && n < len(whole) && AddressOf(c.Buffer) == AddressOf(whole[len(whole)-n:]) {
			c.Buffer = c.Buffer[:n-1]
		}
	}
	return c.Proceed()
})

// rebinding makes a defect that changes a Bind of a window that was bound before, knowing
// the flags and the buffer of its first one.
func rebinding(change func(c *calls.Call, flags nd2.OpFlags, buffer []byte)) Defect {
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

// tokenOfWaiting are mutants of the token of a window whose Bind waits behind other requests.
var tokenOfWaiting = []Mutant{
	New("mw.token.before-result/when-carried-out",
		"While a Bind waits behind a Send, its window tells the token that it had before.", func() calls.Hooks {
			var sends calls.Record[int]
			var former calls.Record[uint32]
			var waits calls.Record[bool]
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				queue, w := c.Object, calls.ObjectOf(c.Window)
				switch {
				case c.Method == calls.QPSend:
					sends.Update(queue, Increment)
					c.OnResult(func(*calls.Outcome) { sends.Update(queue, Decrement) })
				case c.Method == calls.QPBind && w != nil && sends.Get(queue) > 0:
					waits.Set(w, true)
					c.OnResult(func(*calls.Outcome) { waits.Set(w, false) })
				}
				s := c.Proceed()
				if c.Method == calls.MWGetRemoteToken {
					if waits.Get(c.Object) {
						c.Count = former.Get(c.Object)
					} else {
						former.Set(c.Object, c.Count)
					}
				}
				return s
			}}
		}),
}

// halves breaks the second halves of sentences: what is refused changes no byte.
var halves = slices.Concat(
	LandingAll(calls.QPWrite, "mw.bounds.write", "mw.rights.read-only", "mw.invalidate.ends-writing",
		"adapter.creatememorywindow.invalidated"),
)
