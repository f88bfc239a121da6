// A program that uses a vendor's interfaces beyond ND2's: extended DLL. With extended DLL refused, it expects a
// refusal and does without them.
#include "../../ndref/testdata/side.h"
#include "acme.h"
#include <initializer_list>

static constexpr GUID iidUnknown = {0, 0, 0, {0xc0, 0, 0, 0, 0, 0, 0, 0x46}};
static constexpr GUID iidMemoryWindow = {0x070fe1f5, 0x0ab5, 0x4361, {0x88, 0xdb, 0x97, 0x4b, 0xa7, 0x04, 0xd4, 0xb9}};
constexpr nd2::Status noInterface = 0x80004002;

struct Port : Waiter {
	HANDLE port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, nullptr, 0, 1);
	void attach(HANDLE file) override { require(CreateIoCompletionPort(file, port, 1, 0) == port, "CreateIoCompletionPort"); }

	nd2::Status wait(nd2::Overlapping *object, OVERLAPPED *o) override {
		DWORD bytes;
		ULONG_PTR key;
		OVERLAPPED *which = nullptr;
		GetQueuedCompletionStatus(port, &bytes, &key, &which, 20000);
		require(which == o, "the packet is of another request, or none came");
		return object->GetOverlappedResult(o, FALSE);
	}
};

// A side whose queue and queue pair are the vendor's.
struct Extended : Side {
	acme::Queue *tagged;
	acme::Pair *tagging;

	Extended(nd2::Provider *provider, int n, Waiter &w) : Side(provider, n, 4096, w) {
		pair->Release(), queue->Release();
		must(adapter->CreateCompletionQueue(acme::iidQueue, file, 16, 0, 0, (void **)&tagged), "a queue with tags");
		must(adapter->CreateQueuePair(acme::iidPair, tagged, tagged, this, 4, 4, 1, 1, 0, (void **)&tagging), "a queue pair with tags");
		queue = tagged, pair = tagging;
	}

	// The next result, for which the queue is armed and waited for.
	acme::Tagged next(uint32_t type, void *context) {
		acme::Tagged r;
		while (tagged->GetTagged(&r, 1) == 0)
			must(request(tagged, [&](OVERLAPPED *o) { return tagged->Notify(nd2::NotifyAny, o); }), "Notify");
		must(r.result.status, "a result");
		require(r.result.type == type && r.result.queuePair == this && r.result.request == context, "a result's contexts");
		return r;
	}
};

static void exchange(Extended &a, Extended &b) {
	for (uint32_t n = 1; n < 20; n++) {
		b.receive(0, 64);
		auto e = a.entry(0, 8);
		must(a.tagging->SendTagged(&e, &e, 1, 0, n * 7), "SendTagged");
		a.next(nd2::Send, &e);
		require(b.next(nd2::Receive, b.buffer).tag == n * 7, "a tag");
	}
}

// The vendor's methods are given objects, which are the layer's.
static void bind(Extended &a) {
	struct : nd2::Unknown {
		ND2_METHOD(GetRemoteToken)();
	} *window;
	must(a.adapter->CreateMemoryWindow(iidMemoryWindow, (void **)&window), "CreateMemoryWindow");
	must(a.tagging->BindTagged(window, a.region, window, a.buffer, 64, nd2::AllowRead, 1), "BindTagged");
	a.next(nd2::Bind, window);
	must(a.pair->Invalidate(&a, window, 0), "Invalidate");
	a.next(nd2::Invalidate, &a);
	window->Release();
}

static void identity(Extended &a) {
	void *one, *two, *queue, *same;
	must(a.tagged->QueryInterface(iidUnknown, &one), "IUnknown");
	must(a.tagged->QueryInterface(nd2::iidCompletionQueue, &queue), "IND2CompletionQueue");
	must(((nd2::Unknown *)queue)->QueryInterface(iidUnknown, &two), "IUnknown");
	must(((nd2::Unknown *)queue)->QueryInterface(acme::iidQueue, &same), "the vendor's");
	require(one == two && same == a.tagged, "identity");
	auto many = a.tagged->AddRef();
	require(a.tagged->Release() == many - 1, "references");
	for (auto object : {one, two, queue, same})
		((nd2::Unknown *)object)->Release();
	must(((nd2::CompletionQueue *)a.tagged)->Resize(16), "Resize");
}

// Any object may have any interface, and what comes out need not even be one.
static void others(Extended &a) {
	acme::Marshal *marshal;
	acme::Plain *plain;
	void *nothing;
	for (auto object : {(nd2::Unknown *)a.region, (nd2::Unknown *)a.tagged, (nd2::Unknown *)a.adapter}) {
		must(object->QueryInterface(acme::iidMarshal, (void **)&marshal), "IMarshal");
		require(marshal->Answer(6, 7) == 42, "an answer");
		marshal->Release();
		must(object->QueryInterface(acme::iidPlain, (void **)&plain), "no object");
		require(plain->magic == acme::magic, "no object");
		must(object->QueryInterface(acme::iidNothing, &nothing), "nothing");
		require(!nothing, "nothing");
	}
}

// The last reference to an object is the vendor's.
static void releasedLast(Extended &a) {
	nd2::CompletionQueue *queue;
	acme::Queue *last;
	must(a.adapter->CreateCompletionQueue(nd2::iidCompletionQueue, a.file, 16, 0, 0, (void **)&queue), "CreateCompletionQueue");
	must(queue->QueryInterface(acme::iidQueue, (void **)&last), "the vendor's");
	require(queue->Release() == 1, "references");
	acme::Tagged none;
	require(last->GetTagged(&none, 1) == 0, "no results");
	must(last->CancelOverlappedRequests(), "CancelOverlappedRequests");
	require(last->Release() == 0, "references");
}

static int without(nd2::Provider *provider) {
	Port port;
	{
		Side a(provider, 0, 4096, port);
		void *object = &a;
		if (a.adapter->CreateCompletionQueue(acme::iidQueue, a.file, 16, 0, 0, &object) != noInterface || object)
			fail("a queue with tags", 0);
		object = &a;
		if (a.region->QueryInterface(acme::iidMarshal, &object) != noInterface || object)
			fail("IMarshal", 0);
	}
	return 0;
}

int main(int argc, char **argv) {
	require(argc > 1, "extended DLL");
	auto provider = load(argv[1]);
	if (argc > 2 && !strcmp(argv[2], "refused"))
		without(provider);
	else {
		Port active, passive;
		Extended a(provider, 0, active), b(provider, 1, passive);
		Meeting meeting;
		meeting.run([&] { b.accept([&](const sockaddr *at, int n) { meeting.tell(at, n); }); },
			[&] { a.connect((sockaddr *)&meeting.at, meeting.size); });
		exchange(a, b), bind(a), identity(a), others(a), releasedLast(a);
		a.leave(), b.leave();
	}
	provider->Release();
	puts("ok");
}
