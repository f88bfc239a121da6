package calls

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// A QueuePair wraps an IND2QueuePair.
type QueuePair struct {
	unknown
	Inner nd2.QueuePair
	// id is the provider's context for the queue pair, Context the client's.
	id, Context uintptr
	// SRQ is nil for a queue pair with a private receive queue.
	ReceiveCQ, InitiatorCQ *CompletionQueue
	SRQ                    *SharedReceiveQueue
	// connector is the connector that connects it, or nil.
	connector atomic.Pointer[Connector]
	// InitiatorSGEs and InlineSize, in bytes, are those it was created with.
	InitiatorSGEs, InlineSize uint32
}

// Report queues a result for a request that the provider never had, on the completion
// queue of its type.
func (q *QueuePair) Report(o Outcome) {
	to := q.InitiatorCQ
	if o.RequestType == nd2.RequestReceive {
		to = q.ReceiveCQ
	}
	o.On, o.QueuePairContext = q, q.Context
	to.Queued(func(list []Outcome) []Outcome { return append(list, o) })
}

// Connector returns the last connector that was told to connect the queue pair, or nil.
func (q *QueuePair) Connector() *Connector { return q.connector.Load() }
