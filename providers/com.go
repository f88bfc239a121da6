package providers

import "github.com/ndconform/ndconform/nd2"

// COM is implemented by an instance whose objects are a DLL's, called through vtables. It shows what package nd2
// hides.
//
// If a request's event has a method WithoutPacket that returns true, the request is made in Win32's way: the low bit
// of OVERLAPPED.hEvent is set, and no packet may come for it.
type COM interface {
	// ClassObject calls DllGetClassObject with the class under which the DLL is installed. The caller owns a reference
	// to the object. After a failure it holds whatever the DLL has left in its place, and must not be called.
	ClassObject(iid nd2.GUID) (COMObject, nd2.Status)
	// ClassObjectOf is ClassObject with another class.
	ClassObjectOf(class, iid nd2.GUID) (COMObject, nd2.Status)
	// CreateInstance likewise calls IClassFactory::CreateInstance of a class object.
	CreateInstance(factory COMObject, iid nd2.GUID) (COMObject, nd2.Status)
	// CanUnloadNow calls DllCanUnloadNow; exported is false if there is none.
	CanUnloadNow() (s nd2.Status, exported bool)
	// Behind returns the DLL's object behind one of the instance's objects. It adds no reference.
	Behind(object nd2.Unknown) COMObject
	// Handles counts the handles that the process has open.
	Handles() (int, error)
	// Registrations lists the DLL's entries in the Winsock catalogue, except those of v1;
	// there are none if it is not installed.
	Registrations() ([]Registration, error)
	// NotificationModes returns the modes that SetFileCompletionNotificationModes has set for a file:
	// [SkipPortOnSuccess], [SkipEventOnHandle]. The error is [errors.ErrUnsupported] where the system does not say.
	NotificationModes(file nd2.OverlappedFile) (modes uint32, err error)
	// BindAs binds the file to a completion port by another of Windows' functions.
	BindAs(way PacketWay, file nd2.OverlappedFile, port nd2.CompletionPort, key uintptr) nd2.Status
	// StrayAddresses counts the sockaddrs that address lists have so far placed outside the client's buffer.
	StrayAddresses() int
	// Guard places the parameters of calls at the end of a page, before an inaccessible page, until undo is called.
	Guard() (undo func())
}

// A COMObject is an object, known by the pointer to one of its interfaces.
type COMObject interface {
	// Pointer tells interfaces apart; NULL is 0.
	Pointer() uintptr
	// QueryInterface returns an object as [COM.ClassObject] does.
	QueryInterface(iid nd2.GUID) (COMObject, nd2.Status)
	AddRef() uint32
	Release() uint32
}

// A Pointed object is known by its pointer only, and is passed on as that pointer.
type Pointed interface {
	nd2.Unknown
	Pointer() uintptr
}

// An Extension is an object with an interface that no document defines. Instances that implement [COM] return it.
type Extension interface {
	Pointed
	// Extended returns the object by the ND2 interface with whose methods this one begins, or nil. It shares the
	// references.
	Extended() nd2.Unknown
}

// A PacketWay is how a client takes a file's packets.
type PacketWay string

// The ways that [nd2.OverlappedFile] does not show, named by Windows' functions.
const (
	ManyAtOnce PacketWay = "GetQueuedCompletionStatusEx"
	ThreadPool PacketWay = "BindIoCompletionCallback"
)

// The modes of a file. Source: SetFileCompletionNotificationModes.
const (
	SkipPortOnSuccess = 1
	SkipEventOnHandle = 2
)

// A Registration holds what an entry of the Winsock catalogue says of the kind of its provider. The fields are those
// of WSAPROTOCOL_INFO.
type Registration struct {
	Name                        string
	ServiceFlags, ProviderFlags uint32
	ProviderID                  nd2.GUID

	Version, AddressFamily, SocketType, Protocol, ProtocolMaxOffset int32
}
