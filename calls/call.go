package calls

import "github.com/ndconform/ndconform/nd2"

// A Call is one call of a client on an object, or of the provider on a client's
// event, completion port or callback, with whatever parameters it has. A hook may
// change them before it has the call proceed, and what the call has found after it.
type Call struct {
	*Object
	// Method is one of the constants, such as [QPSend]: its name in the documents.
	Method string
	next   func(*Call) nd2.Status

	// The parameters, under the names of nd2. Objects are the wrappers, if the client
	// was given those.
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

	// ND1 and NDK have what else calls of these interfaces have, nil for others.
	ND1 *ND1Call
	NDK *NDKCall

	// Shadow stands for the client's OVERLAPPED, nil if there is none.
	Shadow *Shadow
	// Count is what a method returns that is no status: results, references, a
	// token.
	Count uint32

	// ended is called with the result of the request that is posted; nil if nobody
	// waits for it.
	ended func(*Outcome)
}

// Proceed carries the call out as it now is: it goes to the next hook, or to the
// provider. It may be called several times, or later.
func (c *Call) Proceed() nd2.Status { return c.next(c) }

// OnResult has f called with the result of the request that the call posts, when it
// leaves the provider, in the goroutine that takes it. f may change it; of v1 it is
// given nil. OnResult is called before the call proceeds.
func (c *Call) OnResult(f func(*Outcome)) {
	outer := c.ended
	c.ended = func(o *Outcome) {
		f(o)
		if outer != nil {
			outer(o)
		}
	}
}

// OnCQ returns the completion queue that the call is on. It panics if the call is on
// another kind of object, as do OnSRQ, OnQP and OnConnector.
func (c *Call) OnCQ() *CompletionQueue { return c.Self.(*CompletionQueue) }

// OnSRQ returns the shared receive queue that the call is on.
func (c *Call) OnSRQ() *SharedReceiveQueue { return c.Self.(*SharedReceiveQueue) }

// OnQP returns the queue pair that the call is on.
func (c *Call) OnQP() *QueuePair { return c.Self.(*QueuePair) }

// OnConnector returns the connector that the call is on.
func (c *Call) OnConnector() *Connector { return c.Self.(*Connector) }

// Notifies reports whether the call is the provider's to the event of a request that
// was made with a method and has ended with a status.
func (c *Call) Notifies(method string, with nd2.Status) bool {
	return c.Method == EventSet && c.Shadow.Method == method && c.Shadow.Status() == with
}

// do carries out a call on o, as the hooks have it.
func (o *Object) do(c *Call, next func(*Call) nd2.Status) nd2.Status {
	c.Object, c.next = o, next
	if f := o.layer.hooks.Call; f != nil && !o.exempt {
		return f(c)
	}
	return next(c)
}
