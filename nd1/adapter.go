package nd1

import "github.com/ndconform/ndconform/nd2"

// Adapter is INDAdapter: an adapter opened by this process, and the scope of its
// objects. ND_DEVICE_REMOVED means that the hardware is gone and only clean-up
// succeeds. Objects come back with one reference, the caller's. Source: ndspi.h,
// INDAdapter.
type Adapter interface {
	Overlapping

	// GetFileHandle returns the adapter's file, which carries out the overlapped
	// requests of the adapter and all of its objects. Source:
	// INDAdapter::GetFileHandle.
	GetFileHandle() nd2.OverlappedFile

	// Query fills *info for version [Version1]. *size is in bytes: in, what the
	// caller has; out, what was used or is needed.
	//
	// ND_SUCCESS; ND_BUFFER_OVERFLOW: *size is too small; ND_NOT_SUPPORTED: another
	// version. Source: INDAdapter::Query.
	Query(version uint32, info *AdapterInfo, size *uintptr) nd2.Status

	// Control passes a provider-defined request to its driver.
	//
	// ND_SUCCESS; ND_PENDING; ND_NOT_SUPPORTED. Source: INDAdapter::Control.
	Control(ioControlCode uint32, in, out []byte, bytesReturned *uintptr, o *nd2.Overlapped) nd2.Status

	// CreateCompletionQueue allocates a queue of at least entries results.
	//
	// ND_SUCCESS; ND_INVALID_PARAMETER_1: more than MaxCqEntries;
	// ND_INSUFFICIENT_RESOURCES; ND_DEVICE_REMOVED.
	// Source: INDAdapter::CreateCompletionQueue.
	CreateCompletionQueue(entries uintptr, completionQueue *CompletionQueue) nd2.Status

	// RegisterMemory makes buffer, at most MaxRegistrationSize bytes, accessible to
	// the adapter's endpoints; a peer reaches it through windows only. *mr is valid
	// once the request has completed.
	//
	// ND_SUCCESS; ND_PENDING; ND_INSUFFICIENT_RESOURCES; ND_ACCESS_VIOLATION: the
	// buffer is not valid; ND_DEVICE_REMOVED. Source: INDAdapter::RegisterMemory.
	RegisterMemory(buffer []byte, o *nd2.Overlapped, mr *MRHandle) nd2.Status

	// DeregisterMemory undoes RegisterMemory.
	//
	// ND_SUCCESS; ND_PENDING; ND_DEVICE_BUSY: windows are bound to the memory.
	// Source: INDAdapter::DeregisterMemory.
	DeregisterMemory(mr MRHandle, o *nd2.Overlapped) nd2.Status

	// CreateMemoryWindow allocates a window, which is not bound. invalidateResult
	// is handed back by GetResults when the peer invalidates the window with
	// SendAndInvalidate.
	//
	// ND_SUCCESS; ND_INSUFFICIENT_RESOURCES; ND_DEVICE_REMOVED.
	// Source: INDAdapter::CreateMemoryWindow.
	CreateMemoryWindow(invalidateResult *Result, memoryWindow *MemoryWindow) nd2.Status

	// CreateConnector creates a connector, for one connection.
	//
	// ND_SUCCESS; ND_INSUFFICIENT_RESOURCES; ND_DEVICE_REMOVED.
	// Source: INDAdapter::CreateConnector.
	CreateConnector(connector *Connector) nd2.Status

	// Listen starts to take connection requests of a protocol (6: TCP) at a port of all
	// of the adapter's addresses; for port 0 the provider chooses *assignedPort. Ports
	// are in network order. At most backlog requests wait; 0 means no limit.
	//
	// ND_SUCCESS; ND_INVALID_PARAMETER_2: protocol; ND_INVALID_PARAMETER_MIX: port 0
	// and no assignedPort; ND_ADDRESS_ALREADY_EXISTS: the port is in use;
	// ND_INSUFFICIENT_RESOURCES. Source: INDAdapter::Listen.
	Listen(backlog uintptr, protocol int32, port uint16, assignedPort *uint16, listen *Listen) nd2.Status
}

// ProtocolTCP is IANA's number of TCP, the port space of listeners.
const ProtocolTCP = 6
