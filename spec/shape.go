package spec

import "github.com/ndconform/ndconform/nd2"

// A Shape says how an end is made. What a spec needs it asks for: it is unobservable
// on an adapter that does not have as much. A field left zero is drawn, and less is
// given where the adapter has less; the comments name the plain choice. See [Draw] and [Pin].
type Shape struct {
	ReceiveDepth, InitiatorDepth uint32 // requests; 16
	ReceiveSGE, InitiatorSGE     uint32 // entries per request; 2
	InlineSize                   uint32 // bytes; 0
	QueueDepth                   uint32 // results a completion queue holds; the sum of the depths
	OneQueue                     bool   // one completion queue for both kinds of request
	SharedReceives               bool   // Receives come from a shared receive queue of ReceiveDepth
	// OwnReceives says why Receives are of no shared receive queue in any draw.
	OwnReceives string
	Threshold   uint32 // of the shared receive queue
	Context     uintptr
	// InboundReads and OutboundReads are offered while connecting; the adapter's
	// maxima. NoReads offers 0 for both.
	InboundReads, OutboundReads uint32
	NoReads                     bool
	// Rights are those of Memory; all. MemorySize is in bytes; 64 KiB.
	Rights     nd2.RegionFlags
	MemorySize int

	// These are used instead of new ones.
	UseReceives, UseInitiated nd2.CompletionQueue
	UseShared                 nd2.SharedReceiveQueue
}

// page is the least memory that an end has, in bytes: no spec does with less.
const page = 4096

// complete fills in what a shape leaves open with what is drawn for the running spec, as far as the adapter has it.
func (s *Side) complete(shape *Shape) {
	s.completeQueues(shape)
	results := s.MaxResults()
	if shape.OneQueue {
		results = max(1, results/2)
	}
	receives := s.Info.MaxReceiveQueueDepth
	if shape.SharedReceives {
		receives = s.Info.MaxSharedReceiveQueueDepth
	}
	t := targetOf(s.ctx)
	orDrawn(t, &shape.ReceiveDepth, ReceiveDepth, results, receives)
	orDrawn(t, &shape.InitiatorDepth, InitiatorDepth, results, s.Info.MaxInitiatorQueueDepth)
	orDrawn(t, &shape.ReceiveSGE, ReceiveEntries, s.Info.MaxReceiveSGE)
	orDrawn(t, &shape.InitiatorSGE, InitiatorEntries, s.Info.MaxInitiatorSGE)
	orElse(&shape.QueueDepth, min(sum(shape.ReceiveDepth, shape.InitiatorDepth), s.MaxResults()))
	if shape.Context == 0 {
		shape.Context = uintptr(t.drawn(PairContext))
	}
	orElse(&shape.Rights, AllRights)
	if shape.MemorySize == 0 {
		shape.MemorySize = max(page, int(t.drawnUpTo(MemorySize, uint64(s.Info.MaxRegistrationSize))))
	}
	if !shape.NoReads {
		orDrawn(t, &shape.InboundReads, ReadLimits, s.Info.MaxInboundReadLimit)
		orDrawn(t, &shape.OutboundReads, ReadLimits, s.Info.MaxOutboundReadLimit)
	}
}

// completeQueues draws what queues a shape has that says nothing of them.
func (s *Side) completeQueues(shape *Shape) {
	if shape.UseReceives == nil && shape.UseInitiated == nil && shape.QueueDepth == 0 &&
		max(1, sum(shape.ReceiveDepth, shape.InitiatorDepth)) <= s.MaxResults()/2 {
		shape.OneQueue = shape.OneQueue || OneQueue(s.ctx)
	}
	own := shape.UseShared != nil || shape.OwnReceives != ""
	if !own && max(1, shape.ReceiveDepth) <= s.Info.MaxSharedReceiveQueueDepth {
		shape.SharedReceives = shape.SharedReceives || targetOf(s.ctx).drawn(ReceiveQueue) != 0
	}
}

func orElse[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
