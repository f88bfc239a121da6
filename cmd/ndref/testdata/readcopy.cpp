// Copies a file by Read: one side offers what is in it, a part at a time, and the other
// fetches the parts. Requests that pend are waited for by events.
#include "side.h"

struct Events : Waiter {
	HANDLE event = CreateEvent(nullptr, TRUE, FALSE, nullptr);

	void prepare(OVERLAPPED *o) override {
		*o = {};
		o->hEvent = event;
		SetEvent(event); // as the last request has left it: the next resets it
	}

	nd2::Status wait(nd2::Overlapping *object, OVERLAPPED *o) override {
		auto s = object->GetOverlappedResult(o, TRUE);
		require(WaitForSingleObject(event, 0) == WAIT_OBJECT_0, "the event is not set");
		return s;
	}

	~Events() override { CloseHandle(event); }
};

// A message offers a part, or says that there are no more; an empty one says that the
// part has been fetched.
struct Offer {
	UINT64 address;
	UINT32 token, bytes;
};

constexpr size_t part = 256 << 10, parts = 2, data = 0, messages = parts * part, all = messages + 4096;
constexpr size_t slot = 64;

static HANDLE open(const char *name, bool write) {
	auto h = CreateFileA(name, write ? GENERIC_WRITE : GENERIC_READ, 0, nullptr, write ? CREATE_ALWAYS : OPEN_EXISTING, 0, nullptr);
	require(h != INVALID_HANDLE_VALUE, name);
	return h;
}

// Keeps parts offered, each in its place of the buffer, until the file has ended.
static void offer(Side &side, const char *name) {
	auto file = open(name, false);
	size_t next = 0, sent = 0, fetched = 0;
	bool more = true;
	auto one = [&] {
		auto place = next % parts;
		DWORD n;
		require(ReadFile(file, side.buffer + place * part, part, &n, nullptr), "ReadFile");
		auto message = (Offer *)(side.buffer + messages + place * slot);
		*message = {(UINT64)(side.buffer + place * part), side.region->GetRemoteToken(), (UINT32)n};
		side.send(messages + place * slot, sizeof *message);
		more = n > 0;
		next++;
	};
	while (more && next < parts)
		one();
	while (fetched < next || sent < next) {
		auto r = side.result();
		if (r.status == nd2::Canceled && fetched == next) { // the peer has all, and left before it was known here
			sent += r.type == nd2::Send;
			continue;
		}
		must(r.status, "a result");
		if (r.type == nd2::Send) {
			sent++;
			continue;
		}
		fetched++;
		side.receive(messages + (parts + (fetched - 1) % parts) * slot, slot);
		if (more)
			one();
	}
	CloseHandle(file);
}

// Offers that have come while something else was waited for.
struct Inbox {
	Side &side;
	char *waiting[parts] = {};
	size_t come = 0, taken = 0;

	// Waits for the result of a request, or for an offer.
	void await(uint32_t type) {
		for (;;) {
			auto r = side.result();
			must(r.status, "a result");
			if (r.type == nd2::Receive) {
				require(r.bytes == sizeof(Offer), "the size of an offer");
				waiting[come++ % parts] = (char *)r.request;
			}
			if (r.type == type)
				return;
		}
	}

	char *next() {
		if (taken == come)
			await(nd2::Receive);
		return waiting[taken++ % parts];
	}
};

// Fetches what is offered, in two entries, and says so.
static size_t fetch(Side &side, const char *name) {
	auto file = open(name, true);
	Inbox inbox{side};
	size_t copied = 0;
	for (bool more = true; more;) {
		auto message = inbox.next();
		auto offered = *(Offer *)message;
		more = offered.bytes > 0;
		if (more) {
			auto half = offered.bytes / 2;
			nd2::Sge list[] = {side.entry(data, half), side.entry(data + half, offered.bytes - half)};
			must(side.pair->Read(nullptr, list, 2, offered.address, offered.token, 0), "Read");
			inbox.await(nd2::Read);
			DWORD written;
			require(WriteFile(file, side.buffer + data, offered.bytes, &written, nullptr) && written == offered.bytes, "WriteFile");
			copied += written;
		}
		side.receive(message - side.buffer, slot);
		must(side.pair->Send(nullptr, nullptr, 0, 0), "Send");
		inbox.await(nd2::Send);
	}
	CloseHandle(file);
	return copied;
}

int main(int argc, char **argv) {
	require(argc == 4, "use: readcopy DLL FROM TO");
	auto provider = load(argv[1]);
	Meeting meeting;
	auto run = [&](bool first) {
		Events events;
		Side side(provider, first, all, events);
		for (size_t i = 0; i < parts; i++)
			side.receive(messages + (parts + i) * slot, slot);
		if (first)
			side.connect((sockaddr *)&meeting.at, meeting.size);
		else
			side.accept([&](const sockaddr *at, int n) { meeting.tell(at, n); });
		if (first) {
			printf("%zu bytes\n", fetch(side, argv[3]));
			side.leave(); // the last message was this side's, and has arrived
		} else {
			offer(side, argv[2]);
			side.awaitLeaving();
		}
	};
	meeting.run([&] { run(false); }, [&] { run(true); });
	provider->Release();
	puts("ok");
}
