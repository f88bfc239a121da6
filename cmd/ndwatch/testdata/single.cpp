// A DLL in front of ndref.dll that has one provider, and opens each adapter once: whoever asks again is given
// the same object, with one more reference. One thread asks at a time, and opens no adapter again whose last
// reference it has released.
#include "../../../docs/providers/skeleton/nd2.h"
#include <map>

namespace {

struct Single : nd2::Provider {
	nd2::Provider *inner;
	std::map<UINT64, nd2::Adapter *> adapters; // that were opened; the client has all references
	ULONG references = 1; // of the DLL's own

	explicit Single(nd2::Provider *of) : inner(of) {}

	nd2::Status STDMETHODCALLTYPE QueryInterface(const GUID &iid, void **object) override {
		*object = nullptr;
		if (!IsEqualGUID(iid, nd2::iidProvider))
			return E_NOINTERFACE;
		AddRef();
		*object = this;
		return nd2::Success;
	}

	ULONG STDMETHODCALLTYPE AddRef() override { return InterlockedIncrement(&references); }
	ULONG STDMETHODCALLTYPE Release() override { return InterlockedDecrement(&references); }

	nd2::Status STDMETHODCALLTYPE QueryAddressList(nd2::AddressList *list, ULONG *bytes) override { return inner->QueryAddressList(list, bytes); }

	nd2::Status STDMETHODCALLTYPE ResolveAddress(const sockaddr *address, ULONG size, UINT64 *id) override { return inner->ResolveAddress(address, size, id); }

	nd2::Status STDMETHODCALLTYPE OpenAdapter(const GUID &iid, UINT64 id, void **adapter) override {
		if (!adapters.count(id))
			return remember(id, inner->OpenAdapter(iid, id, adapter), adapter);
		adapters[id]->AddRef();
		*adapter = adapters[id];
		return nd2::Success;
	}

	nd2::Status remember(UINT64 id, nd2::Status s, void **adapter) {
		if (s == nd2::Success)
			adapters[id] = (nd2::Adapter *)*adapter;
		return s;
	}
};

using Get = nd2::Status(STDAPICALLTYPE *)(const GUID &, const GUID &, void **);

} // namespace

extern "C" __declspec(dllexport) HRESULT STDAPICALLTYPE DllGetClassObject(const GUID &of, const GUID &iid, void **object) {
	static Single *one;
	*object = nullptr;
	if (!one) {
		auto get = (Get)(void *)GetProcAddress(LoadLibraryA("ndref.dll"), "DllGetClassObject");
		nd2::Provider *inner;
		auto s = get ? get(of, nd2::iidProvider, (void **)&inner) : E_FAIL;
		if (s != nd2::Success)
			return s;
		one = new Single(inner);
	}
	return one->QueryInterface(iid, object);
}

extern "C" __declspec(dllexport) HRESULT STDAPICALLTYPE DllCanUnloadNow() { return S_FALSE; }
