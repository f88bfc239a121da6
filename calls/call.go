package calls

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// A Call is one call of a client on an object, or of the provider on a client's event, completion
// port or callback, with its parameters. A hook may change the parameters before it calls Proceed,
// and the outcome after it.
type Call struct {
	*Object
	// Method is a constant such as [QPSend], the method's name in the documents.
	Method string
	method *method
	next   func(*Call) nd2.Status

	// The parameters, under nd2's names. Objects are the wrappers, if the client has wrappers.
	IID                                    nd2.GUID
	File                                   nd2.OverlappedFile
	Depth, SGEs, Threshold                 uint32 // of one queue
	ReceiveDepth, InitiatorDepth           uint32
	ReceiveSGEs, InitiatorSGEs, InlineSize uint32
	Group                                  uint16
	Affinity                               uint64
	ReceiveCQ, InitiatorCQ, SRQ            nd2.Unknown
	Context                                uintptr // of a request or a queue pair
	Out                                    *nd2.Unknown
	OutFile                                *nd2.OverlappedFile
	Overlapped                             *nd2.Overlapped // the client's
	Request                                nd2.RequestType
	SGE                                    []nd2.SGE
	Flags                                  nd2.OpFlags
	Address                                uint64
	Token                                  uint32
	Region, Window                         nd2.Unknown
	Buffer                                 []byte // memory, a sockaddr, or private data
	Rights                                 nd2.RegionFlags
	NotifyType                             nd2.NotifyType
	QueuePair, Connector                   nd2.Unknown
	Destination                            []byte
	InboundReads, OutboundReads            uint32
	InboundLimit, OutboundLimit            *uint32
	Size                                   *uint32
	Backlog                                uint32
	AdapterID                              uint64
	FoundID                                *uint64
	Info                                   *nd2.AdapterInfo
	List                                   *nd2.SocketAddressList
	FoundGroup                             *uint16
	FoundAffinity                          *uint64
	Wait                                   bool
	Results                                []nd2.Result

	// ND1 and NDK have the parameters that only these interfaces have, nil for others. Into is
	// where they put created objects, as far as neither has a field for them.
	ND1  *ND1Call
	NDK  *NDKCall
	Into any

	// Made is the object that the call has created, or nil.
	Made *Object
	// Proxy stands for the client's OVERLAPPED; nil without one.
	Proxy *ProxyOverlapped
	// Count is a method's return value that is no status: results, references, a token.
	Count uint32

	// ended is called with the result of the posted request; nil if nobody asked for it.
	ended func(*Outcome)
}

// A method is what all calls of a method share.
type method struct {
	// documented is its name in the documents, name its name in Go.
	documented, name string
	// arguments are its parameters, in their order.
	arguments func(*Call) []any
	// carry makes the provider carry out a call.
	carry func(*Call) nd2.Status
}

// Name is the method's name in Go, such as Send.
func (c *Call) Name() string { return c.method.name }

// Arguments are the parameters, in their order.
func (c *Call) Arguments() []any { return c.method.arguments(c) }

// callPool reuses calls of layers whose hooks keep none; nd1CallPool reuses v1's parts of calls.
var (
	callPool    = sync.Pool{New: func() any { return new(Call) }}
	nd1CallPool = sync.Pool{New: func() any { return new(ND1Call) }}
)

// begin makes a call on o.
func (o *Object) begin(m *method) *Call {
	var c *Call
	if o.layer.transparent {
		c = callPool.Get().(*Call)
	} else {
		c = new(Call)
	}
	c.Object, c.Method, c.method, c.next = o, m.documented, m, m.carry
	return c
}

// made carries out the call through the hooks, and gives it back.
func (c *Call) made() nd2.Status {
	s := c.pass()
	c.done()
	return s
}

// counted is made for a call that returns a count.
func (c *Call) counted() uint32 {
	c.pass()
	n := c.Count
	c.done()
	return n
}

// pass makes the call pass the hooks.
func (c *Call) pass() nd2.Status {
	if c.hooked() {
		return c.layer.hooks.Call(c)
	}
	return c.next(c)
}

// done gives the call back, if nobody keeps it: NDK's callbacks do.
func (c *Call) done() {
	if c.layer.transparent && c.NDK == nil {
		if c.ND1 != nil {
			*c.ND1 = ND1Call{}
			nd1CallPool.Put(c.ND1)
		}
		*c = Call{}
		callPool.Put(c)
	}
}

// hooked reports whether the call passes the hooks. In a layer that changes calls, it does not
// where no hook has an effect.
func (c *Call) hooked() bool {
	switch {
	case c.layer.hooks.Call == nil || c.exempt:
		return false
	case c.layer.transparent || !c.older:
		return true
	}
	switch c.Method {
	case AddRef, Release, QueryInterface, ND1CancelOverlappedRequests, ND1GetOverlappedResult, NDKClose:
		return false
	case NDKQueryExtension:
		return c.NDK.SRQ != nil
	}
	return true
}

// Proceed carries out the call as it now is: it goes to the next hook, or to the provider. It may
// be called several times, or later; for a watched call, only until the hook has returned.
func (c *Call) Proceed() nd2.Status { return c.next(c) }

// OnResult calls f with the result of the posted request when it leaves the provider, in the
// goroutine that takes it. f may change the result; for v1 it gets nil. OnResult must precede
// Proceed.
func (c *Call) OnResult(f func(*Outcome)) {
	outer := c.ended
	c.ended = func(o *Outcome) {
		f(o)
		if outer != nil {
			outer(o)
		}
	}
}

// OnCQ returns the call's completion queue. It panics if the call is on another kind of object, as
// do OnSRQ, OnQP and OnConnector.
func (c *Call) OnCQ() *CompletionQueue { return c.Self.(*CompletionQueue) }

// OnSRQ returns the call's shared receive queue.
func (c *Call) OnSRQ() *SharedReceiveQueue { return c.Self.(*SharedReceiveQueue) }

// OnQP returns the call's queue pair.
func (c *Call) OnQP() *QueuePair { return c.Self.(*QueuePair) }

// OnConnector returns the call's connector.
func (c *Call) OnConnector() *Connector { return c.Self.(*Connector) }

// Notifies reports whether the call is the provider's, to the event of a request that was made with
// a method and has ended with a status.
func (c *Call) Notifies(method string, with nd2.Status) bool {
	return c.Method == EventSet && c.Proxy.Method == method && c.Proxy.Status() == with
}

// noMethod is the method of a notification.
var noMethod method

// do carries out a call on o that is no method of an interface, through the hooks.
func (o *Object) do(c *Call, next func(*Call) nd2.Status) nd2.Status {
	c.Object, c.method, c.next = o, &noMethod, next
	return c.pass()
}
