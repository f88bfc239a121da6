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

// Memory is implemented by an instance whose provider is in another process: its adapters
// can use the memory of that process only. Here, such memory is a range of addresses at which
// there is nothing; calls take slices of it, and the suite reads and writes the memory itself
// where it is.
type Memory interface {
	// Allocate returns size bytes of zeroed, page-aligned memory, until Free.
	Allocate(size int) ([]byte, error)
	// Free takes back what Allocate returned. No adapter may use it any more.
	Free(b []byte)
	// Usage returns what that process holds, after it has given back what it does not use: bytes of
	// memory, and handles, or 0 where its system does not tell.
	Usage() (memory, handles uint64)
}

// Waiting is implemented by an instance whose provider is in another process.
type Waiting interface {
	// Waiting says which call the process has not answered, the first if there are several. It is empty
	// if there is none.
	Waiting() string
}

// A Subject is an instance whose provider is a file of its own, loaded into the program.
// A certificate of its run is that file's, if it is one of the suite's own providers that has
// loaded it, as dll does, in the suite's own program. What a vendor links into a program of
// its own is certified as that program, whether it implements this or not.
type Subject interface {
	// File returns the path of the file that was loaded, or nothing if there is none.
	File() string
}

// A Digested is a Subject whose file was read before anything of it ran.
type Digested interface {
	Subject
	// SHA256 returns the digest that the file had then, in hex, or nothing if it is not known.
	SHA256() string
}

// Apart is implemented by an instance whose provider may be in a process of its own on this machine.
type Apart interface {
	// Code lists the files of code that the process was seen to have, beside its program and the file of [Subject],
	// as it was opened and, after Close, at its end.
	Code() []CodeFile
}

// A CodeFile is a file of code that a provider's process has mapped, or that a process which it has started executes.
type CodeFile struct {
	Path string
	// SHA256 is the file's digest in hex, or empty if the file could not be read.
	SHA256 string
	// System says that the file is the system's: nobody but its administrator can change it.
	System bool
	// Executed says that another process executes it.
	Executed bool
}
