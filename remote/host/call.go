package host

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/wire"
)

// A call is a call of the client's: its methods take parameters, and write the outcome to the
// reply.
type call struct {
	wire.Reader
	*host
	id, object uint64
	reply      wire.Writer
}

// received parses a message that must be a call.
func (h *host) received(m []byte) (c *call, method wire.Method, err error) {
	c = &call{Reader: wire.Rest(m), host: h, reply: wire.Begin(wire.KindReply)}
	c.id, c.object = wire.Uint[uint64](&c.Reader), wire.Uint[uint64](&c.Reader)
	method = wire.Uint[wire.Method](&c.Reader)
	if wire.KindOf(m) != wire.KindCall {
		c.Fail(errNoCall)
	}
	wire.PutUint(&c.reply, c.id)
	return c, method, c.Failed()
}

// make makes the call.
func (c *call) make(m wire.Method) {
	of := own[m]
	if of == nil && m < wire.Methods {
		of = methods[m]
	}
	if of == nil {
		c.violated("call %d of object %d is of no method", c.id, c.object)
	}
	of(c)
}

// end ends the session if the parameters don't fit the method.
func (c *call) end() {
	if err := c.End(); err != nil {
		c.violated("the parameters of call %d of object %d are %v", c.id, c.object, err)
	}
}

// request takes an OVERLAPPED, the same one each time.
func (c *call) request() *nd2.Overlapped {
	o := wire.TakeOverlapped(&c.Reader)
	if o.ID == 0 {
		return nil
	}
	return known(c.host, &c.requests, "requests", o.ID, func() *nd2.Overlapped {
		r := &nd2.Overlapped{}
		switch e := (event{c.host, o.ID, r}); {
		case o.WithoutPacket:
			r.Event = &packetless{e}
		case o.Event:
			r.Event = &e
		}
		return r
	})
}

// A numbered holds what the client has numbered.
type numbered[T any] struct {
	by      map[uint64]*T
	numbers map[*T]uint64
}

func newNumbered[T any]() numbered[T] { return numbered[T]{map[uint64]*T{}, map[*T]uint64{}} }

// forget forgets a number.
func (all *numbered[T]) forget(n uint64) {
	if it := all.by[n]; it != nil {
		delete(all.numbers, it)
		delete(all.by, n)
	}
}

// known returns the thing with a number, the same each time.
func known[T any](h *host, all *numbered[T], what string, n uint64, begin func() *T) *T {
	h.mu.Lock()
	defer h.mu.Unlock()
	if it := all.by[n]; it != nil {
		return it
	}
	if most := 8 * h.Limits.Objects; len(all.by) >= most {
		h.stop(errTooMany(what, most))
	}
	it := begin()
	all.by[n], all.numbers[it] = it, n
	return it
}

// port takes the port of the called file.
func (c *call) port() nd2.CompletionPort {
	if !wire.Bool(&c.Reader) {
		return nil
	}
	return &port{c.host, c.object}
}

// An event tells the client what the provider does to a request's event.
type event struct {
	*host
	id uint64
	of *nd2.Overlapped
}

// Set implements [nd2.Event]. The provider has completed the request before.
func (e *event) Set() {
	e.tell(wire.Event{Set: true, Internal: e.of.Internal, InternalHigh: e.of.InternalHigh})
}

// Reset implements [nd2.Event].
func (e *event) Reset() { e.tell(wire.Event{}) }

func (e *event) tell(change wire.Event) {
	change.Overlapped = e.id
	m := wire.Begin(wire.KindEvent)
	wire.PutEvent(&m, change)
	e.send(m)
}

// packetless is the event of a request without a packet; see [providers.COM].
type packetless struct{ event }

func (*packetless) WithoutPacket() bool { return true }

// A port tells the client of a file's packets.
type port struct {
	*host
	file uint64
}

// Post implements [nd2.CompletionPort].
func (p *port) Post(key uintptr, o *nd2.Overlapped) {
	p.mu.Lock()
	packet := wire.Packet{File: p.file, Key: key, Overlapped: p.requests.numbers[o]}
	p.mu.Unlock()
	if o != nil {
		packet.Internal, packet.InternalHigh = o.Internal, o.InternalHigh
	}
	m := wire.Begin(wire.KindPacket)
	wire.PutPacket(&m, packet)
	p.send(m)
}
