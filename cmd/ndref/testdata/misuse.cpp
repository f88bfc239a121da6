// What no program should do: pointers to nothing, objects that are gone or another's,
// handles that are closed. Each is refused, and nothing breaks.
#include "side.h"
#include <initializer_list>

static constexpr GUID iidUnknown = {0, 0, 0, {0xc0, 0, 0, 0, 0, 0, 0, 0x46}};
static constexpr GUID iidClassFactory = {1, 0, 0, {0xc0, 0, 0, 0, 0, 0, 0, 0x46}};
static constexpr GUID iidV1Provider = {0x0c5dd316, 0x5fdf, 0x47e6, {0xb2, 0xd0, 0x2a, 0x6e, 0xda, 0x8d, 0x39, 0xdd}};
static constexpr GUID iidNobody = {0x12345678, 0, 0, {}};

enum : nd2::Status {
	NoInterface = 0x80004002,
	NoAggregation = 0x80040110,
	InvalidHandle = 0xC0000008,
	AccessViolation = 0xC0000005,
	InvalidParameter1 = 0xC00000EF,
	InvalidParameter2 = InvalidParameter1 + 1,
	InvalidParameter3 = InvalidParameter1 + 2,
	InvalidParameter5 = InvalidParameter1 + 4,
	InvalidParameter8 = InvalidParameter1 + 7,
};

// Pointers that lead nowhere.
static void *const nowhere = (void *)0x10, *const beyond = (void *)0xfff0000000000000;

static void is(nd2::Status got, nd2::Status want, const char *what) {
	if (got != want)
		fail(what, got);
}

// An object of this program's.
struct Own : nd2::Unknown {
	nd2::Status STDMETHODCALLTYPE QueryInterface(const GUID &, void **) override { fail("a call on a client's object", 0); }
	ULONG STDMETHODCALLTYPE AddRef() override { fail("a call on a client's object", 0); }
	ULONG STDMETHODCALLTYPE Release() override { fail("a call on a client's object", 0); }
};

struct Factory : nd2::Unknown {
	ND2_METHOD(CreateInstance)(nd2::Unknown *outer, const GUID &iid, void **object) = 0;
	ND2_METHOD(LockServer)(BOOL lock) = 0;
};

static void classes(const char *path) {
	auto dll = LoadLibraryA(path);
	auto get = (nd2::Status(STDAPICALLTYPE *)(const GUID &, const GUID &, void **))(void *)GetProcAddress(dll, "DllGetClassObject");
	auto canUnload = (HRESULT(STDAPICALLTYPE *)())(void *)GetProcAddress(dll, "DllCanUnloadNow");
	void *object = nowhere;
	is(get(iidNobody, iidNobody, &object), NoInterface, "an unknown interface");
	require(object == nullptr, "an object that is none");
	is(get(iidNobody, nd2::iidProvider, nullptr), InvalidParameter3, "nowhere to put it");
	Factory *factory;
	must(get(iidNobody, iidClassFactory, (void **)&factory), "IClassFactory");
	Own own;
	is(factory->CreateInstance(&own, iidV1Provider, &object), NoAggregation, "an outer object");
	must(factory->CreateInstance(nullptr, iidV1Provider, &object), "INDProvider");
	require(((nd2::Unknown *)object)->Release() == 0, "an INDProvider's references");
	must(factory->LockServer(TRUE), "LockServer");
	require(factory->Release() == 0, "the factory's references");
	require(canUnload() == S_FALSE, "DllCanUnloadNow");
	FreeLibrary(dll);
	require(GetModuleHandleA(path) == dll, "the DLL is gone");
}

static void identities(Side &side) {
	void *same, *again;
	must(side.queue->QueryInterface(iidUnknown, &same), "IUnknown");
	must(side.queue->QueryInterface(nd2::iidCompletionQueue, &again), "IND2CompletionQueue");
	require(same == again && same == side.queue, "one object at two places");
	require(side.queue->Release() > side.queue->Release(), "references");
	is(side.queue->QueryInterface(nd2::iidAdapter, &same), NoInterface, "an interface of another object");
	require(same == nullptr, "an object that is none");
	is(side.queue->QueryInterface(nd2::iidCompletionQueue, nullptr), InvalidParameter2, "nowhere to put it");
	is(side.queue->QueryInterface(nd2::iidCompletionQueue, (void **)nowhere), InvalidParameter2, "nowhere to put it");
}

static void handles(Side &side) {
	void *object = nowhere;
	auto create = [&](HANDLE file) { return side.adapter->CreateConnector(nd2::iidConnector, file, &object); };
	for (auto file : {(HANDLE) nullptr, INVALID_HANDLE_VALUE, (HANDLE)nowhere, GetCurrentProcess(), CreateEvent(nullptr, 0, 0, nullptr)}) {
		is(create(file), InvalidHandle, "a handle of something else");
		require(object == nullptr, "an object that is none");
	}
	HANDLE closed;
	must(side.adapter->CreateOverlappedFile(&closed), "CreateOverlappedFile");
	CloseHandle(closed);
	is(create(closed), InvalidHandle, "a handle that is closed");
	HANDLE copy;
	DuplicateHandle(GetCurrentProcess(), side.file, GetCurrentProcess(), &copy, 0, FALSE, DUPLICATE_SAME_ACCESS);
	must(create(copy), "a copy of a handle");
	CloseHandle(copy);
	((nd2::Unknown *)object)->Release();
	DWORD before, after;
	GetProcessHandleCount(GetCurrentProcess(), &before);
	for (int i = 0; i < 100; i++) {
		must(side.adapter->CreateOverlappedFile(&closed), "CreateOverlappedFile");
		must(create(closed), "CreateConnector");
		CloseHandle(closed);
		((nd2::Unknown *)object)->Release();
	}
	GetProcessHandleCount(GetCurrentProcess(), &after);
	require(after < before + 20, "handles are left open");
}

static void objects(Side &side) {
	Own own;
	OVERLAPPED o = {};
	auto connect = [&](nd2::Unknown *pair) {
		return side.connector->Connect(pair, (sockaddr *)&side.address, side.addressSize, 0, 0, nullptr, 0, &o);
	};
	nd2::QueuePair *gone;
	must(side.adapter->CreateQueuePair(nd2::iidQueuePair, side.queue, side.queue, nullptr, 1, 1, 1, 1, 0, (void **)&gone), "CreateQueuePair");
	require(gone->Release() == 0, "a queue pair's references");
	is(gone->Flush(), InvalidHandle, "a call on an object that is gone");
	require(gone->AddRef() == 0 && gone->Release() == 0, "references to an object that is gone");
	for (auto pair : {(nd2::Unknown *)nullptr, (nd2::Unknown *)&own, (nd2::Unknown *)side.queue, (nd2::Unknown *)gone, (nd2::Unknown *)nowhere})
		is(connect(pair), InvalidParameter1, "what is no queue pair");
	void *object = nowhere;
	is(side.adapter->CreateQueuePair(nd2::iidQueuePair, side.queue, &own, nullptr, 1, 1, 1, 1, 0, &object), InvalidParameter3, "what is no queue");
	require(object == nullptr, "an object that is none");
}

static void pointers(Side &side) {
	OVERLAPPED o = {};
	for (auto bad : {nowhere, beyond}) {
		is(side.queue->Notify(nd2::NotifyAny, (OVERLAPPED *)bad), InvalidParameter2, "an OVERLAPPED that is none");
		is(side.queue->GetOverlappedResult((OVERLAPPED *)bad, FALSE), InvalidParameter1, "an OVERLAPPED that is none");
		is(side.pair->Send(nullptr, (nd2::Sge *)bad, 1, 0), InvalidParameter2, "entries that are none");
		ULONG size = 0;
		is(side.adapter->Query((nd2::AdapterInfo *)bad, &size), nd2::BufferOverflow, "no room");
		require(size == 96, "how much room it takes");
		is(side.adapter->Query((nd2::AdapterInfo *)bad, &size), InvalidParameter1, "information that has no place");
		is(side.adapter->Query(&side.info, (ULONG *)bad), InvalidParameter2, "a size that is none");
		is(side.connector->Bind((sockaddr *)bad, 16), InvalidParameter1, "an address that is none");
		is(side.connector->GetReadLimits((ULONG *)bad, nullptr), InvalidParameter1, "limits that are none");
		is(side.region->Register(bad, 4096, 0, &o), AccessViolation, "a buffer that is none");
		is(side.connector->Reject(bad, 10), AccessViolation, "private data that is none");
		require(side.queue->GetResults((nd2::Result *)bad, 1) == 0, "results that have no place");
	}
	static const uint32_t constant = 0; // can be read only
	is(side.connector->GetReadLimits(nullptr, (ULONG *)&constant), InvalidParameter2, "limits that can't be written");
	is(side.region->Register(side.buffer, ~(SIZE_T)0, 0, &o), AccessViolation, "a buffer without an end");
	require(o.Internal == 0 && o.InternalHigh == 0, "an OVERLAPPED that no request has");
}

// A registered buffer in entries without an address, or of another's memory, ends the
// request or is refused.
static void entries(Side &side) {
	nd2::Sge list[] = {{nullptr, 8, 7}, {beyond, 8, 7}, {nowhere, ~0u, 7}};
	for (auto &e : list)
		require(side.pair->Receive(nullptr, &e, 1) != InvalidParameter2, "entries that name nothing");
	require(side.pair->Send(nullptr, list, 1, nd2::Inline) != nd2::Success, "a Send without a connection");
	require(side.pair->Receive(nullptr, list, ~0u) != nd2::Success, "more entries than there are");
}

int main(int argc, char **argv) {
	auto path = argc > 1 ? argv[1] : "ndref.dll";
	classes(path);
	auto provider = load(path);
	struct Blocks : Waiter {
		HANDLE event = CreateEvent(nullptr, TRUE, FALSE, nullptr);
		void prepare(OVERLAPPED *o) override { *o = {}, o->hEvent = event; }
		nd2::Status wait(nd2::Overlapping *object, OVERLAPPED *o) override { return object->GetOverlappedResult(o, TRUE); }
	} waiter;
	{
		Side side(provider, 0, 4096, waiter);
		identities(side);
		handles(side);
		objects(side);
		pointers(side);
		entries(side);
	}
	provider->Release();
	puts("ok");
}
