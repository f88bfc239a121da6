// A loop of two threads at one completion port, and connections that are driven by its
// packets, as servers are written for Windows. No thread waits for anything else.
#ifndef LOOP_H
#define LOOP_H

#include "side.h"
#include <functional>
#include <vector>

using Done = std::function<void(nd2::Status)>;

// A request that is under way. Its packet leads to it.
struct Request : OVERLAPPED {
	nd2::Overlapping *object;
	Done done;
};

struct Loop {
	static constexpr int threads = 2;
	static constexpr ULONG_PTR request = 1, stop = 2;
	HANDLE port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, nullptr, 0, threads);
	SRWLOCK lock = SRWLOCK_INIT; // held while a packet is handled
	long packets = 0;

	void attach(HANDLE file) { require(CreateIoCompletionPort(file, port, request, 0) == port, "CreateIoCompletionPort"); }

	// Begins a request. Only a request that pends has a packet.
	template <typename Call> void begin(nd2::Overlapping *object, Call call, Done done) {
		auto r = new Request{{}, object, std::move(done)};
		auto s = call(r);
		if (s == nd2::Pending)
			return;
		r->done(s);
		delete r;
	}

	// Handles packets until finish is called.
	void run() {
		HANDLE others[threads - 1];
		for (auto &t : others)
			t = CreateThread(nullptr, 0, [](void *l) -> DWORD { ((Loop *)l)->serve(); return 0; }, this, 0, nullptr);
		serve();
		WaitForMultipleObjects(threads - 1, others, TRUE, INFINITE);
		for (auto t : others)
			CloseHandle(t);
	}

	void finish() {
		for (int n = 0; n < threads; n++)
			PostQueuedCompletionStatus(port, 0, stop, nullptr);
	}

private:
	void serve() {
		for (;;) {
			DWORD bytes;
			ULONG_PTR key = 0;
			OVERLAPPED *o = nullptr;
			auto ok = GetQueuedCompletionStatus(port, &bytes, &key, &o, 60000);
			if (key == stop)
				return;
			require(o && key == request, "no packet came");
			AcquireSRWLockExclusive(&lock);
			handle(static_cast<Request *>(o), ok);
			ReleaseSRWLockExclusive(&lock);
		}
	}

	void handle(Request *r, bool ok) {
		packets++;
		auto s = r->object->GetOverlappedResult(r, FALSE);
		if (s == nd2::Pending || ok != (s == nd2::Success))
			fail("a packet does not say how its request has ended", s);
		r->done(s);
		delete r;
	}
};

// What the connections of a process share: an adapter, a queue that is drained when its
// Notify ends, and memory, divided among the connections.
struct Hub {
	static constexpr int most = 256, results = 4096;
	Loop loop;
	nd2::Adapter *adapter;
	HANDLE file;
	nd2::CompletionQueue *queue;
	nd2::MemoryRegion *region;
	sockaddr_storage address = {};
	int addressSize;
	size_t part;
	char *memory;
	std::vector<int> parts; // those that are free
	std::function<void(const nd2::Result &)> on;
	bool closing = false;

	Hub(nd2::Provider *provider, size_t bytes) : part(bytes) {
		addressSize = addressOf(provider, 0, &address);
		UINT64 id;
		must(provider->ResolveAddress((sockaddr *)&address, addressSize, &id), "ResolveAddress");
		must(provider->OpenAdapter(nd2::iidAdapter, id, (void **)&adapter), "OpenAdapter");
		must(adapter->CreateOverlappedFile(&file), "CreateOverlappedFile");
		loop.attach(file);
		must(adapter->CreateCompletionQueue(nd2::iidCompletionQueue, file, results, 0, 0, (void **)&queue), "CreateCompletionQueue");
		must(adapter->CreateMemoryRegion(nd2::iidMemoryRegion, file, (void **)&region), "CreateMemoryRegion");
		memory = (char *)VirtualAlloc(nullptr, most * part, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
		for (int n = 0; n < most; n++)
			parts.push_back(n);
		once(region, [&](OVERLAPPED *o) { return region->Register(memory, most * part, nd2::AllowLocalWrite, o); });
		arm();
	}

	// A request that is alone in the process until it has ended.
	template <typename Call> void once(nd2::Overlapping *object, Call call) {
		loop.begin(object, call, [&](nd2::Status s) {
			must(s, "Register, or Deregister");
			loop.finish();
		});
		loop.run();
	}

	void arm() {
		loop.begin(queue, [&](OVERLAPPED *o) { return queue->Notify(nd2::NotifyAny, o); }, [&](nd2::Status s) {
			if (closing)
				return loop.finish();
			must(s, "Notify");
			nd2::Result r[32];
			while (auto n = queue->GetResults(r, 32))
				for (ULONG i = 0; i < n; i++)
					on(r[i]);
			arm();
		});
	}

	~Hub() {
		closing = true;
		must(queue->CancelOverlappedRequests(), "CancelOverlappedRequests");
		loop.run();
		once(region, [&](OVERLAPPED *o) { return region->Deregister(o); });
		region->Release();
		queue->Release();
		require(adapter->Release() == 0, "the adapter has references left");
		CloseHandle(file);
		VirtualFree(memory, 0, MEM_RELEASE);
	}
};

// One end of a connection. Its events are called while the loop's lock is held.
struct Link {
	Hub &hub;
	nd2::Connector *connector;
	nd2::QueuePair *pair;
	int own; // its part of the memory
	int requests = 0, results = 0; // that are under way
	int tries = 1;         // how often Connect is called while nobody listens
	bool left = false;
	std::function<void()> up, gone, closed;

	Link(Hub &h, ULONG receives, ULONG sends) : hub(h), own(h.parts.back()) {
		hub.parts.pop_back();
		must(hub.adapter->CreateQueuePair(nd2::iidQueuePair, hub.queue, hub.queue, this, receives, sends, 1, 1, 0, (void **)&pair), "CreateQueuePair");
		must(hub.adapter->CreateConnector(nd2::iidConnector, hub.file, (void **)&connector), "CreateConnector");
	}

	char *at(size_t offset) { return hub.memory + own * hub.part + offset; }

	void receive(size_t offset, size_t size) {
		nd2::Sge e = {at(offset), (uint32_t)size, hub.region->GetLocalToken()};
		must(pair->Receive(at(offset), &e, 1), "Receive");
		results++;
	}

	void send(size_t offset, size_t size) {
		nd2::Sge e = {at(offset), (uint32_t)size, hub.region->GetLocalToken()};
		must(pair->Send(at(offset), &e, 1, 0), "Send");
		results++;
	}

	// A request of the connector's; a failure that is not expected ends the program.
	template <typename Call> void request(Call call, Done done) {
		requests++;
		hub.loop.begin(connector, call, [this, done](nd2::Status s) {
			done(s); // which may begin another, and so may what that one returns
			requests--;
			closeIfDone();
		});
	}

	void connect(const sockaddr *to, int size, const char *word) {
		request([=](OVERLAPPED *o) { return connector->Connect(pair, to, size, 0, 0, word, 4, o); }, [=](nd2::Status s) {
			if ((s == nd2::ConnectionRefused || s == nd2::IoTimeout) && --tries > 0) {
				Sleep(100);
				return connect(to, size, word);
			}
			must(s, "Connect");
			request([this](OVERLAPPED *o) { return connector->CompleteConnect(o); }, [this](nd2::Status s) {
				must(s, "CompleteConnect");
				connected();
			});
		});
	}

	void accept() {
		request([this](OVERLAPPED *o) { return connector->Accept(pair, 0, 0, nullptr, 0, o); }, [this](nd2::Status s) {
			must(s, "Accept");
			connected();
		});
	}

	void connected() {
		request([this](OVERLAPPED *o) { return connector->NotifyDisconnect(o); }, [this](nd2::Status s) {
			if (left)
				return;
			must(s, "NotifyDisconnect");
			gone();
		});
		up();
	}

	// Disconnects, whether or not the peer has.
	void leave() {
		left = true;
		request([this](OVERLAPPED *o) { return connector->Disconnect(o); }, [this](nd2::Status s) {
			if (s != nd2::ConnectionInvalid)
				must(s, "Disconnect");
			must(connector->CancelOverlappedRequests(), "CancelOverlappedRequests");
		});
	}

	// Takes the result of a request of the link's.
	void took() {
		results--;
		closeIfDone();
	}

	void closeIfDone() {
		if (!left || requests > 0 || results > 0)
			return;
		pair->Release();
		connector->Release();
		hub.parts.push_back(own);
		auto then = std::move(closed); // which deletes this
		then();
	}
};

#endif
