package mutant

import (
	"sync"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// The wrappers of v1 embed the engine's interface, which forwards what no defect is
// about: overlapped requests and references are the engine's own. The object that
// the calls are on is a field.

// A v1Call has the parameters of a call of v1 that have other types than those of
// v2. Objects are the wrappers.
type v1Call struct {
	inbound, outbound nd1.CompletionQueue
	shape             v1Shape // of CreateEndpoint
	inline            *uintptr
	endpoint          nd1.Endpoint
	created           *nd1.Endpoint
	result            *nd1.Result
	sge               []nd1.SGE
	window            nd1.MemoryWindow
	descriptor        *nd1.MWDescriptor
	offset            uint64
	inLimit, outLimit *uintptr
	outcomes          []v1Outcome // of GetResults
	connector         *v1Connector
}

// A v1Shape has the entries, scatter/gather entries and read limits of an endpoint.
type v1Shape struct{ inEntries, outEntries, inSGE, outSGE, inReads, outReads uintptr }

// A v1Outcome is a result that GetResults gives, and the call that it was given
// with; nil for a window's.
type v1Outcome struct {
	*nd1.Result
	of *call
}

type v1Provider struct {
	nd1.Provider
	on object
}

// OpenAdapter implements [nd1.Provider].
func (p *v1Provider) OpenAdapter(address []byte, out *nd1.Adapter) nd2.Status {
	s := p.Provider.OpenAdapter(address, out)
	if s == nd2.Success {
		*out = &v1Adapter{Adapter: *out, on: object{world: p.on.world}, posted: v1Posted{calls: map[*nd1.Result]*call{}}}
	}
	return s
}

type v1Adapter struct {
	nd1.Adapter
	on     object
	posted v1Posted
}

// v1Posted are the calls whose results have not come.
type v1Posted struct {
	mu    sync.Mutex
	calls map[*nd1.Result]*call
}

func (p *v1Posted) add(r *nd1.Result, c *call) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls[r] = c
}

func (p *v1Posted) remove(r *nd1.Result) *call {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.calls[r]
	delete(p.calls, r)
	return c
}

// CreateCompletionQueue implements [nd1.Adapter].
func (a *v1Adapter) CreateCompletionQueue(entries uintptr, out *nd1.CompletionQueue) nd2.Status {
	s := a.Adapter.CreateCompletionQueue(entries, out)
	if s == nd2.Success {
		*out = &v1CompletionQueue{CompletionQueue: *out, on: object{world: a.on.world}, adapter: a}
	}
	return s
}

// CreateMemoryWindow implements [nd1.Adapter].
func (a *v1Adapter) CreateMemoryWindow(invalidateResult *nd1.Result, out *nd1.MemoryWindow) nd2.Status {
	c := &call{method: v1CreateWindow, v1: &v1Call{result: invalidateResult}}
	return a.on.do(c, func(c *call) nd2.Status { return a.Adapter.CreateMemoryWindow(c.v1.result, out) })
}

// CreateConnector implements [nd1.Adapter].
func (a *v1Adapter) CreateConnector(out *nd1.Connector) nd2.Status {
	s := a.Adapter.CreateConnector(out)
	if s == nd2.Success {
		*out = &v1Connector{Connector: *out, on: object{world: a.on.world}, adapter: a}
	}
	return s
}

// Listen implements [nd1.Adapter].
func (a *v1Adapter) Listen(backlog uintptr, protocol int32, port uint16, assignedPort *uint16, out *nd1.Listen) nd2.Status {
	s := a.Adapter.Listen(backlog, protocol, port, assignedPort, out)
	if s == nd2.Success {
		*out = v1Listen{*out}
	}
	return s
}

type v1Listen struct{ nd1.Listen }

// GetConnectionRequest implements [nd1.Listen].
func (l v1Listen) GetConnectionRequest(connector nd1.Connector, o *nd2.Overlapped) nd2.Status {
	if c, ok := connector.(*v1Connector); ok {
		connector = c.Connector
	}
	return l.Listen.GetConnectionRequest(connector, o)
}

type v1CompletionQueue struct {
	nd1.CompletionQueue
	on      object
	adapter *v1Adapter
}

// innerQueue gives the engine's own queue behind a wrapper.
func innerQueue(q nd1.CompletionQueue) nd1.CompletionQueue {
	if w, ok := q.(*v1CompletionQueue); ok {
		return w.CompletionQueue
	}
	return q
}

// GetResults implements [nd1.CompletionQueue].
func (q *v1CompletionQueue) GetResults(results []*nd1.Result) uintptr {
	c := &call{method: v1GetResults, v1: new(v1Call)}
	q.on.do(c, func(c *call) nd2.Status {
		for _, r := range results[:q.CompletionQueue.GetResults(results)] {
			o := v1Outcome{r, q.adapter.posted.remove(r)}
			if o.of != nil && o.of.ended != nil {
				o.of.ended(nil)
			}
			c.v1.outcomes = append(c.v1.outcomes, o)
		}
		return nd2.Success
	})
	n := min(len(results), len(c.v1.outcomes))
	for i, o := range c.v1.outcomes[:n] {
		results[i] = o.Result
	}
	return uintptr(n)
}

type v1Connector struct {
	nd1.Connector
	on      object
	adapter *v1Adapter
}

// CreateEndpoint implements [nd1.Connector].
func (k *v1Connector) CreateEndpoint(inboundCQ, outboundCQ nd1.CompletionQueue, inboundEntries, outboundEntries, inboundSGE, outboundSGE, inboundReadLimit, outboundReadLimit uintptr, maxInlineData *uintptr, out *nd1.Endpoint) nd2.Status {
	c := &call{method: v1CreateEndpoint, v1: &v1Call{
		inbound: inboundCQ, outbound: outboundCQ, inline: maxInlineData, created: out, connector: k,
		shape: v1Shape{inboundEntries, outboundEntries, inboundSGE, outboundSGE, inboundReadLimit, outboundReadLimit},
	}}
	return k.on.do(c, func(c *call) nd2.Status {
		p := c.v1
		s := k.Connector.CreateEndpoint(innerQueue(p.inbound), innerQueue(p.outbound), p.shape.inEntries, p.shape.outEntries,
			p.shape.inSGE, p.shape.outSGE, p.shape.inReads, p.shape.outReads, p.inline, p.created)
		if s == nd2.Success {
			*p.created = &v1Endpoint{Endpoint: *p.created, on: object{world: k.on.world}, connector: k, inbound: p.inbound, outbound: p.outbound}
		}
		return s
	})
}

// Connect implements [nd1.Connector].
func (k *v1Connector) Connect(endpoint nd1.Endpoint, address []byte, protocol int32, localPort uint16, privateData []byte, o *nd2.Overlapped) nd2.Status {
	c := &call{method: v1Connect, v1: &v1Call{endpoint: endpoint, connector: k}}
	return k.on.do(c, func(c *call) nd2.Status {
		return k.Connector.Connect(innerEndpoint(c.v1.endpoint), address, protocol, localPort, privateData, o)
	})
}

// Accept implements [nd1.Connector].
func (k *v1Connector) Accept(endpoint nd1.Endpoint, privateData []byte, o *nd2.Overlapped) nd2.Status {
	c := &call{method: v1Accept, v1: &v1Call{endpoint: endpoint, connector: k}}
	return k.on.do(c, func(c *call) nd2.Status {
		return k.Connector.Accept(innerEndpoint(c.v1.endpoint), privateData, o)
	})
}

// GetConnectionData implements [nd1.Connector].
func (k *v1Connector) GetConnectionData(inboundReadLimit, outboundReadLimit *uintptr, privateData []byte, size *uintptr) nd2.Status {
	c := &call{method: v1GetConnectionData, v1: &v1Call{inLimit: inboundReadLimit, outLimit: outboundReadLimit}}
	return k.on.do(c, func(c *call) nd2.Status {
		return k.Connector.GetConnectionData(c.v1.inLimit, c.v1.outLimit, privateData, size)
	})
}
