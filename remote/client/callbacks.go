package client

import (
	"errors"
	"maps"

	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/wire"
)

// A function is one of the client's that the far provider may call, as long as the adapter is
// open to which it was given.
type function struct {
	adapter uint64
	call    func(wire.Callback)
	once    bool
}

// mostCallbacks is how many callbacks may be in progress.
const mostCallbacks = 1 << 16

var errTooManyCallbacks = errors.New("more callbacks in progress than any provider makes")

// called calls a function in a new goroutine, since it may call the far side. The
// lock is held.
func (s *session) called(c wire.Callback) error {
	if s.callbacks >= mostCallbacks {
		return errTooManyCallbacks
	}
	s.callbacks++
	go s.callBack(c, s.functions[c.Function].call)
	return nil
}

// callBack calls a function and says so when it has returned. One that is not known any more
// is not called.
func (s *session) callBack(c wire.Callback, call func(wire.Callback)) {
	if call != nil {
		call(c)
	}
	returned := s.own(wire.Return)
	wire.PutUint(&returned.Writer, c.ID)
	returned.make().end()
	s.mu.Lock()
	s.callbacks--
	if s.functions[c.Function].once {
		s.endFunction(c.Function)
	}
	s.mu.Unlock()
}

// endFunction notes that nobody may call a function again, if it is not 0. One that does, soon, is still
// heard. The lock is held.
func (s *session) endFunction(n uint64) {
	if n != 0 {
		delete(s.functions, s.done.Add(n, mostOver))
	}
}

// function makes a function known to the far side, and writes its number; nil has none. One that is called once
// at most is over when that has happened, or when the call does not wait for it.
func (c *call) function(f func(wire.Callback), once bool) {
	number := uint64(0)
	if f != nil {
		c.mu.Lock()
		c.last++
		number = c.last
		c.functions[number] = function{c.adapter, f, once}
		if once {
			c.granted.function = number
		}
		c.mu.Unlock()
	}
	wire.PutUint(&c.Writer, number)
}

// telling writes a function that takes a status.
func (c *call) telling(f func(context uintptr, s ndk.Status), once bool) {
	if f == nil {
		c.function(nil, once)
		return
	}
	c.function(func(b wire.Callback) { f(b.Context, ndk.Status(b.Status)) }, once)
}

// calling writes a function that takes only its context.
func (c *call) calling(f func(context uintptr), once bool) {
	if f == nil {
		c.function(nil, once)
		return
	}
	c.function(func(b wire.Callback) { f(b.Context) }, once)
}

// giving writes a function that is given an object.
func (c *call) giving(f ndk.CreateCompletion, once bool) {
	if f == nil {
		c.function(nil, once)
		return
	}
	c.function(func(b wire.Callback) {
		object, _ := c.object.session.object(b.Object.Object, b.Object.Kind, c.adapter).(ndk.Object)
		f(b.Context, ndk.Status(b.Status), object)
	}, once)
}

// forgetFunctions lets go of the functions that were given to an adapter, which is closed.
func (s *session) forgetFunctions(adapter uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.functions, func(_ uint64, f function) bool { return f.adapter == adapter })
}
