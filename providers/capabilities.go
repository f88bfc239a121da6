package providers

import "github.com/ndconform/ndconform/requirement/fault"

// FaultKind names something that goes wrong in an adapter or on its network; see [fault.Kind].
type FaultKind = fault.Kind

// The faults that requirements are written against. A [FaultInjector] says
// which of them it can inject.
const (
	AdapterRemoved            = fault.AdapterRemoved
	OutOfMemory               = fault.OutOfMemory
	OutOfResources            = fault.OutOfResources
	AffinityUnsupported       = fault.AffinityUnsupported
	QueueFailure              = fault.QueueFailure
	CompletionQueueFailure    = fault.CompletionQueueFailure
	SharedReceiveQueueFailure = fault.SharedReceiveQueueFailure
	RequestDamaged            = fault.RequestDamaged
	RequestInternal           = fault.RequestInternal
	ResponderInternal         = fault.ResponderInternal
	CancelFails               = fault.CancelFails
	PortsExhausted            = fault.PortsExhausted
	HostUnreachable           = fault.HostUnreachable
	NetworkUnreachable        = fault.NetworkUnreachable
	Partition                 = fault.Partition
	Hold                      = fault.Hold
	Unreliable                = fault.Unreliable
)

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
