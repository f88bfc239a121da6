// hello: an adapter connects to itself, sends one message, and waits for the results by Notify. One thread, one file.
//
//	hello PROVIDER.dll
#include "../../../docs/providers/skeleton/nd2.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

static void must(nd2::Status s, const char *what) {
	if (s != nd2::Success) {
		printf("%s: 0x%08X\n", what, (unsigned)s);
		exit(1);
	}
}

// A Request ends in its call, ND_SUCCESS, or later, after ND_PENDING.
struct Request : OVERLAPPED {
	Request() : OVERLAPPED{} { hEvent = CreateEvent(nullptr, TRUE, FALSE, nullptr); }
	~Request() { CloseHandle(hEvent); }
	nd2::Status end(nd2::Overlapping *of, nd2::Status s) { return s == nd2::Pending ? of->GetOverlappedResult(this, TRUE) : s; }
};

static nd2::Adapter *adapter;
static HANDLE file;
static sockaddr_storage address;
static ULONG addressSize;

static void open(nd2::Provider *provider) {
	alignas(nd2::AddressList) char room[4096];
	ULONG size = sizeof room;
	auto list = (nd2::AddressList *)room;
	must(provider->QueryAddressList(list, &size), "QueryAddressList");
	memcpy(&address, list->entry[0].address, addressSize = list->entry[0].length); // its port is 0: any
	UINT64 id;
	must(provider->ResolveAddress((sockaddr *)&address, addressSize, &id), "ResolveAddress");
	must(provider->OpenAdapter(nd2::iidAdapter, id, (void **)&adapter), "OpenAdapter");
	nd2::AdapterInfo info = {};
	info.version = 1;
	size = sizeof info;
	must(adapter->Query(&info, &size), "Query");
	must(adapter->CreateOverlappedFile(&file), "CreateOverlappedFile");
}

// connect connects two queue pairs. The Receive is posted before Accept: the peer may send at once.
static void connect(nd2::Listener *listener, nd2::Connector *active, nd2::QueuePair *a, nd2::Connector *passive, nd2::QueuePair *b,
	const nd2::Sge &in) {
	must(listener->Bind((sockaddr *)&address, addressSize), "Listener.Bind");
	must(listener->Listen(1), "Listen");
	must(active->Bind((sockaddr *)&address, addressSize), "Connector.Bind");
	sockaddr_storage to;
	ULONG size = sizeof to;
	must(listener->GetLocalAddress((sockaddr *)&to, &size), "GetLocalAddress");
	Request requested, connected, accepted, completed;
	auto request = listener->GetConnectionRequest(passive, &requested);
	auto connect = active->Connect(a, (sockaddr *)&to, size, 1, 1, nullptr, 0, &connected);
	must(requested.end(listener, request), "GetConnectionRequest");
	must(b->Receive(nullptr, &in, 1), "Receive");
	auto accept = passive->Accept(b, 1, 1, nullptr, 0, &accepted);
	must(connected.end(active, connect), "Connect");
	must(completed.end(active, active->CompleteConnect(&completed)), "CompleteConnect");
	must(accepted.end(passive, accept), "Accept");
}

// take waits for results: Notify, then GetResults until the queue is empty, and only then the end of the Notify. A result
// that came in between may or may not have ended it.
static void take(nd2::CompletionQueue *queue, nd2::Result *results, ULONG count) {
	for (ULONG got = 0; got < count;) {
		Request notified;
		auto s = queue->Notify(nd2::NotifyAny, &notified);
		got += queue->GetResults(results + got, count - got);
		if (got == count && s == nd2::Pending) queue->CancelOverlappedRequests();
		s = notified.end(queue, s);
		if (s != nd2::Canceled) must(s, "Notify");
	}
	for (ULONG i = 0; i < count; i++) must(results[i].status, results[i].type == nd2::Send ? "Send's result" : "Receive's result");
}

int main(int, char **args) {
	auto dll = LoadLibraryA(args[1]);
	auto get = (HRESULT(STDAPICALLTYPE *)(const GUID &, const GUID &, void **))(void *)GetProcAddress(dll, "DllGetClassObject");
	nd2::Provider *provider;
	must(get(nd2::iidUnknown, nd2::iidProvider, (void **)&provider), "DllGetClassObject");
	open(provider);

	nd2::CompletionQueue *queue;
	nd2::QueuePair *a, *b;
	nd2::MemoryRegion *region;
	nd2::Listener *listener;
	nd2::Connector *active, *passive;
	must(adapter->CreateCompletionQueue(nd2::iidCompletionQueue, file, 8, 0, 0, (void **)&queue), "CreateCompletionQueue");
	for (auto pair : {&a, &b})
		must(adapter->CreateQueuePair(nd2::iidQueuePair, queue, queue, nullptr, 2, 2, 1, 1, 0, (void **)pair), "CreateQueuePair");
	must(adapter->CreateMemoryRegion(nd2::iidMemoryRegion, file, (void **)&region), "CreateMemoryRegion");
	must(adapter->CreateListener(nd2::iidListener, file, (void **)&listener), "CreateListener");
	for (auto connector : {&active, &passive})
		must(adapter->CreateConnector(nd2::iidConnector, file, (void **)connector), "CreateConnector");
	static char memory[4096] = "hello";
	Request registered;
	must(registered.end(region, region->Register(memory, sizeof memory, nd2::AllowLocalWrite, &registered)), "Register");
	nd2::Sge out = {memory, 6, region->GetLocalToken()}, in = {memory + 2048, 64, region->GetLocalToken()};

	connect(listener, active, a, passive, b, in);
	must(a->Send(nullptr, &out, 1, 0), "Send");
	nd2::Result results[2];
	take(queue, results, 2);
	bool right = !strcmp(memory + 2048, memory);

	Request one, other, gone;
	auto s = active->Disconnect(&one), t = passive->Disconnect(&other);
	must(one.end(active, s), "Disconnect");
	must(other.end(passive, t), "the peer's Disconnect");
	must(gone.end(region, region->Deregister(&gone)), "Deregister");
	nd2::Unknown *all[] = {active, passive, listener, a, b, region, queue, adapter, provider};
	for (auto each : all) each->Release();
	puts(right && CloseHandle(file) ? "ok" : "wrong bytes, or the file is not closed");
	return !right;
}
