package mutant

import "github.com/ndconform/ndconform/nd2"

// A call is one call of a client on an object, or of the engine on a client's
// event or completion port, with whatever parameters it has.
type call struct {
	*object
	// method is its name in the documents, "IND2QueuePair::Send"; or
	// "Event::Set", "CompletionPort::Post".
	method string
	next   func(*call) nd2.Status

	// The parameters, under the names of nd2. Objects are the engine's own.
	iid                                    nd2.GUID
	file                                   nd2.OverlappedFile
	depth, sges, threshold                 uint32 // of one queue
	receiveDepth, initiatorDepth           uint32
	receiveSGEs, initiatorSGEs, inlineSize uint32
	group                                  uint16
	affinity                               uint64
	receives, initiated, shared            nd2.Unknown
	context                                uintptr // of a request or a queue pair
	out                                    *nd2.Unknown
	request                                nd2.RequestType
	sge                                    []nd2.SGE
	flags                                  nd2.OpFlags
	address                                uint64
	token                                  uint32
	region, window                         nd2.Unknown
	buffer                                 []byte // memory, a sockaddr, or private data
	rights                                 nd2.RegionFlags
	kind                                   nd2.NotifyType
	queuePair, connector                   nd2.Unknown
	destination                            []byte
	inboundReads, outboundReads            uint32
	inboundLimit, outboundLimit            *uint32
	size                                   *uint32
	backlog                                uint32
	adapterID                              uint64
	foundID                                *uint64
	info                                   *nd2.AdapterInfo
	list                                   *nd2.SocketAddressList
	foundGroup                             *uint16
	foundAffinity                          *uint64
	wait                                   bool
	results                                []nd2.Result

	// v1 and kernel have what else calls of these interfaces have, nil for others.
	v1     *v1Call
	kernel *kernelCall

	// shadow stands for the client's OVERLAPPED, nil if there is none.
	shadow *shadow
	// ended, if not nil, is called when the result of the request that is posted
	// leaves the engine.
	ended func(*outcome)
	// late says that the request is posted after its queue pair has failed.
	late bool
	// count is what a method returns that is no status: results, references, a
	// token.
	count uint32
}

// proceed carries the call out as it now is.
func (c *call) proceed() nd2.Status { return c.next(c) }

// A defect is what is broken. It is made anew for each instance, and safe for use
// by many goroutines.
type defect struct {
	// call stands around every call; nil changes none.
	call func(*call) nd2.Status
	// results is given results on their way from the engine to a client of the
	// queue, and gives those that arrive; nil changes none. The queue is locked.
	results func(q *completionQueue, fresh []outcome) []outcome
	// early says that what the adapters are found through has it too.
	early bool
}

// do carries out a call on o, as the defect has it.
func (o *object) do(c *call, next func(*call) nd2.Status) nd2.Status {
	c.object, c.next = o, next
	if f := o.world.defect.call; f != nil && !o.sound {
		return f(c)
	}
	return next(c)
}
