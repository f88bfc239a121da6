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
	// Faults lists the kinds that Inject accepts.
	Faults() []FaultKind
	// Inject puts f into effect until undo is called; call undo once. Afterwards the adapter is as healthy as before,
	// but handles opened before an AdapterRemoved stay dead. An error names an unknown kind, adapter or call.
	Inject(f Fault) (undo func(), err error)
}

// Memory is implemented by an instance whose provider is in another process: its adapters can use that process's
// memory only. A slice of it is a range of addresses without memory behind it in this process. Calls take such
// slices; the suite reads and writes the bytes where they are.
type Memory interface {
	// Allocate returns size bytes of zeroed, page-aligned memory, until Free.
	Allocate(size int) ([]byte, error)
	// Free releases what Allocate returned. No adapter may still use it.
	Free(b []byte)
	// Usage returns what that process holds after it has released its unused memory: bytes of memory, and the count
	// of handles, 0 if its system does not tell.
	Usage() (memory, handles uint64)
}

// Waiting is implemented by an instance whose provider is in another process.
type Waiting interface {
	// Waiting names the first call that the process has not answered; it is empty if there is none.
	Waiting() string
}

// A Subject is an instance whose provider is a file, loaded into the program. If one of the suite's own providers has
// loaded it in the suite's own program, as dll does, the run's certificate is for that file. A program with a linked
// provider is certified as a program, with or without this interface.
type Subject interface {
	// File returns the path of the file that was loaded, or nothing if there is none.
	File() string
}

// A Digested is a Subject whose file was read before any of its code ran.
type Digested interface {
	Subject
	// SHA256 returns the file's digest from that time, in hex; it is empty if unknown.
	SHA256() string
}

// Apart is implemented by an instance whose provider may run in a separate process on this machine.
type Apart interface {
	// Code lists the code files seen in the process besides its program and the file of [Subject]: when it was opened
	// and, after Close, at its end.
	Code() []CodeFile
}

// A CodeFile is a code file that a provider's process has mapped, or that one of its child processes executes.
type CodeFile struct {
	Path string
	// SHA256 is the file's digest in hex, or empty if the file could not be read.
	SHA256 string
	// System says that the file belongs to the system: only an administrator can change it.
	System bool
	// Executed says that a child process executes it.
	Executed bool
}
