package client

import (
	"errors"
	"maps"

	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/proto"
)

// A function is one of the client's that the far provider may call, as long as the adapter is
// open to which it was given.
type function struct {
	adapter uint64
	call    func(*proto.Callback)
}

// mostCallbacks is how many callbacks may be in progress.
const mostCallbacks = 1 << 16

var errTooManyCallbacks = errors.New("more callbacks in progress than any provider makes")

// called has a function called, in a goroutine of its own, since it may call the far side. The
// lock is held.
func (s *session) called(c *proto.Callback) error {
	if s.callbacks >= mostCallbacks {
		return errTooManyCallbacks
	}
	s.callbacks++
	go s.callBack(c, s.functions[c.GetFunction()].call)
	return nil
}

// callBack calls a function and says so when it has returned. One that is not known any more
// is not called.
func (s *session) callBack(c *proto.Callback, call func(*proto.Callback)) {
	if call != nil {
		call(c)
	}
	s.mu.Lock()
	s.callbacks--
	s.mu.Unlock()
	s.call(0, &proto.Call{Method: &proto.Call_Return{Return: &proto.Return{Callback: c.GetId()}}})
}

// function makes a function known to the far side.
func (o *ndkObject) function(context uintptr, call func(*proto.Callback)) *proto.Completion {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.last++
	o.functions[o.last] = function{o.adapter, call}
	return &proto.Completion{Function: o.last, Context: uint64(context)}
}

// telling makes a function known that is told a status; nil stays nil.
func (o *ndkObject) telling(f func(context uintptr, s ndk.Status), context uintptr) *proto.Completion {
	if f == nil {
		return &proto.Completion{Context: uint64(context)}
	}
	return o.function(context, func(c *proto.Callback) { f(uintptr(c.GetContext()), ndk.Status(c.GetStatus())) })
}

// calling is telling for a function that is told nothing but its context.
func (o *ndkObject) calling(f func(context uintptr), context uintptr) *proto.Completion {
	if f == nil {
		return &proto.Completion{Context: uint64(context)}
	}
	return o.function(context, func(c *proto.Callback) { f(uintptr(c.GetContext())) })
}

// giving is telling for a function that is given an object.
func (o *ndkObject) giving(f ndk.CreateCompletion, context uintptr) *proto.Completion {
	if f == nil {
		return &proto.Completion{Context: uint64(context)}
	}
	return o.function(context, func(c *proto.Callback) {
		f(uintptr(c.GetContext()), ndk.Status(c.GetStatus()), o.comesOutNDK(c.GetObject()))
	})
}

// forgetFunctions lets go of the functions that were given to an adapter, which is closed.
func (s *session) forgetFunctions(adapter uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.functions, func(_ uint64, f function) bool { return f.adapter == adapter })
}
