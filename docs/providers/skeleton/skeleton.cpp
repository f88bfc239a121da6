// The smallest DLL that ndconform takes: a provider of one adapter, to begin yours with.
// Build it on 64-bit Windows, by mingw or by MSVC, and run the suite on it:
//
//	x86_64-w64-mingw32-g++ -std=c++17 -O2 -static -shared -o skeleton.dll skeleton.cpp skeleton.def
//	cl /std:c++17 /O2 /EHsc /LD skeleton.cpp /link /DEF:skeleton.def
//	ndconform --provider=dll,path=skeleton.dll
//
// The steps are those of docs/writing-a-provider.md. A method that is to be written returns
// ND_NOT_SUPPORTED, and the run's first cause names the next. To write a creation, make the
// object: return give(new CompletionQueue, iid, object).
#include "nd2.h"
#include <atomic>

using nd2::Status;

namespace {

constexpr Status unwritten = nd2::NotSupported;

std::atomic<long> objects; // that are alive

bool same(const GUID &one, const GUID &other) { return InlineIsEqualGUID(one, other); }

// An Object has IUnknown and its interface, and lives as long as somebody has a reference to it.
template <class Interface, const GUID &iid>
class Object : public Interface {
	std::atomic<ULONG> references{1};

public:
	Object() { objects++; }
	Object(const Object &) = delete;
	virtual ~Object() { objects--; }

	virtual bool is(const GUID &id) { return same(id, iid) || same(id, nd2::iidUnknown); }

	Status STDMETHODCALLTYPE QueryInterface(const GUID &id, void **object) override {
		if (!object) return static_cast<Status>(E_POINTER);
		*object = nullptr;
		if (!is(id)) return static_cast<Status>(E_NOINTERFACE);
		AddRef();
		*object = static_cast<Interface *>(this);
		return nd2::Success;
	}

	ULONG STDMETHODCALLTYPE AddRef() override { return ++references; }

	ULONG STDMETHODCALLTYPE Release() override {
		const ULONG left = --references;
		if (!left) delete this;
		return left;
	}
};

// An Overlapped has IND2Overlapped, too: step 2.
template <class Interface, const GUID &iid>
class Overlapped : public Object<Interface, iid> {
public:
	bool is(const GUID &id) override { return same(id, nd2::iidOverlapped) || Object<Interface, iid>::is(id); }
	Status STDMETHODCALLTYPE CancelOverlappedRequests() override { return unwritten; }
	Status STDMETHODCALLTYPE GetOverlappedResult(OVERLAPPED *, BOOL) override { return unwritten; }
};

// give ends a creation: the client gets the only reference to an object, or there is none.
template <class Made>
Status give(Made *made, const GUID &iid, void **object) {
	const Status s = made->QueryInterface(iid, object);
	made->Release();
	return s;
}

Status none(void **object) {
	*object = nullptr;
	return unwritten;
}

// Step 1: the provider and its adapter. Yours asks the driver.

constexpr GUID classId = {}; // zeros as long as it isn't installed, and then its provider's id
constexpr UINT64 adapterId = 1;

struct List {
	nd2::AddressList list;
	sockaddr_in address;
};

sockaddr_in address() {
	sockaddr_in a{};
	a.sin_family = AF_INET;
	a.sin_addr.S_un.S_un_b = {127, 0, 0, 1};
	return a;
}

// fits reports whether a client's buffer has the size that is needed, and tells it that size.
template <class Buffer>
bool fits(Buffer *buffer, ULONG *size) {
	const ULONG given = *size;
	*size = sizeof(Buffer);
	return buffer && given >= sizeof(Buffer);
}

Status listAddresses(nd2::AddressList *to, ULONG *size) {
	List *all = reinterpret_cast<List *>(to);
	if (!size) return nd2::InvalidParameter;
	if (!fits(all, size)) return nd2::BufferOverflow;
	all->address = address();
	all->list.count = 1;
	all->list.entry[0].address = reinterpret_cast<sockaddr *>(&all->address);
	all->list.entry[0].length = sizeof all->address;
	return nd2::Success;
}

class Adapter final : public Object<nd2::Adapter, nd2::iidAdapter> {
public:
	Status STDMETHODCALLTYPE Query(nd2::AdapterInfo *info, ULONG *size) override {
		if (!size) return nd2::InvalidParameter;
		if (!fits(info, size)) return nd2::BufferOverflow;
		*info = {};
		info->version = 0x20000;
		info->id = adapterId;
		info->maxRegistration = info->maxWindow = 1 << 30;
		info->maxInitiatorSge = info->maxReceiveSge = info->maxReadSge = 4;
		info->maxTransfer = 1 << 20;
		info->maxInboundReads = info->maxOutboundReads = 4;
		info->maxReceiveDepth = info->maxInitiatorDepth = info->maxCompletionDepth = 64;
		info->maxCallerData = 56, info->maxCalleeData = 148;
		info->flags = 0x10000; // it connects to itself
		return nd2::Success;
	}

	Status STDMETHODCALLTYPE QueryAddressList(nd2::AddressList *list, ULONG *size) override {
		return listAddresses(list, size);
	}

	// The driver's device, opened with FILE_FLAG_OVERLAPPED.
	Status STDMETHODCALLTYPE CreateOverlappedFile(HANDLE *) override { return unwritten; }

	Status STDMETHODCALLTYPE CreateCompletionQueue(const GUID &iid, HANDLE file, ULONG depth, USHORT group,
		KAFFINITY affinity, void **object) override;
	Status STDMETHODCALLTYPE CreateMemoryRegion(const GUID &iid, HANDLE file, void **object) override;
	Status STDMETHODCALLTYPE CreateListener(const GUID &iid, HANDLE file, void **object) override;
	Status STDMETHODCALLTYPE CreateQueuePair(const GUID &iid, nd2::Unknown *receives, nd2::Unknown *initiators,
		void *context, ULONG receiveDepth, ULONG initiatorDepth, ULONG receiveSge, ULONG initiatorSge, ULONG inlineSize,
		void **object) override;
	Status STDMETHODCALLTYPE CreateConnector(const GUID &iid, HANDLE file, void **object) override;
	Status STDMETHODCALLTYPE CreateMemoryWindow(const GUID &iid, void **object) override;
	Status STDMETHODCALLTYPE CreateSharedReceiveQueue(const GUID &iid, HANDLE file, ULONG depth, ULONG sge,
		ULONG threshold, USHORT group, KAFFINITY affinity, void **object) override;
	Status STDMETHODCALLTYPE CreateQueuePairWithSrq(const GUID &iid, nd2::Unknown *receives, nd2::Unknown *initiators,
		nd2::Unknown *shared, void *context, ULONG initiatorDepth, ULONG initiatorSge, ULONG inlineSize,
		void **object) override;
};

class Provider final : public Object<nd2::Provider, nd2::iidProvider> {
public:
	Status STDMETHODCALLTYPE QueryAddressList(nd2::AddressList *list, ULONG *size) override {
		return listAddresses(list, size);
	}

	Status STDMETHODCALLTYPE ResolveAddress(const sockaddr *to, ULONG size, UINT64 *id) override {
		if (!to || !id || size < sizeof(sockaddr_in)) return nd2::InvalidParameter;
		const sockaddr_in *in = reinterpret_cast<const sockaddr_in *>(to);
		if (in->sin_family != AF_INET || in->sin_addr.s_addr != address().sin_addr.s_addr) return nd2::InvalidAddress;
		*id = adapterId;
		return nd2::Success;
	}

	Status STDMETHODCALLTYPE OpenAdapter(const GUID &iid, UINT64 id, void **object) override {
		*object = nullptr;
		return id == adapterId ? give(new Adapter, iid, object) : static_cast<Status>(nd2::InvalidParameter);
	}
};

// Step 2: completion queues.

class CompletionQueue final : public Overlapped<nd2::CompletionQueue, nd2::iidCompletionQueue> {
public:
	Status STDMETHODCALLTYPE GetNotifyAffinity(USHORT *, KAFFINITY *) override { return unwritten; }
	Status STDMETHODCALLTYPE Notify(ULONG, OVERLAPPED *) override { return unwritten; }
	ULONG STDMETHODCALLTYPE GetResults(nd2::Result *, ULONG) override { return 0; }
	Status STDMETHODCALLTYPE Resize(ULONG) override { return unwritten; } // step 10
};

Status Adapter::CreateCompletionQueue(const GUID &, HANDLE, ULONG, USHORT, KAFFINITY, void **object) {
	return none(object);
}

// Step 3: memory regions.

class MemoryRegion final : public Overlapped<nd2::MemoryRegion, nd2::iidMemoryRegion> {
public:
	Status STDMETHODCALLTYPE Register(const void *, SIZE_T, ULONG, OVERLAPPED *) override { return unwritten; }
	Status STDMETHODCALLTYPE Deregister(OVERLAPPED *) override { return unwritten; }
	UINT32 STDMETHODCALLTYPE GetLocalToken() override { return 0; }
	UINT32 STDMETHODCALLTYPE GetRemoteToken() override { return 0; } // in network order
};

Status Adapter::CreateMemoryRegion(const GUID &, HANDLE, void **object) { return none(object); }

// Step 4: listeners.

class Listener final : public Overlapped<nd2::Listener, nd2::iidListener> {
public:
	Status STDMETHODCALLTYPE Bind(const sockaddr *, ULONG) override { return unwritten; }
	Status STDMETHODCALLTYPE Listen(ULONG) override { return unwritten; }
	Status STDMETHODCALLTYPE GetLocalAddress(sockaddr *, ULONG *) override { return unwritten; }
	Status STDMETHODCALLTYPE GetConnectionRequest(nd2::Unknown *, OVERLAPPED *) override { return unwritten; }
};

Status Adapter::CreateListener(const GUID &, HANDLE, void **object) { return none(object); }

// Step 5: queue pairs, and Flush.

class QueuePair final : public Object<nd2::QueuePair, nd2::iidQueuePair> {
public:
	Status STDMETHODCALLTYPE Flush() override { return unwritten; }

	// Step 7.
	Status STDMETHODCALLTYPE Send(void *, const nd2::Sge *, ULONG, ULONG) override { return unwritten; }
	Status STDMETHODCALLTYPE Receive(void *, const nd2::Sge *, ULONG) override { return unwritten; }

	// Step 8.
	Status STDMETHODCALLTYPE Write(void *, const nd2::Sge *, ULONG, UINT64, UINT32, ULONG) override {
		return unwritten;
	}
	Status STDMETHODCALLTYPE Read(void *, const nd2::Sge *, ULONG, UINT64, UINT32, ULONG) override { return unwritten; }

	// Step 9.
	Status STDMETHODCALLTYPE Bind(void *, nd2::Unknown *, nd2::Unknown *, const void *, SIZE_T, ULONG) override {
		return unwritten;
	}
	Status STDMETHODCALLTYPE Invalidate(void *, nd2::Unknown *, ULONG) override { return unwritten; }
};

Status Adapter::CreateQueuePair(const GUID &, nd2::Unknown *, nd2::Unknown *, void *, ULONG, ULONG, ULONG,
	ULONG, ULONG, void **object) {
	return none(object);
}

// Step 6: connectors.

class Connector final : public Overlapped<nd2::Connector, nd2::iidConnector> {
public:
	Status STDMETHODCALLTYPE Bind(const sockaddr *, ULONG) override { return unwritten; }
	Status STDMETHODCALLTYPE Connect(nd2::Unknown *, const sockaddr *, ULONG, ULONG, ULONG, const void *, ULONG,
		OVERLAPPED *) override {
		return unwritten;
	}
	Status STDMETHODCALLTYPE CompleteConnect(OVERLAPPED *) override { return unwritten; }
	Status STDMETHODCALLTYPE Accept(nd2::Unknown *, ULONG, ULONG, const void *, ULONG, OVERLAPPED *) override {
		return unwritten;
	}
	Status STDMETHODCALLTYPE Reject(const void *, ULONG) override { return unwritten; }
	Status STDMETHODCALLTYPE GetReadLimits(ULONG *, ULONG *) override { return unwritten; }
	Status STDMETHODCALLTYPE GetPrivateData(void *, ULONG *) override { return unwritten; }
	Status STDMETHODCALLTYPE GetLocalAddress(sockaddr *, ULONG *) override { return unwritten; }
	Status STDMETHODCALLTYPE GetPeerAddress(sockaddr *, ULONG *) override { return unwritten; }
	Status STDMETHODCALLTYPE NotifyDisconnect(OVERLAPPED *) override { return unwritten; }
	Status STDMETHODCALLTYPE Disconnect(OVERLAPPED *) override { return unwritten; }
};

Status Adapter::CreateConnector(const GUID &, HANDLE, void **object) { return none(object); }

// Step 9: memory windows.

class MemoryWindow final : public Object<nd2::MemoryWindow, nd2::iidMemoryWindow> {
public:
	UINT32 STDMETHODCALLTYPE GetRemoteToken() override { return 0; } // in network order
};

Status Adapter::CreateMemoryWindow(const GUID &, void **object) { return none(object); }

// Step 11: shared receive queues, which are claimed by AdapterInfo::maxSharedDepth.

class SharedReceiveQueue final : public Overlapped<nd2::SharedReceiveQueue, nd2::iidSharedReceiveQueue> {
public:
	Status STDMETHODCALLTYPE GetNotifyAffinity(USHORT *, KAFFINITY *) override { return unwritten; }
	Status STDMETHODCALLTYPE Modify(ULONG, ULONG) override { return unwritten; }
	Status STDMETHODCALLTYPE Notify(OVERLAPPED *) override { return unwritten; }
	Status STDMETHODCALLTYPE Receive(void *, const nd2::Sge *, ULONG) override { return unwritten; }
};

Status Adapter::CreateSharedReceiveQueue(const GUID &, HANDLE, ULONG, ULONG, ULONG, USHORT, KAFFINITY, void **object) {
	return none(object);
}

Status Adapter::CreateQueuePairWithSrq(const GUID &, nd2::Unknown *, nd2::Unknown *, nd2::Unknown *, void *,
	ULONG, ULONG, ULONG, void **object) {
	return none(object);
}

} // namespace

STDAPI DllGetClassObject(REFCLSID asked, REFIID iid, void **object) {
	*object = nullptr;
	return same(asked, classId) ? static_cast<HRESULT>(give(new Provider, iid, object)) : CLASS_E_CLASSNOTAVAILABLE;
}

STDAPI DllCanUnloadNow() { return objects ? S_FALSE : S_OK; }
