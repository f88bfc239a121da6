package providers

import "github.com/ndconform/ndconform/nd2"

// COM is implemented by an instance whose objects are a DLL's, called through vtables. It
// shows what package nd2 does not show of them.
//
// A request whose event has a method WithoutPacket that returns true is made as Win32
// provides: the low bit of OVERLAPPED.hEvent is set, and no packet may come for it.
type COM interface {
	// ClassObject calls DllGetClassObject, with the class that the DLL is installed with.
	// The object comes with a reference. After a failure it is whatever the DLL has left
	// in its place, and must not be called.
	ClassObject(iid nd2.GUID) (COMObject, nd2.Status)
	// ClassObjectOf is ClassObject with another class.
	ClassObjectOf(class, iid nd2.GUID) (COMObject, nd2.Status)
	// CreateInstance likewise calls IClassFactory::CreateInstance of a class object.
	CreateInstance(factory COMObject, iid nd2.GUID) (COMObject, nd2.Status)
	// CanUnloadNow calls DllCanUnloadNow; exported is false if there is none.
	CanUnloadNow() (s nd2.Status, exported bool)
	// Behind returns what one of the instance's objects is to the DLL, without a reference of
	// its own.
	Behind(object nd2.Unknown) COMObject
	// Handles counts the handles that the process has open.
	Handles() (int, error)
	// Registrations lists the DLL's entries in the Winsock catalogue, except those of v1;
	// there are none if it is not installed.
	Registrations() ([]Registration, error)
	// NotificationModes returns what SetFileCompletionNotificationModes has set for a
	// file: [SkipPortOnSuccess], [SkipEventOnHandle]. The error is [errors.ErrUnsupported]
	// where the system does not say.
	NotificationModes(file nd2.OverlappedFile) (modes uint32, err error)
	// BindAs is the file's BindCompletionPort in another of Windows' ways.
	BindAs(way PacketWay, file nd2.OverlappedFile, port nd2.CompletionPort, key uintptr) nd2.Status
	// StrayAddresses counts the sockaddrs of address lists so far that lay elsewhere than in the
	// buffer that was given for the list.
	StrayAddresses() int
	// Guard puts everything that a call is given at the end of a page, before one that
	// can't be read or written, until undo is called.
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

// A Pointed object is one of which nothing is known but its pointer: it is passed on as that.
type Pointed interface {
	nd2.Unknown
	Pointer() uintptr
}

// An Extension is an object by an interface that no document defines, as an instance that implements [COM] returns it.
type Extension interface {
	Pointed
	// Extended returns the object by the interface of ND2's whose methods this one's begin with, nil if they begin
	// with none's. The references are the same.
	Extended() nd2.Unknown
}

// A PacketWay is how a client takes a file's packets.
type PacketWay string

// The ways that [nd2.OverlappedFile] does not show, by Windows' functions.
const (
	ManyAtOnce PacketWay = "GetQueuedCompletionStatusEx"
	ThreadPool PacketWay = "BindIoCompletionCallback"
)

// The modes of a file. Source: SetFileCompletionNotificationModes.
const (
	SkipPortOnSuccess = 1
	SkipEventOnHandle = 2
)

// A Registration holds what an entry of the Winsock catalogue says about the kind of its
// provider. The fields are those of WSAPROTOCOL_INFO.
type Registration struct {
	Name                        string
	ServiceFlags, ProviderFlags uint32
	ProviderID                  nd2.GUID

	Version, AddressFamily, SocketType, Protocol, ProtocolMaxOffset int32
}
