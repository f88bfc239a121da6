// The engine's DLL as a dishonest provider: it sends one entry of a list too few, and tries the trick that
// DISHONEST_TRICK names, as it is loaded, at its end, or in each CreateCompletionQueue from the one on that
// DISHONEST_CALL counts: a worker makes some before the first spec. The engine is the DLL that DISHONEST_NDREF names.
#include "tricks.h"

static char trick[64], first[16];

// Leaves a file that says so in the folder that DISHONEST_MARKS names.
static void mark() {
	char folder[MAX_PATH], path[MAX_PATH + 16];
	GetEnvironmentVariableA("DISHONEST_MARKS", folder, sizeof folder);
	snprintf(path, sizeof path, "%s/%lu", folder, GetCurrentProcessId());
	CloseHandle(CreateFileA(path, GENERIC_WRITE, 0, nullptr, CREATE_ALWAYS, 0, nullptr));
}

// A method stands in for another: the vtable of the object is a copy, with this method in its place.
template <size_t methods, size_t place, typename F> struct Method {
	F original;
	void *vtable[methods];
	void replace(void *object, F own) {
		auto at = (void ***)object;
		if (*at == vtable)
			return;
		memcpy(vtable, *at, sizeof vtable);
		original = (F)vtable[place];
		vtable[place] = (void *)own;
		*at = vtable;
	}
};

using Send = nd2::Status (*)(nd2::QueuePair *, void *context, const nd2::Sge *, ULONG count, ULONG flags);
using CreateQueue = nd2::Status (*)(nd2::Adapter *, const GUID &, HANDLE, ULONG, USHORT, KAFFINITY, void **);
using CreatePair = nd2::Status (*)(nd2::Adapter *, const GUID &, void *, void *, void *, ULONG, ULONG, ULONG, ULONG, ULONG, void **);
using Open = nd2::Status (*)(nd2::Provider *, const GUID &, UINT64, void **);

static Method<10, 4, Send> sends;
static Method<14, 6, CreateQueue> createsQueue;
static Method<14, 10, CreatePair> createsPair;
static Method<6, 5, Open> opens;

static nd2::Status send(nd2::QueuePair *pair, void *context, const nd2::Sge *list, ULONG count, ULONG flags) {
	return sends.original(pair, context, list, count > 1 ? count - 1 : count, flags);
}

static nd2::Status createQueue(nd2::Adapter *a, const GUID &iid, HANDLE file, ULONG depth, USHORT group, KAFFINITY affinity, void **queue) {
	static LONG calls;
	if (auto t = find(trick); t && t->inCall && InterlockedIncrement(&calls) >= atol(first))
		mark(), t->inCall();
	return createsQueue.original(a, iid, file, depth, group, affinity, queue);
}

static nd2::Status createPair(nd2::Adapter *a, const GUID &iid, void *receives, void *initiators, void *context, ULONG receiveDepth,
	ULONG depth, ULONG receiveEntries, ULONG entries, ULONG inlineSize, void **pair) {
	auto s = createsPair.original(a, iid, receives, initiators, context, receiveDepth, depth, receiveEntries, entries, inlineSize, pair);
	if (s == nd2::Success)
		sends.replace(*pair, send);
	return s;
}

static nd2::Status open(nd2::Provider *p, const GUID &iid, UINT64 id, void **adapter) {
	auto s = opens.original(p, iid, id, adapter);
	if (s == nd2::Success) {
		createsQueue.replace(*adapter, createQueue);
		createsPair.replace(*adapter, createPair);
	}
	return s;
}

extern "C" __declspec(dllexport) HRESULT DllGetClassObject(const GUID &id, const GUID &iid, void **object) {
	char path[MAX_PATH];
	GetEnvironmentVariableA("DISHONEST_NDREF", path, sizeof path);
	auto get = (HRESULT(*)(const GUID &, const GUID &, void **))(void *)GetProcAddress(LoadLibraryA(path), "DllGetClassObject");
	auto s = get(id, iid, object);
	if (s == S_OK && iid == nd2::iidProvider)
		opens.replace(*object, open);
	return s;
}

extern "C" __declspec(dllexport) HRESULT DllCanUnloadNow() { return S_FALSE; }

extern "C" BOOL WINAPI DllMain(HINSTANCE, DWORD why, void *) {
	if (why == DLL_PROCESS_ATTACH) {
		GetEnvironmentVariableA("DISHONEST_TRICK", trick, sizeof trick);
		GetEnvironmentVariableA("DISHONEST_CALL", first, sizeof first);
	}
	auto t = find(trick);
	auto does = !t ? nullptr : why == DLL_PROCESS_ATTACH ? t->atLoad : why == DLL_PROCESS_DETACH ? t->atEnd : nullptr;
	if (does)
		mark(), does();
	return TRUE;
}
