package calls

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// A QueuePair wraps an IND2QueuePair.
type QueuePair struct {
	unknown
	Inner nd2.QueuePair
	// id is the context that the provider knows the queue pair by, Context the
	// client's.
	id, Context uintptr
	// SRQ is nil for a queue pair with a receive queue of its own.
	ReceiveCQ, InitiatorCQ *CompletionQueue
	SRQ                    *SharedReceiveQueue
	// connector is what connects it, nil until one does.
	connector atomic.Pointer[Connector]
	// InitiatorSGEs and InlineSize, in bytes, are what it was created with.
	InitiatorSGEs, InlineSize uint32
}

// Report queues a result of a request that the provider never had, on the completion
// queue of its type.
func (q *QueuePair) Report(o Outcome) {
	to := q.InitiatorCQ
	if o.RequestType == nd2.RequestReceive {
		to = q.ReceiveCQ
	}
	o.On, o.QueuePairContext = q, q.Context
	to.Queued(func(list []Outcome) []Outcome { return append(list, o) })
}

// Connector returns what has last been told to connect the queue pair, or nil.
func (q *QueuePair) Connector() *Connector { return q.connector.Load() }
