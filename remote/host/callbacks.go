package host

import (
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/wire"
)

// callBack makes the client call its function, and returns when that has returned: the provider's next
// action may depend on it. It also returns when the session is over.
func (h *host) callBack(function uint64, context uintptr, s ndk.Status, object wire.Out) {
	if function == 0 {
		return
	}
	returned := make(chan struct{})
	h.mu.Lock()
	id := h.number()
	h.callbacks[id] = returned
	h.mu.Unlock()
	m := wire.Begin(wire.KindCallback)
	wire.PutCallback(&m, wire.Callback{ID: id, Function: function, Context: context, Status: uint32(s), Object: object})
	h.send(m)
	select {
	case <-returned:
	case <-h.over:
	}
}

// hasReturned releases the caller of a client's function.
func (h *host) hasReturned(id uint64) {
	h.mu.Lock()
	returned := h.callbacks[id]
	delete(h.callbacks, id)
	h.mu.Unlock()
	if returned == nil {
		h.violated("callback %d is not in progress", id)
	}
	close(returned)
}

// telling reads a function that takes a status. If the client gave none and one is needed, it returns a
// function that does nothing; so do calling and giving.
func (c *call) telling(needed bool) func(context uintptr, s ndk.Status) {
	function := wire.Uint[uint64](&c.Reader)
	if function == 0 && !needed {
		return nil
	}
	return func(context uintptr, s ndk.Status) { c.callBack(function, context, s, wire.Out{}) }
}

// calling reads a function that takes only its context.
func (c *call) calling(needed bool) func(context uintptr) {
	function := wire.Uint[uint64](&c.Reader)
	if function == 0 && !needed {
		return nil
	}
	return func(context uintptr) { c.callBack(function, context, ndk.Success, wire.Out{}) }
}

// giving reads a function that takes an object.
func (c *call) giving(needed bool) ndk.CreateCompletion {
	function := wire.Uint[uint64](&c.Reader)
	if function == 0 && !needed {
		return nil
	}
	return func(context uintptr, s ndk.Status, object ndk.Object) {
		c.callBack(function, context, s, c.out(object))
	}
}
