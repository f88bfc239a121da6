package client

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/wire"
)

// A call is a call under construction: its methods write parameters.
type call struct {
	wire.Writer
	*object
	granted
	id     uint64
	method wire.Method
}

// granted are the numbers that a call has given: a request, an ND_RESULT, and a function that is
// called once at most. If the call fails, they are over. 0 means none.
type granted struct{ request, result, function uint64 }

// begin begins a call of a method of the object.
func (o *object) begin(m wire.Method) *call {
	c := &call{wire.Begin(wire.KindCall), o, granted{}, o.calls.Add(1), m}
	wire.PutUint(&c.Writer, c.id)
	wire.PutUint(&c.Writer, o.number)
	wire.PutUint(&c.Writer, m)
	return c
}

// own begins a call of the session.
func (s *session) own(m wire.Method) *call { return (&object{session: s}).begin(m) }

// make makes the call, and waits for the reply. After the session the process ends soon,
// except in tests, which get an empty reply.
func (c *call) make() *reply {
	came := make(chan wire.Reader, 1)
	c.mu.Lock()
	c.waiting[c.id], c.latest = waiter{came, c.method}, c.method
	c.mu.Unlock()

	c.sending.Lock()
	_ = c.side.Send(c.Bytes) // an error shows when receiving
	c.sending.Unlock()
	c.lead(came)
	select {
	case r := <-came:
		return &reply{r, c.object, c.granted, false}
	case <-c.over:
		return &reply{wire.Reader{}, c.object, granted{}, true}
	}
}

// A reply is the answer to a call: its methods take the values in it.
type reply struct {
	wire.Reader
	*object
	granted // to the call
	// nothing says that the session ended before.
	nothing bool
}

// returns takes a method's return value.
func returns[T ~uint32 | ~uintptr](r *reply) T {
	var none T
	switch any(none).(type) {
	case nd2.Status, ndk.Status:
		if r.nothing {
			return T(nd2.InternalError)
		}
	}
	returned := wire.Uint[T](&r.Reader)
	r.returned(uint32(returned))
	return returned
}

// end ends the session if the reply does not fit the call.
func (r *reply) end() {
	if err := r.End(); err != nil && !r.nothing {
		r.impossible(err)
	}
}

// reference writes an object.
func (c *call) reference(it any) {
	number := uint64(0)
	if it != nil {
		number = wire.Foreign
		if mine, ok := it.(interface{ far() *object }); ok && mine.far().session == c.session {
			number = mine.far().number
		}
	}
	wire.PutUint(&c.Writer, number)
}

// port registers a file's port before its first packet, and writes whether there is a port.
func (c *call) port(port nd2.CompletionPort) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ports[c.number] == nil && port != nil {
		c.ports[c.number] = port
	}
	wire.PutBool(&c.Writer, port != nil)
}
