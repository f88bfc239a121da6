package calls

import (
	"sync"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// The wrappers of ND v1 embed the provider's interface, which forwards what no hook is
// about: overlapped requests and references are the provider's own. The object that
// the calls are on is a field.

// An ND1Call has the parameters of a call of ND v1 that have other types than those
// of ND2. Objects are the wrappers.
type ND1Call struct {
	Inbound, Outbound           nd1.CompletionQueue
	Shape                       ND1Shape // of CreateEndpoint
	Inline                      *uintptr
	Endpoint                    nd1.Endpoint
	Created                     *nd1.Endpoint
	Info                        *nd1.AdapterInfo
	Result                      *nd1.Result
	SGE                         []nd1.SGE
	Window                      nd1.MemoryWindow
	Descriptor                  *nd1.MWDescriptor
	Offset                      uint64
	InboundLimit, OutboundLimit *uintptr
	Outcomes                    []ND1Outcome // of GetResults
	Places                      int          // of the array that GetResults is given
	Connector                   *ND1Connector
}

// An ND1Shape has the entries, scatter/gather entries and read limits of an endpoint.
type ND1Shape struct {
	InboundEntries, OutboundEntries uintptr
	InboundSGE, OutboundSGE         uintptr
	InboundReads, OutboundReads     uintptr
}

// An ND1Outcome is a result that GetResults returns, and the call that posted its
// request; nil for that of a window invalidated by the peer.
type ND1Outcome struct {
	*nd1.Result
	Of *Call
}

type nd1Provider struct {
	nd1.Provider
	on Object
}

// OpenAdapter implements [nd1.Provider].
func (p *nd1Provider) OpenAdapter(address []byte, out *nd1.Adapter) nd2.Status {
	s := p.Provider.OpenAdapter(address, out)
	if s == nd2.Success {
		*out = &nd1Adapter{Adapter: *out, on: Object{layer: p.on.layer}, posted: nd1Posted{calls: map[*nd1.Result]*Call{}}}
	}
	return s
}

type nd1Adapter struct {
	nd1.Adapter
	on     Object
	posted nd1Posted
}

// nd1Posted are the calls whose results have not come.
type nd1Posted struct {
	mu    sync.Mutex
	calls map[*nd1.Result]*Call
}

func (p *nd1Posted) add(r *nd1.Result, c *Call) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls[r] = c
}

func (p *nd1Posted) remove(r *nd1.Result) *Call {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.calls[r]
	delete(p.calls, r)
	return c
}

// Query implements [nd1.Adapter].
func (a *nd1Adapter) Query(version uint32, info *nd1.AdapterInfo, size *uintptr) nd2.Status {
	c := &Call{Method: ND1Query, ND1: &ND1Call{Info: info}}
	return a.on.do(c, func(c *Call) nd2.Status { return a.Adapter.Query(version, c.ND1.Info, size) })
}

// CreateCompletionQueue implements [nd1.Adapter].
func (a *nd1Adapter) CreateCompletionQueue(entries uintptr, out *nd1.CompletionQueue) nd2.Status {
	s := a.Adapter.CreateCompletionQueue(entries, out)
	if s == nd2.Success {
		*out = &nd1CompletionQueue{CompletionQueue: *out, on: Object{layer: a.on.layer}, adapter: a}
	}
	return s
}

// CreateMemoryWindow implements [nd1.Adapter].
func (a *nd1Adapter) CreateMemoryWindow(invalidateResult *nd1.Result, out *nd1.MemoryWindow) nd2.Status {
	c := &Call{Method: ND1CreateMemoryWindow, ND1: &ND1Call{Result: invalidateResult}}
	return a.on.do(c, func(c *Call) nd2.Status { return a.Adapter.CreateMemoryWindow(c.ND1.Result, out) })
}

// CreateConnector implements [nd1.Adapter].
func (a *nd1Adapter) CreateConnector(out *nd1.Connector) nd2.Status {
	s := a.Adapter.CreateConnector(out)
	if s == nd2.Success {
		*out = &ND1Connector{Connector: *out, On: Object{layer: a.on.layer}, Adapter: a}
	}
	return s
}

// Listen implements [nd1.Adapter].
func (a *nd1Adapter) Listen(backlog uintptr, protocol int32, port uint16, assignedPort *uint16, out *nd1.Listen) nd2.Status {
	s := a.Adapter.Listen(backlog, protocol, port, assignedPort, out)
	if s == nd2.Success {
		*out = nd1Listen{*out}
	}
	return s
}

type nd1Listen struct{ nd1.Listen }

// GetConnectionRequest implements [nd1.Listen].
func (l nd1Listen) GetConnectionRequest(connector nd1.Connector, o *nd2.Overlapped) nd2.Status {
	if c, ok := connector.(*ND1Connector); ok {
		connector = c.Connector
	}
	return l.Listen.GetConnectionRequest(connector, o)
}

type nd1CompletionQueue struct {
	nd1.CompletionQueue
	on      Object
	adapter *nd1Adapter
}

// innerND1Queue returns the provider's own queue behind a wrapper.
func innerND1Queue(q nd1.CompletionQueue) nd1.CompletionQueue {
	if w, ok := q.(*nd1CompletionQueue); ok {
		return w.CompletionQueue
	}
	return q
}

// GetResults implements [nd1.CompletionQueue].
func (q *nd1CompletionQueue) GetResults(results []*nd1.Result) uintptr {
	c := &Call{Method: ND1GetResults, ND1: &ND1Call{Places: len(results)}}
	q.on.do(c, func(c *Call) nd2.Status {
		for _, r := range results[:q.CompletionQueue.GetResults(results)] {
			o := ND1Outcome{r, q.adapter.posted.remove(r)}
			if o.Of != nil && o.Of.ended != nil {
				o.Of.ended(nil)
			}
			c.ND1.Outcomes = append(c.ND1.Outcomes, o)
		}
		return nd2.Success
	})
	n := min(len(results), len(c.ND1.Outcomes))
	for i, o := range c.ND1.Outcomes[:n] {
		results[i] = o.Result
	}
	return uintptr(n)
}

// An ND1Connector wraps an INDConnector. Calls on it are on On.
type ND1Connector struct {
	nd1.Connector
	On      Object
	Adapter *nd1Adapter
}

// CreateEndpoint implements [nd1.Connector].
func (k *ND1Connector) CreateEndpoint(inboundCQ, outboundCQ nd1.CompletionQueue, inboundEntries, outboundEntries, inboundSGE, outboundSGE, inboundReadLimit, outboundReadLimit uintptr, maxInlineData *uintptr, out *nd1.Endpoint) nd2.Status {
	c := &Call{Method: ND1CreateEndpoint, ND1: &ND1Call{
		Inbound: inboundCQ, Outbound: outboundCQ, Inline: maxInlineData, Created: out, Connector: k,
		Shape: ND1Shape{inboundEntries, outboundEntries, inboundSGE, outboundSGE, inboundReadLimit, outboundReadLimit},
	}}
	return k.On.do(c, func(c *Call) nd2.Status {
		p := c.ND1
		s := k.Connector.CreateEndpoint(innerND1Queue(p.Inbound), innerND1Queue(p.Outbound), p.Shape.InboundEntries, p.Shape.OutboundEntries,
			p.Shape.InboundSGE, p.Shape.OutboundSGE, p.Shape.InboundReads, p.Shape.OutboundReads, p.Inline, p.Created)
		if s == nd2.Success {
			*p.Created = &nd1Endpoint{Endpoint: *p.Created, on: Object{layer: k.On.layer}, connector: k, inbound: p.Inbound, outbound: p.Outbound}
		}
		return s
	})
}

// Connect implements [nd1.Connector].
func (k *ND1Connector) Connect(endpoint nd1.Endpoint, address []byte, protocol int32, localPort uint16, privateData []byte, o *nd2.Overlapped) nd2.Status {
	c := &Call{Method: ND1Connect, ND1: &ND1Call{Endpoint: endpoint, Connector: k}}
	return k.On.do(c, func(c *Call) nd2.Status {
		return k.Connector.Connect(innerND1Endpoint(c.ND1.Endpoint), address, protocol, localPort, privateData, o)
	})
}

// Accept implements [nd1.Connector].
func (k *ND1Connector) Accept(endpoint nd1.Endpoint, privateData []byte, o *nd2.Overlapped) nd2.Status {
	c := &Call{Method: ND1Accept, ND1: &ND1Call{Endpoint: endpoint, Connector: k}}
	return k.On.do(c, func(c *Call) nd2.Status {
		return k.Connector.Accept(innerND1Endpoint(c.ND1.Endpoint), privateData, o)
	})
}

// GetConnectionData implements [nd1.Connector].
func (k *ND1Connector) GetConnectionData(inboundReadLimit, outboundReadLimit *uintptr, privateData []byte, size *uintptr) nd2.Status {
	c := &Call{Method: ND1GetConnectionData, ND1: &ND1Call{InboundLimit: inboundReadLimit, OutboundLimit: outboundReadLimit}}
	return k.On.do(c, func(c *Call) nd2.Status {
		return k.Connector.GetConnectionData(c.ND1.InboundLimit, c.ND1.OutboundLimit, privateData, size)
	})
}
