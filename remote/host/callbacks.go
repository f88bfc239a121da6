package host

import (
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/proto"
)

// callBack has the client's function called, and returns when that has returned: what the
// provider does next may depend on it. It also returns when the session is over.
func (h *host) callBack(function *proto.Completion, context uintptr, s ndk.Status, object *proto.Out) {
	if function.GetFunction() == 0 {
		return
	}
	returned := make(chan struct{})
	h.mu.Lock()
	id := h.number()
	h.callbacks[id] = returned
	h.mu.Unlock()
	h.send(&proto.Frame{Frame: &proto.Frame_Callback{Callback: &proto.Callback{
		Id: id, Function: function.GetFunction(), Context: uint64(context), Status: uint32(s), Object: object,
	}}})
	select {
	case <-returned:
	case <-h.over:
	}
}

// hasReturned lets go of what waits for a function of the client's.
func (h *host) hasReturned(id uint64) *proto.Reply {
	h.mu.Lock()
	returned := h.callbacks[id]
	delete(h.callbacks, id)
	h.mu.Unlock()
	if returned == nil {
		h.violated("callback %d is not in progress", id)
	}
	close(returned)
	return &proto.Reply{}
}

// telling returns the provider's form of a function that is told a status.
func (h *host) telling(function *proto.Completion) func(context uintptr, s ndk.Status) {
	return func(context uintptr, s ndk.Status) { h.callBack(function, context, s, nil) }
}

// calling returns that of a function that is told nothing but its context.
func (h *host) calling(function *proto.Completion) func(context uintptr) {
	return func(context uintptr) { h.callBack(function, context, ndk.Success, nil) }
}

// giving returns that of a function that is given an object.
func (h *host) giving(function *proto.Completion) ndk.CreateCompletion {
	return func(context uintptr, s ndk.Status, object ndk.Object) {
		h.callBack(function, context, s, h.cameOutNDK(object))
	}
}

// cameOutNDK returns the message form of what a creation has given.
func (h *host) cameOutNDK(object any) *proto.Out {
	if object == nil {
		return nil
	}
	return &proto.Out{Object: h.add(object), Kind: kindOf(object)}
}
