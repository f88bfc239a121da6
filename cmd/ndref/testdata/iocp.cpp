// A client and a server with I/O completion ports: connections in turn, many at once with many
// messages, and a server that is killed while half of its clients wait and half are at work.
//
//	iocp DLL IN_TURN AT_ONCE MESSAGES
//	iocp DLL serve PORT
//	iocp DLL IN_TURN AT_ONCE MESSAGES ADDRESS PORT
//
// The first is a client that starts the program as the server, so the DLL's adapters have to
// be on a network that reaches other processes. The others are for two hosts. The server is
// started anew there when it has been killed.
#include "loop.h"

constexpr int window = 4;       // messages of a connection that have no echo yet
constexpr size_t message = 64;
constexpr ULONG receives = 2 * window; // the server has answered before it posts another
constexpr size_t part = 2 * receives * message;

// What Winsock has for these; the DLL loads it, and the program need not.
static u_short swapped(int port) { return (u_short)(port >> 8 | port << 8); }

static ULONG addressIn(const char *text) {
	unsigned char b[4] = {};
	require(sscanf(text, "%hhu.%hhu.%hhu.%hhu", b, b + 1, b + 2, b + 3) == 4, "an IPv4 address");
	ULONG a;
	memcpy(&a, b, sizeof a);
	return a;
}

static ULONGLONG started;
static double seconds() { return (GetTickCount64() - started) / 1000.0; }

constexpr long die = -1; // a message that kills the server

// The server echoes each message to its sender. When told to quit, it ends with its last
// connection.
struct Server {
	Hub hub;
	nd2::Listener *listener;
	int open = 0;
	bool quits = false;

	Server(nd2::Provider *provider, int port) : hub(provider, part) {
		hub.on = [this](const nd2::Result &r) { took((Link *)r.queuePair, r); };
		must(hub.adapter->CreateListener(nd2::iidListener, hub.file, (void **)&listener), "CreateListener");
		auto wanted = *(sockaddr_in *)&hub.address;
		wanted.sin_port = swapped(port);
		must(listener->Bind((sockaddr *)&wanted, sizeof wanted), "Bind");
		must(listener->Listen(0), "Listen");
		sockaddr_in at;
		ULONG size = sizeof at;
		must(listener->GetLocalAddress((sockaddr *)&at, &size), "GetLocalAddress");
		printf("%08x %04x\n", (unsigned)at.sin_addr.s_addr, at.sin_port);
		fflush(stdout);
		AcquireSRWLockExclusive(&hub.loop.lock);
		take();
		ReleaseSRWLockExclusive(&hub.loop.lock);
		hub.loop.run();
		listener->Release();
	}

	// Takes the next connection.
	void take() {
		auto l = new Link(hub, receives, receives);
		l->up = [] {};
		l->gone = [l] { l->leave(); };
		l->closed = [this, l] {
			delete l;
			if (--open == 0 && quits)
				stop();
		};
		hub.loop.begin(listener, [&](OVERLAPPED *o) { return listener->GetConnectionRequest(l->connector, o); }, [this, l](nd2::Status s) {
			if (s == nd2::Canceled)
				return drop(l);
			must(s, "GetConnectionRequest");
			char word[256];
			ULONG size = sizeof word;
			must(l->connector->GetPrivateData(word, &size), "GetPrivateData");
			quits = !memcmp(word, "quit", 4);
			open++;
			for (ULONG n = 0; n < receives; n++)
				l->receive(n * message, message);
			l->accept();
			take();
		});
	}

	void took(Link *l, const nd2::Result &r) {
		if (r.status != nd2::Success || l->left)
			return l->took();
		auto offset = (char *)r.request - l->at(0);
		if (r.type == nd2::Receive && *(long *)r.request == die)
			TerminateProcess(GetCurrentProcess(), 1); // without a word to anybody
		if (r.type == nd2::Receive)
			l->send(offset, r.bytes);
		else
			l->receive(offset, message);
		l->took();
	}

	void stop() { must(listener->CancelOverlappedRequests(), "CancelOverlappedRequests"); }

	void drop(Link *l) { // which waited for a request that did not come
		l->pair->Release();
		l->connector->Release();
		delete l;
		hub.loop.finish();
	}
};

// Where the server is, and its process, if this one has started it.
struct Peer {
	HANDLE process = nullptr;
	sockaddr_in at = {};

	Peer(const char *address, const char *port) { tell(addressIn(address), swapped(atoi(port))); }

	Peer(const char *dll) {
		char self[MAX_PATH], line[3 * MAX_PATH];
		GetModuleFileNameA(nullptr, self, sizeof self);
		snprintf(line, sizeof line, "\"%s\" \"%s\" serve 0", self, dll);
		SECURITY_ATTRIBUTES inherited = {sizeof inherited, nullptr, TRUE};
		HANDLE from, to;
		require(CreatePipe(&from, &to, &inherited, 0), "CreatePipe");
		STARTUPINFOA startup = {};
		startup.cb = sizeof startup;
		startup.dwFlags = STARTF_USESTDHANDLES;
		startup.hStdOutput = to;
		startup.hStdError = GetStdHandle(STD_ERROR_HANDLE);
		PROCESS_INFORMATION p;
		require(CreateProcessA(nullptr, line, nullptr, nullptr, TRUE, 0, nullptr, nullptr, &startup, &p), "CreateProcess");
		CloseHandle(to);
		CloseHandle(p.hThread);
		process = p.hProcess;
		char told[15] = {}; // "%08x %04x\r"
		for (DWORD had = 0, n; had < 14; had += n)
			require(ReadFile(from, told + had, 14 - had, &n, nullptr) && n > 0, "where the server is");
		CloseHandle(from);
		unsigned address, port;
		require(sscanf(told, "%8x %4x", &address, &port) == 2, "where the server is");
		tell(address, (u_short)port);
	}

	void tell(ULONG address, u_short port) { at.sin_family = AF_INET, at.sin_addr.s_addr = address, at.sin_port = port; }

	// Expects the end of the process.
	void ends(DWORD code) {
		DWORD got = code;
		if (process && (WaitForSingleObject(process, 60000) || !GetExitCodeProcess(process, &got) || got != code))
			fail("the server's exit code", got);
	}
};

struct Client;

// A connection of the client's, which gets a number of messages echoed.
struct Caller : Link {
	Client &client;
	long asked, sent = 0, echoed = 0;
	int busy[window] = {}; // what has to come before a message can be sent again: result, echo

	Caller(Client &c, Hub &h, long messages) : Link(h, window, window), client(c), asked(messages) {}

	void call(int n, long word) {
		auto text = (long *)at(n * message);
		text[0] = word, text[1] = sent++;
		busy[n] = 2;
		receive((window + n) * message, message);
		send(n * message, message);
	}

	void begin() {
		for (int n = 0; n < window && sent < asked; n++)
			call(n, own);
	}

	// One of the two that a message waits for.
	void half(int n);

	// Echoes come in the order of the messages, into Receives in the order posted.
	void heard(const nd2::Result &r) {
		auto n = (int)(((char *)r.request - at(0)) / message);
		if (n < window)
			return half(n);
		auto text = (long *)r.request;
		require(r.bytes == message && text[0] == own && text[1] == echoed, "an echo");
		echoed++;
		half(n - window);
	}
};

struct Client {
	Hub hub;
	Peer *server;
	int open = 0, ready = 0, waiting = 0;
	long echoes = 0, alarm = LONG_MAX;
	bool killed = false;
	std::vector<Caller *> callers;

	Client(nd2::Provider *provider, Peer *s) : hub(provider, part), server(s) {
		hub.on = [this](const nd2::Result &r) { took((Caller *)(Link *)r.queuePair, r); };
	}

	void took(Caller *l, const nd2::Result &r) {
		auto failed = r.status != nd2::Success;
		if (failed && !l->left && !killed)
			fail("a result", r.status);
		if (failed && r.status != nd2::Canceled && r.status != nd2::IoTimeout)
			fail("a result of a connection that is over", r.status);
		if (!failed) {
			l->heard(r);
			echoes += r.type == nd2::Receive;
			if (l->echoed == l->asked && l->asked > 0 && !l->left && l->results == 1)
				l->leave();
		}
		l->took();
	}

	// What a connection says next.
	long word(const Caller *l) {
		if (killed || echoes < alarm)
			return l->own;
		killed = true;
		started = GetTickCount64();
		return die;
	}

	Caller *dial(long messages, const char *word, std::function<void()> closed) {
		auto l = new Caller(*this, hub, messages);
		open++;
		l->up = [l] { l->begin(); };
		l->gone = [this, l] {
			require(killed, "the server has left");
			waiting -= l->asked == 0;
			l->leave();
		};
		l->closed = [this, l, closed] {
			open--;
			delete l;
			closed();
		};
		must(l->connector->Bind((sockaddr *)&hub.address, hub.addressSize), "Bind");
		l->tries = open > 1 ? 1 : 100; // the server may not have begun yet
		l->connect((sockaddr *)&server->at, sizeof server->at, word);
		return l;
	}

	// Runs what is begun under the loop's lock, until it calls finish.
	template <typename Begin> void phase(Begin begin) {
		AcquireSRWLockExclusive(&hub.loop.lock);
		begin();
		ReleaseSRWLockExclusive(&hub.loop.lock);
		hub.loop.run();
	}

	std::function<void()> next;
	void inTurn(int n, const char *last) {
		started = GetTickCount64();
		int left = n;
		next = [&] { left-- > 0 ? (void)dial(1, left ? "call" : last, next) : hub.loop.finish(); };
		phase(next);
		printf("%d connections in turn: %.1f s\n", n, seconds());
	}

	void atOnce(int n, long messages) {
		started = GetTickCount64();
		echoes = 0;
		phase([&] {
			for (int i = 0; i < n; i++)
				dial(messages / 2 / n, "call", [this] { if (!open) hub.loop.finish(); });
		});
		printf("%d connections at once, %ld messages: %.1f s\n", n, 2 * echoes, seconds());
	}

	// Every other connection has only a Receive and a NotifyDisconnect.
	void toKilled(int n) {
		echoes = 0, alarm = 20 * n, waiting = n / 2;
		phase([&] {
			for (int i = 0; i < n; i++) {
				auto l = dial(i % 2 ? 1 << 30 : 0, "call", [this] { if (!open) hub.loop.finish(); });
				if (i % 2 == 0)
					l->receive(0, message);
			}
		});
		require(killed && waiting == 0, "a side that waits has not heard of the server's end");
		printf("%d connections to a server that was killed: all ended %.1f s later\n", n, seconds());
		killed = false, alarm = LONG_MAX;
	}
};

void Caller::half(int n) {
	if (--busy[n] == 0 && sent < asked && !left)
		call(n, client.word(this));
}

int main(int argc, char **argv) {
	require(argc > 3, "too few arguments");
	auto provider = load(argv[1]);
	if (!strcmp(argv[2], "serve")) {
		{ Server s(provider, atoi(argv[3])); }
		provider->Release();
		return 0;
	}
	auto peer = [&] { return argc > 6 ? Peer(argv[5], argv[6]) : Peer(argv[1]); };
	int many = atoi(argv[3]);
	auto first = peer();
	{
		Client c(provider, &first);
		c.inTurn(atoi(argv[2]), "call");
		c.atOnce(many, argc > 4 ? atol(argv[4]) : 2000);
		c.toKilled(many);
		first.ends(1);
		auto second = peer();
		c.server = &second;
		c.inTurn(10, "quit");
		second.ends(0);
		printf("%ld packets\n", c.hub.loop.packets);
	}
	provider->Release();
	puts("ok");
}
