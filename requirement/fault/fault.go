// Package fault has the kinds of faults that requirements are written against. Providers know
// them as those of package providers.
package fault

import "slices"

// Kind names something that goes wrong in an adapter or on its network.
type Kind string

// The faults that requirements are written against. A provider says which of them it can
// inject; Fault.Call and Fault.Request are fields of providers.Fault.
const (
	// AdapterRemoved takes the adapter out of the system: pending requests end,
	// and only clean-up succeeds.
	AdapterRemoved Kind = "adapter-removed"
	// OutOfMemory makes the method Fault.Call return ND_NO_MEMORY.
	OutOfMemory Kind = "out-of-memory"
	// OutOfResources makes the method Fault.Call return
	// ND_INSUFFICIENT_RESOURCES.
	OutOfResources Kind = "out-of-resources"
	// AffinityUnsupported takes away the adapter's means of telling where
	// notifications are processed.
	AffinityUnsupported Kind = "affinity-unsupported"
	// QueueFailure makes every completion queue and shared receive queue of the
	// adapter fail catastrophically.
	QueueFailure Kind = "queue-failure"
	// CompletionQueueFailure and SharedReceiveQueueFailure make every queue of one kind
	// fail. An injector that has neither may have QueueFailure, which stands for both.
	CompletionQueueFailure    Kind = "completion-queue-failure"
	SharedReceiveQueueFailure Kind = "shared-receive-queue-failure"
	// RequestDamaged damages the next request of type Fault.Request that the
	// adapter processes, so that the hardware finds it malformed.
	RequestDamaged Kind = "request-damaged"
	// RequestInternal makes the hardware fail internally while it processes the
	// next request of type Fault.Request.
	RequestInternal Kind = "request-internal"
	// ResponderInternal makes the hardware fail internally while it carries out the
	// next request of type Fault.Request that arrives from a peer.
	ResponderInternal Kind = "responder-internal"
	// CancelFails makes CancelOverlappedRequests unable to cancel.
	CancelFails Kind = "cancel-fails"
	// PortsExhausted makes all ephemeral ports unavailable.
	PortsExhausted Kind = "ports-exhausted"
	// HostUnreachable and NetworkUnreachable are what the network answers for every
	// destination.
	HostUnreachable    Kind = "host-unreachable"
	NetworkUnreachable Kind = "network-unreachable"
	// Partition drops every packet to and from the adapter.
	Partition Kind = "partition"
	// Hold keeps every packet to the adapter until the fault is undone, then
	// delivers them in order: a slow peer. No timer of a connection runs out
	// meanwhile.
	Hold Kind = "hold"
	// Unreliable drops a packet to the adapter now and then, about one in a hundred, and
	// delivers some others twice: a long message has gaps, a request comes again while
	// it is being answered, and what is sent again comes through.
	Unreliable Kind = "unreliable"
)

// Among returns the kind of a list by which k can be brought about: k itself, or else a kind that includes it. It is
// empty if there is none.
func (k Kind) Among(list []Kind) Kind {
	both := k == CompletionQueueFailure || k == SharedReceiveQueueFailure
	switch {
	case slices.Contains(list, k):
		return k
	case both && slices.Contains(list, QueueFailure):
		return QueueFailure
	}
	return ""
}
