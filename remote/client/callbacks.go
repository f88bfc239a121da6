package client

import (
	"errors"
	"maps"

	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/wire"
)

// A function is a function of the client's that the far provider may call while the adapter it was given to is
// open.
type function struct {
	adapter uint64
	call    func(wire.Callback)
	once    bool
}

// mostCallbacks limits the callbacks in progress.
const mostCallbacks = 1 << 16

var errTooManyCallbacks = errors.New("more callbacks in progress than any provider makes")

// called calls a function in a new goroutine, since it may call the far side. The caller holds the lock.
func (s *session) called(c wire.Callback) error {
	if s.callbacks >= mostCallbacks {
		return errTooManyCallbacks
	}
	s.callbacks++
	go s.callBack(c, s.functions[c.Function].call)
	return nil
}

// callBack calls a function, if it is still known, and tells the far side when it has returned.
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

// endFunction notes that nobody may call a function again; 0 is none. A call that was on its way is still
// accepted. The caller holds the lock.
func (s *session) endFunction(n uint64) {
	if n != 0 {
		delete(s.functions, s.done.Add(n, mostOver))
	}
}

// function registers a function with the far side and writes its number, 0 for nil. A function that is called
// once at most is over after that call, or when the registering call completes inline.
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

// giving writes a function that takes an object.
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

// forgetFunctions forgets the functions of a closed adapter.
func (s *session) forgetFunctions(adapter uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.functions, func(_ uint64, f function) bool { return f.adapter == adapter })
}
