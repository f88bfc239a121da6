// Ping-pong by Write: each side polls its memory for what the other has written. Requests
// that pend are waited for by callbacks of the system's thread pool.
#include "side.h"

struct Callbacks : Waiter {
	HANDLE event = CreateEvent(nullptr, FALSE, FALSE, nullptr);
	DWORD error;

	static void CALLBACK ended(DWORD error, DWORD, OVERLAPPED *o) {
		auto mine = of(o);
		mine->error = error;
		SetEvent(mine->event);
	}

	// The side has one request at a time: its OVERLAPPED is known by its Offset fields,
	// which ND2 makes no use of.
	static Callbacks *of(OVERLAPPED *o) { return (Callbacks *)o->Pointer; }

	void attach(HANDLE file) override { require(BindIoCompletionCallback(file, ended, 0), "BindIoCompletionCallback"); }

	void prepare(OVERLAPPED *o) override {
		*o = {};
		o->Pointer = this;
	}

	nd2::Status wait(nd2::Overlapping *object, OVERLAPPED *o) override {
		require(WaitForSingleObject(event, 20000) == WAIT_OBJECT_0, "no callback came");
		return object->GetOverlappedResult(o, FALSE);
	}

	~Callbacks() override { CloseHandle(event); }
};

// What a side tells the other of its memory.
struct Window {
	UINT64 address;
	UINT32 token;
};

constexpr size_t size = 8192, inbox = 0, outbox = size, mail = 2 * size, all = mail + 4096;
constexpr int rounds = 200;

static Window exchangeWindows(Side &side) {
	auto mine = (Window *)(side.buffer + mail), theirs = mine + 1;
	*mine = {(UINT64)(side.buffer + inbox), side.region->GetRemoteToken()};
	side.send(mail, sizeof *mine);
	for (int n = 0; n < 2; n++) {
		auto r = side.result();
		must(r.status, "a result");
	}
	return *theirs;
}

// The last byte of a message tells its number, and is written last.
static void send(Side &side, const Window &to, char number) {
	memset(side.buffer + outbox, number, size);
	auto e = side.entry(outbox, size);
	must(side.pair->Write(nullptr, &e, 1, to.address, to.token, 0), "Write");
	side.expect(nd2::Write);
}

static void await(Side &side, char number) {
	auto last = (volatile char *)(side.buffer + inbox + size - 1);
	while (*last != number) {
		nd2::Result r;
		if (side.queue->GetResults(&r, 1)) // lets the provider work, and nothing is there
			fail("a result too many", r.type);
		SwitchToThread();
	}
	require(side.buffer[inbox] == number, "the first byte came after the last");
}

int main(int argc, char **argv) {
	auto provider = load(argc > 1 ? argv[1] : "ndref.dll");
	Meeting meeting;
	auto run = [&](bool first) {
		Callbacks callbacks;
		Side side(provider, first, all, callbacks);
		side.receive(mail + sizeof(Window), sizeof(Window));
		if (first)
			side.connect((sockaddr *)&meeting.at, meeting.size);
		else
			side.accept([&](const sockaddr *at, int n) { meeting.tell(at, n); });
		auto to = exchangeWindows(side);
		for (int i = 1; i <= rounds; i++) {
			if (first) {
				send(side, to, (char)i);
				await(side, (char)i);
			} else {
				await(side, (char)i);
				send(side, to, (char)i);
			}
		}
		if (first)
			side.awaitLeaving();
		else // the last message was this side's, and has arrived
			side.leave();
	};
	meeting.run([&] { run(false); }, [&] { run(true); });
	provider->Release();
	puts("ok");
}
