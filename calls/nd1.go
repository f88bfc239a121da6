package calls

import (
	"math"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// An ND1Call has the parameters of a v1 call whose types differ from v2's. Objects are the
// wrappers.
type ND1Call struct {
	Inbound, Outbound           nd1.CompletionQueue
	Shape                       ND1Shape // of CreateEndpoint
	Inline                      *uintptr
	Endpoint                    nd1.Endpoint
	Created                     *nd1.Endpoint
	Version                     uint32
	Info                        *nd1.AdapterInfo
	Size                        *uintptr
	Result                      *nd1.Result
	SGE                         []nd1.SGE
	Region                      nd1.MRHandle
	OutRegion                   *nd1.MRHandle
	Window                      nd1.MemoryWindow
	Descriptor                  *nd1.MWDescriptor
	Offset                      uint64
	InboundLimit, OutboundLimit *uintptr
	Entries, Backlog            uintptr
	Protocol                    int32
	Port, LocalPort             uint16
	AssignedPort                *uint16
	IoControlCode               uint32
	In, Out                     []byte
	BytesReturned               *uintptr
	BytesTransferred            *uintptr
	// Taker is the connector that gets GetConnectionRequest's request.
	Taker nd1.Connector
	// Results is GetResults' array, and Outcomes what it returns; a transparent layer fills the
	// first Count of Results only.
	Results   []*nd1.Result
	Outcomes  []ND1Outcome
	Connector *ND1Connector // the call's connector, or its endpoint's
}

// An ND1Shape has the entries, scatter/gather entries and read limits of an endpoint.
type ND1Shape struct {
	InboundEntries, OutboundEntries uintptr
	InboundSGE, OutboundSGE         uintptr
	InboundReads, OutboundReads     uintptr
}

// An ND1Bound is a number of a shape, and the most that an adapter allows.
type ND1Bound struct {
	Number *uintptr
	Most   uintptr
}

// Bounds are the shape's numbers, in the order of CreateEndpoint's parameters, with an adapter's limits.
func (s *ND1Shape) Bounds(i *nd1.AdapterInfo) []ND1Bound {
	return []ND1Bound{
		{&s.InboundEntries, i.MaxInboundRequests},
		{&s.OutboundEntries, i.MaxOutboundRequests},
		{&s.InboundSGE, i.MaxInboundSGE},
		{&s.OutboundSGE, i.MaxOutboundSGE},
		{&s.InboundReads, i.MaxInboundReadLimit},
		{&s.OutboundReads, i.MaxOutboundReadLimit},
	}
}

// An ND1Outcome is a result from GetResults, with the call that posted its request; nil for a
// window that the peer has invalidated.
type ND1Outcome struct {
	*nd1.Result
	Of *Call
}

// The wrappers of ND v1 that are not generated.
type (
	nd1Unknown     struct{ unknown }
	nd1Overlapping struct{ nd1Unknown }

	// An ND1Endpoint wraps an [nd1.Endpoint].
	ND1Endpoint struct {
		nd1Unknown
		Inner nd1.Endpoint
		// inbound and outbound are its completion queues.
		inbound, outbound nd1.CompletionQueue
	}
)

func (w *nd1Unknown) begin(m *method) *Call {
	c := w.unknown.begin(m)
	if w.layer.transparent {
		c.ND1 = nd1CallPool.Get().(*ND1Call)
	} else {
		c.ND1 = new(ND1Call)
	}
	return c
}

func (w *ND1Connector) begin(m *method) *Call {
	c := w.nd1Overlapping.begin(m)
	c.ND1.Connector = w
	return c
}

func (w *ND1Endpoint) begin(m *method) *Call {
	c := w.nd1Unknown.begin(m)
	c.ND1.Endpoint, c.ND1.Inbound, c.ND1.Outbound = w, w.inbound, w.outbound
	c.ND1.Connector, _ = w.Creator.(*ND1Connector)
	return c
}

// wrapEndpoint wraps the endpoint that a call creates.
func (c *Call) wrapEndpoint(of nd1.Endpoint) any {
	w := &ND1Endpoint{Inner: of, inbound: c.ND1.Inbound, outbound: c.ND1.Outbound}
	return c.earlier(w.wraps("INDEndpoint", w.Inner, w))
}

// Adapter is the adapter that has created a connector.
func (w *ND1Connector) Adapter() *ND1Adapter { return w.Creator.(*ND1Adapter) }

// earlier is [Call.given] for an object of ND v1 or NDK.
func (c *Call) earlier(o *Object) any {
	o.older, o.Creator = true, c.Self
	return c.given(o)
}

// postND1 is [Call.post] for ND v1, whose providers name a request by its result.
func (c *Call) postND1(next func(c *Call) nd2.Status) nd2.Status {
	return c.post(func(c *Call, _ uintptr) nd2.Status { return next(c) })
}

// GetResults implements [nd1.CompletionQueue].
func (w *ND1CompletionQueue) GetResults(results []*nd1.Result) uintptr {
	c := w.begin(&ofND1GetResults)
	c.ND1.Results = results
	if c.layer.transparent {
		return uintptr(c.counted())
	}
	c.pass()
	n := min(len(results), len(c.ND1.Outcomes))
	for i, o := range c.ND1.Outcomes[:n] {
		results[i] = o.Result
	}
	return uintptr(n)
}

// takeND1Results carries out GetResults.
func (c *Call) takeND1Results() nd2.Status {
	q, results := c.Self.(*ND1CompletionQueue), c.ND1.Results
	n := q.Inner.GetResults(results)
	c.Count = uint32(min(n, math.MaxUint32))
	if c.layer.transparent {
		return nd2.Success
	}
	for _, r := range results[:n] {
		of := c.layer.postedRequests.endND1(r)
		if of != nil && of.ended != nil {
			of.ended(nil)
		}
		c.ND1.Outcomes = append(c.ND1.Outcomes, ND1Outcome{r, of})
	}
	return nd2.Success
}

// endND1 takes the request that has a result of ND v1, and returns its call, or nil.
func (l *postedRequests) endND1(r *nd1.Result) *Call {
	l.mu.Lock()
	number := l.byResult[r]
	l.mu.Unlock()
	if p := l.end(number); p != nil {
		return &p.Call
	}
	return nil
}

// result is the result that ND v1 has for the call's request, or nil.
func (c *Call) result() *nd1.Result {
	if c.ND1 == nil {
		return nil
	}
	return c.ND1.Result
}
