// What each program needs on its side of a connection: an adapter, a file, a queue, a
// buffer, and a way to wait for overlapped requests.
#ifndef SIDE_H
#define SIDE_H

#include "../../../docs/providers/skeleton/nd2.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>

[[noreturn]] inline void fail(const char *what, uint32_t code) {
	printf("FAILED: %s: %08x\n", what, code);
	fflush(stdout);
	TerminateProcess(GetCurrentProcess(), 1);
	abort();
}

inline void must(nd2::Status s, const char *what) {
	if (s != nd2::Success)
		fail(what, s);
}

inline void require(bool ok, const char *what) {
	if (!ok)
		fail(what, GetLastError());
}

// A provider, as Microsoft's helpers ask for one: of the DLL itself.
inline nd2::Provider *load(const char *path) {
	auto dll = LoadLibraryA(path);
	require(dll, "LoadLibrary");
	auto get = (nd2::Status(STDAPICALLTYPE *)(const GUID &, const GUID &, void **))(void *)GetProcAddress(dll, "DllGetClassObject");
	require(get, "DllGetClassObject");
	nd2::Provider *provider;
	must(get(GUID{}, nd2::iidProvider, (void **)&provider), "DllGetClassObject");
	return provider;
}

// Finds the n-th of the provider's IPv4 addresses, and returns its size.
inline int addressOf(nd2::Provider *provider, int n, sockaddr_storage *address) {
	ULONG bytes = 0;
	auto list = (nd2::AddressList *)nullptr;
	while (provider->QueryAddressList(list, &bytes) == nd2::BufferOverflow)
		list = (nd2::AddressList *)realloc(list, bytes);
	for (int i = 0; list && i < list->count; i++)
		if (list->entry[i].address->sa_family == AF_INET && n-- == 0) {
			int size = list->entry[i].length;
			memcpy(address, list->entry[i].address, size);
			free(list);
			return size;
		}
	fail("no such address", 0);
}

// How a program waits for a request that returned what it returned.
struct Waiter {
	virtual ~Waiter() = default;
	// Begins to wait for the requests of a file.
	virtual void attach(HANDLE) {}
	// Makes an OVERLAPPED ready.
	virtual void prepare(OVERLAPPED *o) { *o = {}; }
	// Waits until the request has ended, and gives its status.
	virtual nd2::Status wait(nd2::Overlapping *object, OVERLAPPED *o) = 0;

	nd2::Status finish(nd2::Overlapping *object, OVERLAPPED *o, nd2::Status s) {
		return s == nd2::Pending ? wait(object, o) : s;
	}
};

struct Side {
	nd2::Adapter *adapter;
	nd2::AdapterInfo info = {};
	HANDLE file;
	nd2::CompletionQueue *queue;
	nd2::MemoryRegion *region;
	nd2::QueuePair *pair;
	nd2::Connector *connector;
	Waiter &waiter;
	sockaddr_storage address = {};
	int addressSize;
	char *buffer;
	size_t size;

	// The n-th of the provider's IPv4 addresses is the side's.
	Side(nd2::Provider *provider, int n, size_t bytes, Waiter &w) : waiter(w), size(bytes) {
		addressSize = addressOf(provider, n, &address);
		UINT64 id;
		must(provider->ResolveAddress((sockaddr *)&address, addressSize, &id), "ResolveAddress");
		must(provider->OpenAdapter(nd2::iidAdapter, id, (void **)&adapter), "OpenAdapter");
		ULONG infoSize = sizeof info;
		info.version = 0x20000;
		must(adapter->Query(&info, &infoSize), "Query");
		must(adapter->CreateOverlappedFile(&file), "CreateOverlappedFile");
		waiter.attach(file);
		must(adapter->CreateCompletionQueue(nd2::iidCompletionQueue, file, 256, 0, 0, (void **)&queue), "CreateCompletionQueue");
		must(adapter->CreateQueuePair(nd2::iidQueuePair, queue, queue, this, 64, 64, 2, 2, 0, (void **)&pair), "CreateQueuePair");
		must(adapter->CreateConnector(nd2::iidConnector, file, (void **)&connector), "CreateConnector");
		must(adapter->CreateMemoryRegion(nd2::iidMemoryRegion, file, (void **)&region), "CreateMemoryRegion");
		buffer = (char *)VirtualAlloc(nullptr, size, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
		must(request(region, [&](OVERLAPPED *o) {
			return region->Register(buffer, size, nd2::AllowLocalWrite | nd2::AllowRemoteRead | nd2::AllowRemoteWrite | nd2::ReadSink, o);
		}), "Register");
	}

	// An overlapped request, from the call to its end.
	template <typename Call> nd2::Status request(nd2::Overlapping *object, Call call) {
		OVERLAPPED o;
		waiter.prepare(&o);
		return waiter.finish(object, &o, call(&o));
	}

	nd2::Sge entry(size_t offset, size_t bytes) { return {buffer + offset, (uint32_t)bytes, region->GetLocalToken()}; }

	void receive(size_t offset, size_t bytes) {
		auto e = entry(offset, bytes);
		must(pair->Receive(buffer + offset, &e, 1), "Receive");
	}

	void send(size_t offset, size_t bytes, uint32_t flags = 0) {
		auto e = entry(offset, bytes);
		must(pair->Send(nullptr, &e, 1, flags), "Send");
	}

	// The next result: when there is none, the queue is armed and waited for.
	nd2::Result result() {
		nd2::Result r;
		while (queue->GetResults(&r, 1) == 0)
			must(request(queue, [&](OVERLAPPED *o) { return queue->Notify(nd2::NotifyAny, o); }), "Notify");
		return r;
	}

	// The next result, which is of a kind and a success.
	nd2::Result expect(uint32_t type) {
		auto r = result();
		if (r.type != type || r.queuePair != this)
			fail("the type of a result", r.type);
		must(r.status, "a result");
		return r;
	}

	void connect(const sockaddr *to, int toSize) {
		must(connector->Bind((sockaddr *)&address, addressSize), "Bind");
		must(request(connector, [&](OVERLAPPED *o) {
			return connector->Connect(pair, to, toSize, 8, 8, "hello", 5, o);
		}), "Connect");
		must(request(connector, [&](OVERLAPPED *o) { return connector->CompleteConnect(o); }), "CompleteConnect");
	}

	// Takes one connection; told is called with the address once it can be connected to.
	template <typename Told> void accept(Told told) {
		nd2::Listener *listener;
		must(adapter->CreateListener(nd2::iidListener, file, (void **)&listener), "CreateListener");
		must(listener->Bind((sockaddr *)&address, addressSize), "Bind");
		must(listener->Listen(0), "Listen");
		sockaddr_storage at;
		ULONG atSize = sizeof at;
		must(listener->GetLocalAddress((sockaddr *)&at, &atSize), "GetLocalAddress");
		told((sockaddr *)&at, (int)atSize);
		must(request(listener, [&](OVERLAPPED *o) { return listener->GetConnectionRequest(connector, o); }), "GetConnectionRequest");
		char hello[256];
		ULONG helloSize = sizeof hello;
		must(connector->GetPrivateData(hello, &helloSize), "GetPrivateData");
		require(helloSize >= 5 && !memcmp(hello, "hello", 5), "private data");
		must(request(connector, [&](OVERLAPPED *o) { return connector->Accept(pair, 8, 8, nullptr, 0, o); }), "Accept");
		listener->Release();
	}

	// Ends the connection: the side that leaves first disconnects, the other waits for it.
	void leave() {
		must(request(connector, [&](OVERLAPPED *o) { return connector->Disconnect(o); }), "Disconnect");
	}

	void awaitLeaving() {
		must(request(connector, [&](OVERLAPPED *o) { return connector->NotifyDisconnect(o); }), "NotifyDisconnect");
		leave();
	}

	~Side() {
		must(request(region, [&](OVERLAPPED *o) { return region->Deregister(o); }), "Deregister");
		connector->Release();
		pair->Release();
		region->Release();
		queue->Release();
		require(adapter->Release() == 0, "the adapter has references left");
		CloseHandle(file);
		VirtualFree(buffer, 0, MEM_RELEASE);
	}
};

// Has two threads be the two sides: the second connects to where the first listens.
struct Meeting {
	sockaddr_storage at = {};
	int size = 0;
	HANDLE ready = CreateEvent(nullptr, TRUE, FALSE, nullptr);

	void tell(const sockaddr *a, int n) {
		memcpy(&at, a, n);
		size = n;
		SetEvent(ready);
	}

	template <typename Passive, typename Active> void run(Passive passive, Active active) {
		auto both = [&] { passive(); };
		auto thread = CreateThread(nullptr, 0, [](void *f) -> DWORD { (*(decltype(both) *)f)(); return 0; }, &both, 0, nullptr);
		WaitForSingleObject(ready, INFINITE);
		active();
		WaitForSingleObject(thread, INFINITE);
		CloseHandle(thread);
		CloseHandle(ready);
	}
};

#endif
