package requirement

import "github.com/ndconform/ndconform/nd2"

// What only a DLL can get wrong. Sources beside the pages are Microsoft's own helper
// library, which applications load providers with, and COM's rules, which
// NetworkDirectSPI.md has clients go by.

const unloading = "The page expects DllCanUnloadNow of a library, for clients that unload it. A library that stays " +
	"wastes memory and breaks nobody."

var comLibrary = of(
	Entry{
		Interface: "DLL", Method: "DllGetClassObject", Kind: Return, Profile: COM, Needs: []Need{NeedCOM},
		Source: "NetworkDirectSPI.md, Instantiating a NetworkDirect provider",
	},
	Entry{
		ID: "com.dllgetclassobject.provider",
		Rule: "DllGetClassObject returns an IND2Provider when it is asked for one directly, as Microsoft's helper " +
			"library asks.",
		Accept: []nd2.Status{nd2.Success},
	},
	Entry{
		ID: "com.dllgetclassobject.again", Kind: Lifetime,
		Rule: "It returns an IND2Provider as often as it is asked, and each works when another has been released.",
	},
	Entry{
		ID: "com.dllgetclassobject.factory", Level: Should, Rests: COMGround,
		Source: "ndprov.cpp, NdV1Provider::GetProvider; DllGetClassObject",
		Rule:   "It also returns an IClassFactory, whose CreateInstance returns an IND2Provider.",
		Accept: []nd2.Status{nd2.Success},
		Ruling: "COM's way to an object is its factory, and Microsoft's helper library takes it for v1; for IND2Provider " +
			"it asks the library itself.",
	},
	Entry{
		ID: "com.dllgetclassobject.unknown-class", Level: Should, Rests: COMGround, Source: "DllGetClassObject",
		Rule: "A class that it does not have is refused, and the pointer is set to NULL.",
		Ruling: "COM has libraries refuse it with CLASS_E_CLASSNOTAVAILABLE. Applications ask for the class by which the " +
			"Winsock catalogue has the DLL, and whoever installs a DLL may have chosen that.",
	},
	Entry{
		ID: "com.dllgetclassobject.unknown-interface", Rests: COMGround, Source: "DllGetClassObject",
		Rule: "An interface that it does not have is refused, and the pointer is set to NULL.",
	},
	Entry{
		ID: "com.dllcanunloadnow.exported", Method: "DllCanUnloadNow", Level: Should,
		Source: "NetworkDirectSPI.md, Instantiating a NetworkDirect provider; ndprov.cpp, Provider::GetClassObject",
		Rule:   "The DLL exports DllCanUnloadNow: Microsoft's helper library loads no DLL without it.",
		Ruling: unloading,
	},
	Entry{
		ID: "com.dllcanunloadnow.in-use", Method: "DllCanUnloadNow", Kind: Lifetime, Rests: COMGround,
		Source: "ndprov.cpp, Provider::TryUnload; DllCanUnloadNow",
		Rule:   "It does not return S_OK while a client has an object: the DLL would be unloaded under it.",
	},
	Entry{
		ID: "com.dllcanunloadnow.unused", Method: "DllCanUnloadNow", Kind: Lifetime, Level: Should,
		Rule:   "It returns S_OK when clients have released every object.",
		Ruling: unloading,
	},
)

var comObjects = of(
	Entry{
		Interface: "IUnknown", Method: "QueryInterface", Kind: Lifetime, Profile: COM, Rests: COMGround,
		Needs: []Need{NeedCOM}, Source: "NetworkDirectSPI.md, NetworkDirect SPI model; IUnknown::QueryInterface",
	},
	Entry{
		ID:   "com.queryinterface.reflexive",
		Rule: "Each interface of an object returns all of the object's interfaces, itself included.",
	},
	Entry{
		ID:   "com.queryinterface.identity",
		Rule: "An object's IUnknown is at the same pointer whenever it is asked for, and through whichever interface.",
	},
	Entry{
		ID:   "com.queryinterface.own-reference",
		Rule: "QueryInterface returns a new reference, which keeps the object when the others are released.",
	},
	Entry{ID: "com.queryinterface.null-on-failure", Rule: "QueryInterface that fails sets the pointer to NULL."},
)

var comProcess = of(
	Entry{
		Interface: "DLL", Kind: Limit, Profile: COM, Rests: RulingGround, Needs: []Need{NeedCOM},
		Source: "NetworkDirectSPI.md, NetworkDirect SPI model",
	},
	Entry{
		ID: "com.threads.any", Kind: Lifetime,
		Rule:   "An object may be created, used and released by three different threads.",
		Ruling: "Clients use COM's programming model without its runtime, which is what has apartments.",
	},
	Entry{
		ID: "com.memory.to-the-byte", Source: "ndspi.h, ND2_ADAPTER_INFO, ND2_RESULT; IND2Adapter.md, IND2Adapter::Query",
		Rule: "What a call is given to read or write is not touched beyond its last byte.",
		Ruling: "Structures have the sizes that ndspi.h declares, and arrays and buffers those that the client says: the " +
			"next page may be nobody's.",
	},
	Entry{
		ID: "com.addresslist.in-buffer", Kind: Data,
		Source: "IND2Adapter.md, IND2Adapter::QueryAddressList, Parameters; IND2Provider.md, " +
			"IND2Provider::QueryAddressList, Parameters",
		Rule: "The addresses that a list points to lie in the buffer that was given for it.",
		Ruling: "The buffer is to be large enough to hold the addresses. What a list points to elsewhere is not the " +
			"client's, and may change or go while it has the list.",
	},
	Entry{
		ID: "com.parameters.any-interface", Kind: Return, Level: Should, Rests: COMGround,
		Source: "IND2Adapter.md, IND2Adapter::CreateQueuePair, Parameters; IND2QueuePair.md, IND2QueuePair::Bind; " +
			"IND2Connector.md, IND2Connector::Connect; IUnknown::QueryInterface",
		Rule: "A parameter of type IUnknown* takes an object by a pointer to any of its interfaces.",
		Ruling: "In COM each of them is an IUnknown, and they may lie at different addresses. The pages name the object, " +
			"and say nothing about its pointers.",
	},
	Entry{
		ID: "com.event.low-bit", Kind: Notification, Level: Should, Source: "GetQueuedCompletionStatus, Remarks",
		Rule: "A request whose hEvent has its low bit set has its event set, and posts no packet.",
		Ruling: "Windows does so for files whose requests it carries out; ND2's pages say that the file is Windows', and " +
			"nothing about the bit.",
	},
	Entry{
		ID: "com.handles.returned", Kind: Lifetime, Level: Should, Source: "IUnknown::Release",
		Rule:   "An adapter and its objects, when they are released, leave no handle open in the process.",
		Ruling: "No page says so. A process that opens adapters for as long as it runs comes to the end of its handles.",
	},
)

var comFiles = of(
	Entry{
		Interface: "IND2Adapter", Method: "CreateOverlappedFile", Kind: Notification, Profile: COM, Needs: []Need{NeedCOM},
		Source: "Implementation Notes",
	},
	Entry{
		ID: "com.file.notification-modes",
		Rule: "A file can be given the modes that keep a request which succeeds at once from the completion port, and the " +
			"file from being signaled.",
	},
	Entry{
		ID: "com.file.many-at-once", Source: "Remarks",
		Rule: "GetQueuedCompletionStatusEx takes the packet of each request on a file that is bound to the port, once.",
	},
	Entry{
		ID: "com.file.thread-pool", Source: "Remarks",
		Rule: "BindIoCompletionCallback takes a file, and a thread of the system's is told of each request that ends, " +
			"once.",
	},
	Entry{
		ID: "com.handles.closed-early", Kind: Lifetime,
		Rule: "An adapter and its objects leave no more handles open in the process when the client closes the file sooner " +
			"or later than usual.",
	},
)

// What the Winsock catalogue has of a DLL. Microsoft's helper library looks for providers
// by it, and so may others.
var comRegistration = of(
	Entry{
		Interface: "WSAPROTOCOL_INFO", Kind: Limit, Profile: COM, Needs: []Need{NeedCOM},
		Source: "NetworkDirectSPI.md, Registering a NetworkDirect provider; ndfrmwrk.cpp, ProcessProviderChange",
	},
	Entry{
		ID: "com.registration.service-flags",
		Rule: "dwServiceFlags1 has XP1_GUARANTEED_DELIVERY, XP1_GUARANTEED_ORDER, XP1_MESSAGE_ORIENTED and " +
			"XP1_CONNECT_DATA.",
	},
	Entry{ID: "com.registration.provider-flags", Rule: "dwProviderFlags has PFL_HIDDEN and PFL_NETWORKDIRECT_PROVIDER."},
	Entry{
		ID: "com.registration.version", Rule: "iVersion is 2, or 0x20000.",
		Ruling: "The page says 2. Microsoft's helper library compares with ND_VERSION_2, which nddef.h has as 0x20000.",
	},
	Entry{
		ID: "com.registration.version-looked-for", Level: Should, Rests: RulingGround, Rule: "iVersion is 0x20000.",
		Ruling: "Microsoft's helper library finds no other, nor does an application that loads its provider through it. " +
			"The page, taken by the letter, says 2.",
	},
	Entry{ID: "com.registration.address-family", Rule: "iAddressFamily is AF_INET or AF_INET6."},
	Entry{ID: "com.registration.socket-type", Rule: "iSocketType is -1."},
	Entry{ID: "com.registration.protocol", Rule: "iProtocol and iProtocolMaxOffset are 0."},
	Entry{
		ID: "com.registration.provider-id", Level: Should, Rests: RulingGround,
		Rule:   "ProviderId, by which WSCInstallProvider knows the provider, is not zeros.",
		Ruling: "The page names no value; zeros can't be told from the zeros of another provider.",
	},
)
