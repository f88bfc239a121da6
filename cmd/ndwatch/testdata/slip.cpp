// One misuse of ND2 by a program that is right in all else: slip DLL NAME. The validation
// layer names it; a provider that puts up with it lets the program end as if nothing were wrong.
#include "../../ndref/testdata/side.h"
#include <initializer_list>

struct Blocks : Waiter {
	HANDLE event = CreateEvent(nullptr, TRUE, FALSE, nullptr);
	void prepare(OVERLAPPED *o) override { *o = {}, o->hEvent = event; }
	nd2::Status wait(nd2::Overlapping *object, OVERLAPPED *o) override { return object->GetOverlappedResult(o, TRUE); }
};

// Takes at least that many results, and all that there are.
static void take(nd2::CompletionQueue *queue, size_t least) {
	nd2::Result results[16];
	for (size_t n = 0, got = 16; n < least || got == 16; n += got)
		got = queue->GetResults(results, 16);
}

static void flush(Side &s, size_t least) {
	must(s.pair->Flush(), "Flush");
	take(s.queue, least);
}

static char memory[4096];

static nd2::MemoryRegion *registered(Side &s, uint32_t rights) {
	nd2::MemoryRegion *region;
	must(s.adapter->CreateMemoryRegion(nd2::iidMemoryRegion, s.file, (void **)&region), "CreateMemoryRegion");
	must(s.request(region, [&](OVERLAPPED *o) { return region->Register(memory, sizeof memory, rights, o); }), "Register");
	return region;
}

static void deregister(Side &s, nd2::MemoryRegion *region) {
	must(s.request(region, [&](OVERLAPPED *o) { return region->Deregister(o); }), "Deregister");
}

// A separate queue with a queue pair that is not connected.
struct Apart {
	nd2::CompletionQueue *queue;
	nd2::QueuePair *pair;
	Apart(Side &s, uint32_t depth) {
		must(s.adapter->CreateCompletionQueue(nd2::iidCompletionQueue, s.file, depth, 0, 0, (void **)&queue), "CreateCompletionQueue");
		must(s.adapter->CreateQueuePair(nd2::iidQueuePair, queue, queue, nullptr, 2, 2, 1, 1, 0, (void **)&pair), "CreateQueuePair");
	}
	void release() { pair->Release(), queue->Release(); }
};

static void deregisterUnderReceive(Side &a, Side &) {
	auto region = registered(a, nd2::AllowLocalWrite);
	nd2::Sge e = {a.buffer, 64, a.region->GetLocalToken()};
	must(a.pair->Receive(nullptr, &e, 1), "Receive");
	deregister(a, a.region);
	flush(a, 1);
	a.region->Release();
	a.region = region;
}

static void oneResultTaken(Side &a, Side &b) {
	for (int n = 0; n < 2; n++)
		b.receive(0, 64), a.send(0, 8);
	take(a.queue, 2);
	OVERLAPPED o;
	b.waiter.prepare(&o);
	auto s = b.queue->Notify(nd2::NotifyAny, &o);
	b.waiter.finish(b.queue, &o, s);
	nd2::Result one;
	b.queue->GetResults(&one, 1);
	b.waiter.prepare(&o);
	b.queue->Notify(nd2::NotifyAny, &o);
	b.receive(0, 64), a.send(0, 8);
	take(a.queue, 1);
	b.queue->GetOverlappedResult(&o, TRUE);
	take(b.queue, 2);
}

static void sendOf(Side &a, void *at, uint32_t token) {
	nd2::Sge e = {at, 64, token};
	if (a.pair->Send(nullptr, &e, 1, 0) == nd2::Success)
		take(a.queue, 1);
}

static void outsideRegion(Side &a, Side &) { sendOf(a, a.buffer + a.size - 8, a.region->GetLocalToken()); }
static void wrongToken(Side &a, Side &) { sendOf(a, a.buffer, a.region->GetLocalToken() ^ 0x5a5a5a); }

static void queueFull(Side &a, Side &) {
	auto e = a.entry(0, 64);
	for (int n = 0; n < 65; n++)
		a.pair->Receive(nullptr, &e, 1);
	flush(a, 64);
}

static void queueTooSmall(Side &a, Side &) {
	Apart apart(a, 1);
	for (int n = 0; n < 2; n++)
		apart.pair->Receive(nullptr, nullptr, 0);
	apart.release();
}

static void fileLeaked(Side &a, Side &) {
	HANDLE file;
	must(a.adapter->CreateOverlappedFile(&file), "CreateOverlappedFile");
}

// This is none: the queue pair keeps its queue, and with it the file that the program closes.
static void queueReleasedFirst(Side &a, Side &) {
	Apart apart(a, 4);
	apart.queue->Release(), apart.pair->Release();
}

static void registeredTwice(Side &a, Side &) {
	OVERLAPPED o;
	a.waiter.prepare(&o);
	a.waiter.finish(a.region, &o, a.region->Register(a.buffer, a.size, nd2::AllowLocalWrite, &o));
}

static void releasedRegistered(Side &a, Side &) { registered(a, nd2::AllowLocalWrite)->Release(); }

static void receiveIntoReadOnly(Side &a, Side &) {
	auto region = registered(a, nd2::AllowRemoteRead);
	nd2::Sge e = {memory, 64, region->GetLocalToken()};
	a.pair->Receive(nullptr, &e, 1);
	flush(a, 0);
	deregister(a, region);
	region->Release();
}

static void sendAfterDisconnect(Side &a, Side &) {
	a.leave();
	sendOf(a, a.buffer, a.region->GetLocalToken());
}

static void overlappedTwice(Side &a, Side &) {
	OVERLAPPED o;
	a.waiter.prepare(&o);
	a.queue->Notify(nd2::NotifyAny, &o);
	auto s = a.queue->Notify(nd2::NotifySolicited, &o);
	a.queue->CancelOverlappedRequests();
	a.waiter.finish(a.queue, &o, s);
}

static void waitWithoutEvent(Side &a, Side &) {
	OVERLAPPED o = {};
	a.queue->Notify(nd2::NotifyAny, &o);
	a.queue->CancelOverlappedRequests();
	a.queue->GetOverlappedResult(&o, TRUE);
}

// A connector that has no connection refuses at once to tell when there is none any more.
static void waitForNothing(Side &a, Side &) {
	nd2::Connector *unused;
	must(a.adapter->CreateConnector(nd2::iidConnector, a.file, (void **)&unused), "CreateConnector");
	OVERLAPPED o;
	a.waiter.prepare(&o);
	require(unused->NotifyDisconnect(&o) != nd2::Pending, "NotifyDisconnect pends");
	unused->GetOverlappedResult(&o, FALSE);
	unused->Release();
}

// These hang, until somebody ends the program.
static void hangsAfterOneResult(Side &a, Side &b) {
	for (int n = 0; n < 3; n++)
		b.receive(0, 64), a.send(0, 8);
	take(a.queue, 3);
	OVERLAPPED o;
	b.waiter.prepare(&o);
	auto s = b.queue->Notify(nd2::NotifyAny, &o);
	b.waiter.finish(b.queue, &o, s);
	nd2::Result one;
	b.queue->GetResults(&one, 1);
	b.waiter.prepare(&o);
	b.queue->Notify(nd2::NotifyAny, &o);
	b.queue->GetOverlappedResult(&o, TRUE);
}

static void hangsWithoutDisconnect(Side &a, Side &) {
	OVERLAPPED o;
	a.waiter.prepare(&o);
	a.connector->NotifyDisconnect(&o);
	a.connector->GetOverlappedResult(&o, TRUE);
}

static void hangsForAnEvent(Side &, Side &b) {
	OVERLAPPED o;
	b.waiter.prepare(&o);
	b.queue->Notify(nd2::NotifyAny, &o);
	b.receive(0, 64);
	WaitForSingleObject(o.hEvent, INFINITE);
}

static const char *dll;

// This is none: a provider may return the objects that it has returned before. Each reference is released once.
static void secondReference(Side &a, Side &) {
	auto again = load(dll);
	UINT64 id;
	must(again->ResolveAddress((sockaddr *)&a.address, a.addressSize, &id), "ResolveAddress");
	nd2::Adapter *adapter;
	must(again->OpenAdapter(nd2::iidAdapter, id, (void **)&adapter), "OpenAdapter");
	again->Release(), adapter->Release();
	ULONG size = sizeof a.info;
	must(a.adapter->Query(&a.info, &size), "Query");
}

// This is none: the system keeps the event of a request that pends.
static void eventClosed(Side &a, Side &) {
	for (auto bit : {1, 0}) { // without a packet, and with one
		auto event = CreateEvent(nullptr, TRUE, FALSE, nullptr);
		HANDLE other;
		DuplicateHandle(GetCurrentProcess(), event, GetCurrentProcess(), &other, 0, FALSE, DUPLICATE_SAME_ACCESS);
		OVERLAPPED o = {};
		o.hEvent = (HANDLE)((uintptr_t)event | bit);
		a.queue->Notify(nd2::NotifyAny, &o);
		CloseHandle(event);
		a.queue->CancelOverlappedRequests();
		require(WaitForSingleObject(other, 20000) == WAIT_OBJECT_0, "the event of a request that was canceled");
		require(a.queue->GetOverlappedResult(&o, FALSE) == nd2::Canceled, "a request that was canceled");
		CloseHandle(other);
	}
}

static void usedAfterRelease(Side &a, Side &) {
	Apart apart(a, 4);
	apart.release();
	apart.pair->Flush();
}

static const struct Slip {
	const char *name;
	void (*make)(Side &a, Side &b);
} slips[] = {
	{"deregister-under-receive", deregisterUnderReceive}, {"one-result-taken", oneResultTaken}, {"outside-region", outsideRegion}, {"wrong-token", wrongToken},
	{"queue-full", queueFull}, {"queue-too-small", queueTooSmall}, {"file-leaked", fileLeaked}, {"registered-twice", registeredTwice},
	{"released-registered", releasedRegistered}, {"receive-into-read-only", receiveIntoReadOnly},
	{"overlapped-twice", overlappedTwice}, {"wait-without-event", waitWithoutEvent}, {"wait-for-nothing", waitForNothing},
	{"used-after-release", usedAfterRelease}, {"send-after-disconnect", sendAfterDisconnect}, {"queue-released-first", queueReleasedFirst},
	{"hangs-after-one-result", hangsAfterOneResult}, {"hangs-without-disconnect", hangsWithoutDisconnect}, {"hangs-for-an-event", hangsForAnEvent},
	{"second-reference", secondReference}, {"event-closed", eventClosed}, {"none", [](Side &, Side &) {}},
};

int main(int argc, char **argv) {
	require(argc > 2, "slip DLL NAME");
	dll = argv[1];
	auto provider = load(dll);
	Blocks active, passive;
	{
		Side a(provider, 0, 4096, active), b(provider, 1, 4096, passive);
		Meeting meeting;
		meeting.run([&] { b.accept([&](const sockaddr *at, int n) { meeting.tell(at, n); }); },
			[&] { a.connect((sockaddr *)&meeting.at, meeting.size); });
		auto slip = slips;
		while (strcmp(slip->name, argv[2]) && strcmp(slip->name, "none"))
			slip++;
		slip->make(a, b);
		if (strcmp(argv[2], "send-after-disconnect"))
			a.leave();
		b.leave();
	}
	provider->Release();
	puts("ok");
}
