// The ends of requests as Windows permits them and Wine never shows them: the kernel may write
// an OVERLAPPED only when its packet is taken from the port, over what the provider has said;
// files are canceled and closed by hand; events carry the low bit.
#include "side.h"
#include <initializer_list>

static nd2::Adapter *adapter;

// A file with a port, and a queue on it.
struct Bound {
	HANDLE port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, nullptr, 0, 1), file;
	nd2::CompletionQueue *queue;
	nd2::Connector *connector;

	explicit Bound(UCHAR modes = 0) {
		must(adapter->CreateOverlappedFile(&file), "CreateOverlappedFile");
		require(CreateIoCompletionPort(file, port, 1, 0) == port, "CreateIoCompletionPort");
		require(SetFileCompletionNotificationModes(file, modes), "SetFileCompletionNotificationModes");
		must(adapter->CreateCompletionQueue(nd2::iidCompletionQueue, file, 16, 0, 0, (void **)&queue), "CreateCompletionQueue");
		must(adapter->CreateConnector(nd2::iidConnector, file, (void **)&connector), "CreateConnector");
	}

	// A request that pends until cancel, which makes it fail.
	void begin(OVERLAPPED *o) {
		if (queue->Notify(nd2::NotifyAny, o) != nd2::Pending)
			fail("Notify", 0);
	}

	void cancel() { must(queue->CancelOverlappedRequests(), "CancelOverlappedRequests"); }

	OVERLAPPED *packet(DWORD wait) {
		DWORD bytes;
		ULONG_PTR key;
		OVERLAPPED *o = nullptr;
		GetQueuedCompletionStatus(port, &bytes, &key, &o, wait);
		return o;
	}

	~Bound() {
		require(!packet(0), "a packet too many");
		queue->Release();
		connector->Release();
		CloseHandle(file);
		CloseHandle(port);
	}
};

static void is(nd2::Status got, nd2::Status want, const char *what) {
	if (got != want)
		fail(what, got);
}

// A Connect to where nobody listens, which fails with a status of ND2's own.
struct Refused : Bound {
	nd2::QueuePair *pair;
	OVERLAPPED o = {};

	Refused() {
		sockaddr_storage to = {};
		int size = addressOf(provider, 0, &to);
		must(adapter->CreateQueuePair(nd2::iidQueuePair, queue, queue, nullptr, 1, 1, 1, 1, 0, (void **)&pair), "CreateQueuePair");
		((sockaddr_in *)&to)->sin_port = 7;
		is(connector->Connect(pair, (sockaddr *)&to, size, 0, 0, nullptr, 0, &o), nd2::Pending, "Connect");
	}

	~Refused() { pair->Release(); }
	static nd2::Provider *provider;
};

nd2::Provider *Refused::provider;

// What the kernel does to an OVERLAPPED before and after its packet is taken.
static void beforePacket(OVERLAPPED *o) { o->Internal = nd2::Pending; }
static void atPacket(OVERLAPPED *o, bool success) { o->Internal = success ? nd2::Success : nd2::Canceled; }

// The status is final before the packet is taken, and stays what it was.
static void lateStatus() {
	for (BOOL waits : {FALSE, TRUE}) {
		Refused r;
		while (!HasOverlappedIoCompleted(&r.o))
			SwitchToThread();
		beforePacket(&r.o);
		is(r.connector->GetOverlappedResult(&r.o, waits), nd2::ConnectionRefused, "before the packet is taken");
		require(r.packet(1000) == &r.o, "the packet");
		atPacket(&r.o, false);
		is(r.connector->GetOverlappedResult(&r.o, waits), nd2::ConnectionRefused, "after it");
	}
}

// So it is with a success, which many programs never ask for.
static void lateSuccess(Side &side) {
	for (int n = 0; n < 5000; n++) {
		OVERLAPPED o = {};
		is(side.region->Deregister(&o), nd2::Pending, "Deregister");
		while (!HasOverlappedIoCompleted(&o))
			SwitchToThread();
		beforePacket(&o);
		is(side.region->GetOverlappedResult(&o, n % 2), nd2::Success, "before the packet is taken");
		require(HasOverlappedIoCompleted(&o), "the OVERLAPPED says that it is over");
		atPacket(&o, true);
		o = {};
		is(side.region->Register(side.buffer, side.size, nd2::AllowLocalWrite, &o), nd2::Pending, "Register");
		is(side.region->GetOverlappedResult(&o, TRUE), nd2::Success, "used again");
	}
}

// A program that uses its OVERLAPPED for something else is not told of an earlier request.
static void usedElsewhere() {
	Refused r;
	is(r.connector->GetOverlappedResult(&r.o, TRUE), nd2::ConnectionRefused, "Connect");
	require(r.packet(1000) == &r.o, "the packet");
	r.o = {};
	is(r.connector->GetOverlappedResult(&r.o, FALSE), nd2::Success, "an OVERLAPPED of zeros");
	r.begin(&r.o);
	is(r.queue->GetOverlappedResult(&r.o, FALSE), nd2::Pending, "used again");
	r.cancel();
	require(r.packet(1000) == &r.o, "the packet of the second");
}

// Whatever the client asks of its file, what pends has one packet.
static void modes() {
	for (UCHAR modes : {0, FILE_SKIP_COMPLETION_PORT_ON_SUCCESS, FILE_SKIP_SET_EVENT_ON_HANDLE, 3}) {
		Bound b(modes);
		OVERLAPPED o = {};
		for (int n = 0; n < 3; n++) {
			b.begin(&o);
			b.cancel();
			require(b.packet(1000) == &o, "a packet");
			is(b.queue->GetOverlappedResult(&o, FALSE), nd2::Canceled, "Notify");
		}
	}
}

// The low bit of the event keeps the packet away, also where there is no event beside it.
static void lowBit() {
	Bound b;
	for (auto event : {CreateEvent(nullptr, TRUE, TRUE, nullptr), CreateEvent(nullptr, FALSE, FALSE, nullptr), (HANDLE) nullptr}) {
		OVERLAPPED o = {};
		o.hEvent = (HANDLE)((uintptr_t)event | 1);
		b.begin(&o);
		require(!event || WaitForSingleObject(event, 0) == WAIT_TIMEOUT, "an event that is set too early");
		b.cancel();
		require(!event || WaitForSingleObject(event, 1000) == WAIT_OBJECT_0, "the event");
		is(b.queue->GetOverlappedResult(&o, TRUE), nd2::Canceled, "Notify");
		require(o.Internal == nd2::Canceled, "the OVERLAPPED's status");
		if (event)
			CloseHandle(event);
	}
}

// CancelIoEx and CancelIo are not how ND2's requests are canceled. They break none, at whatever
// moment they come.
static void canceledByHand() {
	Bound b;
	static volatile bool over;
	over = false;
	auto hammer = [](void *file) -> DWORD {
		while (!over) {
			CancelIoEx((HANDLE)file, nullptr);
			CancelIo((HANDLE)file);
		}
		return 0;
	};
	auto thread = CreateThread(nullptr, 0, hammer, b.file, 0, nullptr);
	nd2::MemoryRegion *region;
	must(adapter->CreateMemoryRegion(nd2::iidMemoryRegion, b.file, (void **)&region), "CreateMemoryRegion");
	static char memory[4096];
	for (int n = 0; n < 2000; n++) {
		OVERLAPPED o = {};
		is(n % 2 ? region->Deregister(&o) : region->Register(memory, sizeof memory, 0, &o), nd2::Pending, "a request");
		require(b.packet(5000) == &o, "a packet");
		is(region->GetOverlappedResult(&o, TRUE), nd2::Success, "a request whose file was canceled");
	}
	over = true;
	WaitForSingleObject(thread, INFINITE);
	CloseHandle(thread);
	region->Release();
}

// A file that is closed under way takes nothing away: its requests end, as its objects do.
static void closedUnderWay() {
	for (bool reused : {false, true}) {
		Bound b;
		OVERLAPPED o = {};
		o.hEvent = CreateEvent(nullptr, TRUE, FALSE, nullptr);
		b.begin(&o);
		CloseHandle(b.file);
		auto other = reused ? CreateEvent(nullptr, TRUE, FALSE, nullptr) : nullptr; // which may get the file's number
		b.cancel();
		require(WaitForSingleObject(o.hEvent, 5000) == WAIT_OBJECT_0, "the event of a request whose file is closed");
		is(b.queue->GetOverlappedResult(&o, TRUE), nd2::Canceled, "Notify");
		require(b.packet(5000) == &o, "its packet");
		CloseHandle(o.hEvent);
		require(!other || WaitForSingleObject(other, 0) == WAIT_TIMEOUT, "an event of somebody else's");
		b.file = other;
	}
}

int main(int argc, char **argv) {
	auto provider = load(argc > 1 ? argv[1] : "ndref.dll");
	struct Blocks : Waiter {
		nd2::Status wait(nd2::Overlapping *object, OVERLAPPED *o) override { return object->GetOverlappedResult(o, TRUE); }
	} waiter;
	{
		Side side(provider, 0, 4096, waiter);
		adapter = side.adapter;
		Refused::provider = provider;
		struct {
			const char *name;
			void (*run)();
		} all[] = {{"late status", lateStatus}, {"used elsewhere", usedElsewhere}, {"modes", modes}, {"low bit", lowBit}, {"canceled by hand", canceledByHand}, {"closed under way", closedUnderWay}};
		for (auto &one : all) {
			puts(one.name);
			fflush(stdout);
			one.run();
		}
		puts("late success");
		lateSuccess(side);
	}
	provider->Release();
	puts("ok");
}
