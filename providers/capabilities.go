package providers

import "slices"

// FaultKind names something that goes wrong in an adapter or on its network.
type FaultKind string

// The faults that requirements are written against. A [FaultInjector] says
// which of them it can inject.
const (
	// AdapterRemoved takes the adapter out of the system: pending requests end,
	// and only clean-up succeeds.
	AdapterRemoved FaultKind = "adapter-removed"
	// OutOfMemory makes the method Fault.Call return ND_NO_MEMORY.
	OutOfMemory FaultKind = "out-of-memory"
	// OutOfResources makes the method Fault.Call return
	// ND_INSUFFICIENT_RESOURCES.
	OutOfResources FaultKind = "out-of-resources"
	// AffinityUnsupported takes away the adapter's means of telling where
	// notifications are processed.
	AffinityUnsupported FaultKind = "affinity-unsupported"
	// QueueFailure makes every completion queue and shared receive queue of the
	// adapter fail catastrophically.
	QueueFailure FaultKind = "queue-failure"
	// CompletionQueueFailure and SharedReceiveQueueFailure make every queue of one kind
	// fail. An injector that has neither may have QueueFailure, which stands for both.
	CompletionQueueFailure    FaultKind = "completion-queue-failure"
	SharedReceiveQueueFailure FaultKind = "shared-receive-queue-failure"
	// RequestDamaged damages the next request of type Fault.Request that the
	// adapter processes, so that the hardware finds it malformed.
	RequestDamaged FaultKind = "request-damaged"
	// RequestInternal makes the hardware fail internally while it processes the
	// next request of type Fault.Request.
	RequestInternal FaultKind = "request-internal"
	// ResponderInternal makes the hardware fail internally while it carries out the
	// next request of type Fault.Request that arrives from a peer.
	ResponderInternal FaultKind = "responder-internal"
	// CancelFails makes CancelOverlappedRequests unable to cancel.
	CancelFails FaultKind = "cancel-fails"
	// PortsExhausted makes all ephemeral ports unavailable.
	PortsExhausted FaultKind = "ports-exhausted"
	// HostUnreachable and NetworkUnreachable are what the network answers for every
	// destination.
	HostUnreachable    FaultKind = "host-unreachable"
	NetworkUnreachable FaultKind = "network-unreachable"
	// Partition drops every packet to and from the adapter.
	Partition FaultKind = "partition"
	// Hold keeps every packet to the adapter until the fault is undone, then
	// delivers them in order: a slow peer. No timer of a connection runs out
	// meanwhile.
	Hold FaultKind = "hold"
	// Unreliable drops a packet to the adapter now and then, about one in a hundred, and
	// delivers some others twice: a long message has gaps, a request comes again while
	// it is being answered, and what is sent again comes through.
	Unreliable FaultKind = "unreliable"
)

// Among returns the kind of a list by which k can be brought about: k itself, or else one
// that includes it. It is empty if there is none.
func (k FaultKind) Among(list []FaultKind) FaultKind {
	both := k == CompletionQueueFailure || k == SharedReceiveQueueFailure
	switch {
	case slices.Contains(list, k):
		return k
	case both && slices.Contains(list, QueueFailure):
		return QueueFailure
	}
	return ""
}

// A Fault is one thing that goes wrong.
type Fault struct {
	Kind FaultKind
	// Adapter is the id that OpenAdapter takes.
	Adapter uint64
	// Call names a method as in the documents, "IND2Adapter::CreateQueuePair",
	// for the kinds that fail a named call.
	Call string
	// Request names a request type as nd2.RequestType prints it, for the kinds
	// that fail a request.
	Request string
}

// A FaultInjector can make its adapters fail on demand. An instance that
// implements it claims the kinds that Faults lists.
type FaultInjector interface {
	// Faults lists the kinds that Inject takes.
	Faults() []FaultKind
	// Inject puts f into effect until undo is called, once. After it, the
	// adapter is as healthy as before the fault; handles opened before an
	// AdapterRemoved stay dead. An error says that the kind, adapter or call is
	// not known.
	Inject(f Fault) (undo func(), err error)
}
