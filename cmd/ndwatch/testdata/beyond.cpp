// A DLL whose objects are ndref.dll's, with interfaces beyond ND2's: each has its own vtable, which begins with the
// methods of ndref.dll's and goes on with the vendor's.
#include "acme.h"
#include <cstring>
#include <map>

namespace {

using Method = void *;

SRWLOCK lock = SRWLOCK_INIT;
struct Locked {
	Locked() { AcquireSRWLockExclusive(&lock); }
	~Locked() { ReleaseSRWLockExclusive(&lock); }
};

std::map<uint32_t, uint32_t> tags; // by the number of the Send
uint32_t sent, received;

template <typename F> Method method(F *f) { return (Method)f; }

// The vtable that an object had before.
std::map<void *, Method *> before;
template <typename F> F *original(void *object, int place) {
	Locked locked;
	return (F *)before[object][place];
}

nd2::Status queryMarshal(void *self, const GUID &, void **object) { return *object = self, nd2::Success; }
ULONG count(void *) { return 1; }
ULONG answer(void *, ULONG of, double by) { return (ULONG)(of * by); }
Method marshalMethods[] = {method(queryMarshal), method(count), method(count), method(answer)};
Method *marshal = marshalMethods;
acme::Plain plain = {acme::magic};

void extend(void *object, const GUID &as);

nd2::Status query(void *self, const GUID &iid, void **object) {
	if (IsEqualGUID(iid, acme::iidMarshal))
		return *object = &marshal, nd2::Success;
	if (IsEqualGUID(iid, acme::iidPlain))
		return *object = &plain, nd2::Success;
	if (IsEqualGUID(iid, acme::iidNothing))
		return *object = nullptr, nd2::Success;
	auto own = (*(const GUID ***)self)[15]; // the interface that it was made for
	if (IsEqualGUID(iid, *own))
		return ((nd2::Unknown *)self)->AddRef(), *object = self, nd2::Success;
	return original<nd2::Status(void *, const GUID &, void **)>(self, 0)(self, iid, object);
}

ULONG getTagged(nd2::CompletionQueue *self, acme::Tagged *results, ULONG count) {
	nd2::Result one;
	ULONG n = 0;
	while (n < count && self->GetResults(&one, 1)) {
		Locked locked;
		results[n++] = {one, one.type == nd2::Receive ? tags[++received] : 0};
	}
	return n;
}

nd2::Status sendTagged(nd2::QueuePair *self, void *context, const nd2::Sge *sge, ULONG count, ULONG flags, uint32_t tag) {
	{
		Locked locked;
		tags[++sent] = tag;
	}
	return self->Send(context, sge, count, flags);
}

nd2::Status bindTagged(nd2::QueuePair *self, void *context, nd2::Unknown *region, nd2::Unknown *window, const void *buffer, SIZE_T size, ULONG flags, uint32_t) {
	return self->Bind(context, region, window, buffer, size, flags);
}

nd2::Status createQueue(nd2::Adapter *self, const GUID &iid, HANDLE file, ULONG depth, USHORT group, KAFFINITY affinity, void **queue) {
	auto &known = IsEqualGUID(iid, acme::iidQueue) ? nd2::iidCompletionQueue : iid;
	auto s = original<nd2::Status(void *, const GUID &, HANDLE, ULONG, USHORT, KAFFINITY, void **)>(self, 6)(self, known, file, depth, group, affinity, queue);
	if (s == nd2::Success)
		extend(*queue, acme::iidQueue);
	return s;
}

nd2::Status createRegion(nd2::Adapter *self, const GUID &iid, HANDLE file, void **region) {
	auto s = original<nd2::Status(void *, const GUID &, HANDLE, void **)>(self, 7)(self, iid, file, region);
	if (s == nd2::Success)
		extend(*region, nd2::iidMemoryRegion);
	return s;
}

nd2::Status createPair(nd2::Adapter *self, const GUID &iid, nd2::Unknown *receives, nd2::Unknown *initiators, void *context, ULONG a, ULONG b, ULONG c, ULONG d, ULONG e, void **pair) {
	auto &known = IsEqualGUID(iid, acme::iidPair) ? nd2::iidQueuePair : iid;
	auto s = original<nd2::Status(void *, const GUID &, nd2::Unknown *, nd2::Unknown *, void *, ULONG, ULONG, ULONG, ULONG, ULONG, void **)>(self, 10)(self, known, receives, initiators, context, a, b, c, d, e, pair);
	if (s == nd2::Success)
		extend(*pair, acme::iidPair);
	return s;
}

nd2::Status openAdapter(nd2::Provider *self, const GUID &iid, UINT64 id, void **adapter) {
	auto s = original<nd2::Status(void *, const GUID &, UINT64, void **)>(self, 5)(self, iid, id, adapter);
	if (s == nd2::Success)
		extend(*adapter, nd2::iidAdapter);
	return s;
}

// Gives an object a vtable with more methods.
void extend(void *object, const GUID &as) {
	Locked locked;
	auto had = *(Method **)object;
	auto all = new Method[16]();
	int most = IsEqualGUID(as, nd2::iidAdapter) ? 14 : IsEqualGUID(as, acme::iidPair) ? 10 : IsEqualGUID(as, nd2::iidProvider) ? 6 : 9;
	memcpy(all, had, most * sizeof *all);
	all[0] = method(query), all[15] = (Method)&as;
	if (IsEqualGUID(as, acme::iidQueue))
		all[9] = method(getTagged);
	if (IsEqualGUID(as, acme::iidPair))
		all[10] = method(sendTagged), all[11] = method(bindTagged);
	if (IsEqualGUID(as, nd2::iidAdapter))
		all[6] = method(createQueue), all[7] = method(createRegion), all[10] = method(createPair);
	if (IsEqualGUID(as, nd2::iidProvider))
		all[5] = method(openAdapter);
	before[object] = had;
	*(Method **)object = all;
}

// The DLL that is beside this one.
HMODULE ndref() {
	char path[MAX_PATH];
	HMODULE self;
	GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT, (const char *)&plain, &self);
	GetModuleFileNameA(self, path, sizeof path);
	strcpy(strrchr(path, '\\') + 1, "ndref.dll");
	return LoadLibraryA(path);
}

using Get = nd2::Status(STDAPICALLTYPE *)(const GUID &, const GUID &, void **);

} // namespace

extern "C" __declspec(dllexport) HRESULT STDAPICALLTYPE DllGetClassObject(const GUID &of, const GUID &iid, void **object) {
	*object = nullptr;
	if (!IsEqualGUID(iid, nd2::iidProvider))
		return E_NOINTERFACE;
	auto get = (Get)(void *)GetProcAddress(ndref(), "DllGetClassObject");
	auto s = get ? get(of, iid, object) : E_FAIL;
	if (s == nd2::Success)
		extend(*object, nd2::iidProvider);
	return s;
}

extern "C" __declspec(dllexport) HRESULT STDAPICALLTYPE DllCanUnloadNow() { return S_FALSE; }
