// Ping-pong by Send and Receive. Each side has a completion port, and every request that
// pends is waited for by its packet.
#include "side.h"

struct Port : Waiter {
	HANDLE port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, nullptr, 0, 1);
	static constexpr ULONG_PTR key = 42;
	int packets = 0;

	void attach(HANDLE file) override { require(CreateIoCompletionPort(file, port, key, 0) == port, "CreateIoCompletionPort"); }

	nd2::Status wait(nd2::Overlapping *object, OVERLAPPED *o) override {
		DWORD bytes;
		ULONG_PTR of;
		OVERLAPPED *which = nullptr;
		auto ok = GetQueuedCompletionStatus(port, &bytes, &of, &which, 20000);
		require(which == o && of == key, "the packet is of another request, or none came");
		packets++;
		auto s = object->GetOverlappedResult(o, FALSE);
		require(ok || s != nd2::Success, "a packet says that a request failed that did not");
		return s;
	}

	// No packet is there that nobody has asked for.
	void expectNothing() {
		DWORD bytes;
		ULONG_PTR of;
		OVERLAPPED *which = nullptr;
		require(!GetQueuedCompletionStatus(port, &bytes, &of, &which, 0) && !which, "a packet too many");
	}

	~Port() override { CloseHandle(port); }
};

constexpr size_t sizes[] = {1, 64, 1024, 4096, 65536};
constexpr size_t room = 65536;
constexpr int rounds = 50, messages = rounds * (sizeof sizes / sizeof *sizes);

// Sends from the first half of the buffer, receives into the second. The peer's next
// message may come before this side knows that its own has arrived, and so may its
// goodbye, which this reports.
static bool exchange(Side &side, bool first) {
	int posted = 0, sent = 0, received = 0;
	bool bye = false;
	while (sent < messages || received < messages) {
		int turn = received + first; // how many this side may have sent by now
		if (posted == sent && posted < turn && posted < messages) {
			auto n = sizes[posted / rounds];
			memset(side.buffer, posted, n);
			side.send(0, n);
			posted++;
		}
		auto r = side.result();
		must(r.status, "a result");
		if (r.type == nd2::Send) {
			sent++;
			continue;
		}
		if (received == messages) {
			require(r.bytes == 1, "a goodbye");
			bye = true;
			continue;
		}
		auto n = sizes[received / rounds];
		require(r.bytes == n && side.buffer[room] == (char)received && side.buffer[room + n - 1] == (char)received, "what was received");
		received++;
		side.receive(room, room);
	}
	return bye;
}

// A Notify that nothing satisfies is canceled, which its packet says.
static void cancel(Side &side, Port &port) {
	OVERLAPPED o;
	port.prepare(&o);
	if (side.queue->Notify(nd2::NotifyErrors, &o) != nd2::Pending)
		fail("Notify", 0);
	require(side.queue->GetOverlappedResult(&o, FALSE) == nd2::Pending, "a Notify that waits");
	must(side.queue->CancelOverlappedRequests(), "CancelOverlappedRequests");
	require(port.wait(side.connector, &o) == nd2::Canceled, "asked of another object");
}

// Tells the peer that it may leave. What is posted ends when the peer leaves, or with this
// side: whether the goodbye's acknowledgement comes before that is up to the network.
static void sayGoodbye(Side &side) {
	side.send(0, 1);
	side.awaitLeaving();
	for (int n = 0; n < 2; n++) {
		auto r = side.result();
		require(r.status == nd2::Canceled || (r.type == nd2::Send && r.status == nd2::Success), "what the peer has left");
	}
}

int main(int argc, char **argv) {
	auto provider = load(argc > 1 ? argv[1] : "ndref.dll");
	Meeting meeting;
	auto run = [&](bool first) {
		Port port;
		{
			Side side(provider, first, 2 * room, port);
			side.receive(room, room);
			if (first)
				side.connect((sockaddr *)&meeting.at, meeting.size);
			else
				side.accept([&](const sockaddr *at, int size) { meeting.tell(at, size); });
			auto bye = exchange(side, first);
			cancel(side, port);
			if (first)
				sayGoodbye(side);
			else { // the peer has all its results once it says so
				if (!bye) {
					auto r = side.result();
					require(r.status == nd2::Success && r.type == nd2::Receive && r.bytes == 1, "a goodbye");
				}
				side.leave();
			}
		}
		port.expectNothing();
		printf("%s: %d packets\n", first ? "active" : "passive", port.packets);
	};
	meeting.run([&] { run(false); }, [&] { run(true); });
	provider->Release();
	puts("ok");
}
