package host

import (
	"time"

	"github.com/ndconform/ndconform/internal/leak"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/wire"
)

// own are the calls of the session.
var own = map[wire.Method]func(*call){
	wire.NewProvider: func(c *call) {
		c.end()
		c.putOut(c.instance.ND2())
	},
	wire.NewND1: func(c *call) {
		c.end()
		offers, ok := c.instance.(providers.V1)
		if !ok {
			c.violated("the provider offers no NetworkDirect v1")
		}
		c.putOut(offers.ND1())
	},
	wire.Allocate: func(c *call) {
		size := wire.Uint[uint64](&c.Reader)
		c.end()
		n, bytes, err := c.allocate(size)
		c.putFailure(err)
		wire.PutUint(&c.reply, n)
		wire.PutUint(&c.reply, memory.Address(bytes))
		c.putShared(bytes)
	},
	wire.Free: func(c *call) {
		n := wire.Uint[uint64](&c.Reader)
		c.end()
		c.free(n)
	},
	wire.Load: func(c *call) {
		p := wire.TakePart(&c.Reader)
		c.end()
		if p.Length > wire.Chunk {
			c.violated("%d bytes in one message", p.Length)
		}
		wire.PutBytes(&c.reply, c.part(p))
	},
	wire.Store: func(c *call) {
		p := wire.Part{Block: wire.Uint[uint64](&c.Reader), Offset: wire.Uint[uint64](&c.Reader)}
		data := wire.Bytes(&c.Reader)
		c.end()
		p.Length = uint64(len(data))
		copy(c.part(p), data)
	},
	wire.Forget: func(c *call) {
		list := wire.List(&c.Reader, wire.Uint[uint64])
		c.end()
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, n := range list {
			c.requests.forget(n)
			c.results.forget(n)
		}
	},
	wire.Inject: (*call).inject,
	wire.Undo:   (*call).undo,
	wire.Clock: func(c *call) {
		c.end()
		wire.PutUint(&c.reply, uint64(time.Now().UnixNano()))
	},
	wire.Usage: func(c *call) {
		c.end()
		held := leak.Take()
		wire.PutUint(&c.reply, held.Memory)
		wire.PutUint(&c.reply, held.Handles)
	},
	wire.Return: func(c *call) {
		id := wire.Uint[uint64](&c.Reader)
		c.end()
		c.hasReturned(id)
	},
}

// putFailure writes the error text of a session's call.
func (c *call) putFailure(err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	wire.PutBytes(&c.reply, text)
}

func (c *call) inject() {
	fault := providers.Fault{Kind: providers.FaultKind(wire.Bytes(&c.Reader)), Adapter: wire.Uint[uint64](&c.Reader)}
	fault.Call, fault.Request = string(wire.Bytes(&c.Reader)), string(wire.Bytes(&c.Reader))
	c.end()
	undo, err := injected(c.instance, fault)
	c.putFailure(err)
	if err != nil {
		wire.PutUint(&c.reply, uint64(0))
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.faults) >= c.Limits.Objects {
		c.stop(errTooMany("faults", c.Limits.Objects))
	}
	number := c.number()
	c.faults[number] = undo
	wire.PutUint(&c.reply, number)
}

func injected(i providers.Instance, f providers.Fault) (undo func(), err error) {
	injector, ok := i.(providers.FaultInjector)
	if !ok {
		return nil, errNoInjector
	}
	return injector.Inject(f)
}

func (c *call) undo() {
	number := wire.Uint[uint64](&c.Reader)
	c.end()
	c.mu.Lock()
	undo := c.faults[number]
	delete(c.faults, number)
	c.mu.Unlock()
	if undo == nil {
		c.violated("fault %d is not there", number)
	}
	undo()
}
