// What a call across costs: nanoseconds, of the hottest calls.
#include "../../../docs/providers/skeleton/nd2.h"
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

using namespace nd2;

static void must(Status s, const char *what) {
	if (s != Success) {
		printf("%s: %08x\n", what, s);
		exit(1);
	}
}

template <typename Call> static void measure(const char *name, int times, Call call) {
	LARGE_INTEGER frequency, begin, end;
	QueryPerformanceFrequency(&frequency);
	QueryPerformanceCounter(&begin);
	for (int i = 0; i < times; i++)
		call();
	QueryPerformanceCounter(&end);
	printf("%-12s %10.0f ns\n", name, (end.QuadPart - begin.QuadPart) * 1e9 / frequency.QuadPart / times);
}

int main(int argc, char **argv) {
	auto dll = LoadLibraryA(argc > 1 ? argv[1] : "ndref.dll");
	auto get = (Status(STDAPICALLTYPE *)(const GUID &, const GUID &, void **))(void *)GetProcAddress(dll, "DllGetClassObject");
	Provider *provider;
	must(get(iidProvider, iidProvider, (void **)&provider), "DllGetClassObject");
	ULONG size = 0;
	provider->QueryAddressList(nullptr, &size);
	auto list = (AddressList *)malloc(size);
	must(provider->QueryAddressList(list, &size), "QueryAddressList");
	UINT64 id;
	must(provider->ResolveAddress(list->entry[0].address, list->entry[0].length, &id), "ResolveAddress");
	Adapter *adapter;
	must(provider->OpenAdapter(iidAdapter, id, (void **)&adapter), "OpenAdapter");
	HANDLE file;
	must(adapter->CreateOverlappedFile(&file), "CreateOverlappedFile");
	CompletionQueue *queue;
	must(adapter->CreateCompletionQueue(iidCompletionQueue, file, 4096, 0, 0, (void **)&queue), "CreateCompletionQueue");
	QueuePair *pair;
	must(adapter->CreateQueuePair(iidQueuePair, queue, queue, nullptr, 1024, 64, 1, 1, 0, (void **)&pair), "CreateQueuePair");
	Result result[1];
	for (int round = 0; round < 2; round++) {
		measure("GetResults", 2000, [&] { queue->GetResults(result, 1); });
		measure("AddRef", 2000, [&] { queue->AddRef(); });
		Sge sge = {&result, 4, 0};
		measure("Receive", 500, [&] { pair->Receive(nullptr, &sge, 1); });
		measure("Send", 500, [&] { pair->Send(nullptr, &sge, 1, 0); });
		OVERLAPPED o = {};
		measure("Notify", 200, [&] { queue->Notify(NotifyAny, &o); queue->CancelOverlappedRequests(); });
	}
}
