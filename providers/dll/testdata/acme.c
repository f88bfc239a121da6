// acme.dll: a NetworkDirect v2 provider by hand, in C, right in what it has: a provider
// of one adapter, memory regions, completion queues, and queue pairs that are connected
// to themselves, so that a Send ends in the same queue pair's next Receive.
//
// ACME in the environment lists what it is to do wrong, in ways that only a DLL can:
//   unknown-class     DllGetClassObject takes nobody's class, by a factory neither
//   any-class         DllGetClassObject takes every class for its own
//   factory-only      an IND2Provider is to be had through a class factory alone
//   beyond-info       Query writes 8 bytes behind ND2_ADAPTER_INFO
//   wild-address      an address list has a pointer to nowhere
//   static-address    an address list points to memory of the DLL's
//   other-unknown     IUnknown has another pointer, which is no fault
//   own-pointer       CreateQueuePair takes a queue by its own pointer only
//   beyond-results    GetResults writes one ND2_RESULT more than the array has
//   vtable-order      IND2CompletionQueue has Resize and Notify in each other's place
//   narrow-status     Flush returns in AX, and leaves what else is in EAX
//   inline-packet     Notify ends at once, and posts its packet all the same
//   posts-twice       a request in progress ends twice
//   freed-overlapped  an OVERLAPPED is written to after its request has ended
//   thread-crash      Notify waits for a thread that reads from nowhere
//   call-crash        Resize reads from nowhere
//   raise             Resize raises an exception through the call
//   overflow          Resize calls itself for ever
//   exit              Resize ends the process with code 3
//   hang              Resize never returns
//   unloads-early     DllCanUnloadNow says that it can, with objects about
//   never-unloads     DllCanUnloadNow says that it can't, without any
//   one-provider      DllGetClassObject gives no second IND2Provider beside the first
//   keeps-pointer     the pointer is left as it was when there is no such interface
//   new-identity      IUnknown is another object each time that it is asked for
//   one-way           QueryInterface knows nothing of IND2Overlapped
//   borrowed          QueryInterface adds no reference
//   apartment         CancelOverlappedRequests works for the thread that made the object
//   peeks-beyond      Query reads the byte behind ND2_ADAPTER_INFO
//   no-packet         a request in progress sets its event, and posts nothing
//   loud              a request posts its packet whatever the low bit of hEvent says
//   leaks-handle      an adapter leaves an end of each file open
//   leaks-closed      an object leaves its handle open if the client has closed its own
//   no-modes          a file posts packets, and is set, whenever the system does so
//   half-modes        a file is set as an event whenever the system does so
//   own-port          a file is bound to a completion port of the DLL's own
//
// Its classes are that which a DLL is asked for that isn't installed, of zeros, and those
// by which tests pretend that it is installed, which begin with a small number. Built with STAYS it has no
// DllCanUnloadNow.
#define COBJMACROS
#define INITGUID
#include <winsock2.h>
#include <ws2tcpip.h>
#include <windows.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define ND_SUCCESS 0
#define ND_PENDING ((HRESULT)0x103)
#define ND_BUFFER_OVERFLOW ((HRESULT)0x80000005)
#define ND_NO_MORE_ENTRIES ((HRESULT)0x8000001A)
#define ND_INVALID_PARAMETER ((HRESULT)0xC000000D)
#define ND_INVALID_PARAMETER_3 ((HRESULT)0xC00000F1)
#define ND_DATA_OVERRUN ((HRESULT)0xC000003C)
#define ND_NOT_SUPPORTED ((HRESULT)0xC00000BB)
#define ND_INVALID_ADDRESS ((HRESULT)0xC0000141)
#define ND_CANCELED ((HRESULT)0xC0000120)
#define ND_INSUFFICIENT_RESOURCES ((HRESULT)0xC000009A)

typedef struct { ULONG version; UINT16 vendor, device; UINT64 id; SIZE_T registration, window; ULONG limit[15], flags; } ADAPTER_INFO;
typedef struct { HRESULT status; ULONG bytes; void *pair, *request; int type; } RESULT;
typedef struct { void *buffer; ULONG length; UINT32 token; } SGE;

static const GUID IID_Provider = {0x49eae6c1, 0x76c4, 0x46d0, {0x80, 0x03, 0x5c, 0x2e, 0xaa, 0x2c, 0x9a, 0x8e}};
static const GUID IID_Adapter = {0xd89c798c, 0x4823, 0x4d69, {0x84, 0x6c, 0xdf, 0xdc, 0xcf, 0xf9, 0xe5, 0xf3}};
static const GUID IID_Overlapped = {0xabf72719, 0xb016, 0x4a40, {0xa6, 0xf7, 0x62, 0x27, 0x91, 0xa7, 0x04, 0x4c}};
static const GUID IID_Queue = {0x20cc445e, 0x64a0, 0x4cbb, {0xaa, 0x75, 0xf6, 0xa7, 0x25, 0x1f, 0xda, 0x9e}};
static const GUID IID_Region = {0x55dfea2f, 0xbc56, 0x4982, {0x8a, 0x45, 0x03, 0x01, 0xbe, 0x46, 0xc4, 0x13}};
static const GUID IID_Pair = {0xeef2f332, 0xb75d, 0x4063, {0xbc, 0xe3, 0x3a, 0x0b, 0xad, 0x2d, 0x02, 0xce}};

static const GUID nobody;

enum { ADAPTER_ID = 0xac, DEPTH = 64, SGES = 4, INFO_SIZE = 96, LOOPBACK = 0x10000 };

static SRWLOCK lock = SRWLOCK_INIT;
static char faults[256];

static int wrong(const char *fault) {
	const char *at = strstr(faults, fault);
	return at && (at[strlen(fault)] == 0 || at[strlen(fault)] == ',');
}

// Every object begins alike. An end, if there is one, is told of the last Release.
typedef struct object object;
struct object {
	void **vtable;
	volatile LONG references;
	const GUID *ids[3];
	void (*end)(object *);
	HANDLE file, client; // of its requests: the client's, duplicated, and the client's own
	DWORD thread; // that made it
	struct { void **vtable; } unknown; // its IUnknown, where that is apart
};

static volatile LONG objects, providers; // that are alive

static void *apart_vtable[3];

// give returns an object's interface: all have the object's pointer, except an IUnknown
// that is apart.
static HRESULT give(object *o, const GUID *id, void **out) {
	for (int i = 0; i < 3 && o->ids[i]; i++)
		if (IsEqualGUID(id, o->ids[i])) {
			InterlockedIncrement(&o->references);
			*out = i == 0 && wrong("other-unknown") ? (void *)&o->unknown : o;
			return S_OK;
		}
	if (!wrong("keeps-pointer")) *out = NULL;
	return E_NOINTERFACE;
}

static HRESULT new_identity(void **out);

static HRESULT WINAPI query_interface(object *o, const GUID *id, void **out) {
	if (!out) return E_POINTER;
	if (wrong("new-identity") && IsEqualGUID(id, &IID_IUnknown)) return new_identity(out);
	if (wrong("one-way") && IsEqualGUID(id, &IID_Overlapped)) id = &nobody;
	HRESULT s = give(o, id, out);
	if (s == S_OK && wrong("borrowed")) InterlockedDecrement(&o->references);
	return s;
}

static ULONG WINAPI add_ref(object *o) { return InterlockedIncrement(&o->references); }

static ULONG WINAPI release(object *o) {
	LONG left = InterlockedDecrement(&o->references);
	if (!left) {
		if (o->end) o->end(o);
		DWORD flags;
		if (o->file && !(wrong("leaks-closed") && !GetHandleInformation(o->client, &flags))) CloseHandle(o->file);
		InterlockedDecrement(&objects);
		if (wrong("borrowed")) o->vtable = NULL; // whoever calls it comes to nothing
		else free(o);
	}
	return left;
}

// An IUnknown that is apart is told by where it is.
static object *whole(void *unknown) { return (object *)((char *)unknown - offsetof(object, unknown)); }
static HRESULT WINAPI apart_query_interface(void *unknown, const GUID *id, void **out) { return query_interface(whole(unknown), id, out); }
static ULONG WINAPI apart_add_ref(void *unknown) { return add_ref(whole(unknown)); }
static ULONG WINAPI apart_release(void *unknown) { return release(whole(unknown)); }
static void *apart_vtable[3] = {apart_query_interface, apart_add_ref, apart_release};

// make creates an object, and gives the interface asked for.
static HRESULT make(size_t size, void **vtable, const GUID *own, int overlapped, HANDLE file, const GUID *id, void **out) {
	object *o = calloc(1, size);
	o->vtable = vtable, o->unknown.vtable = apart_vtable, o->references = 1, o->thread = GetCurrentThreadId(), o->client = file;
	o->ids[0] = &IID_IUnknown, o->ids[1] = own, o->ids[2] = overlapped ? &IID_Overlapped : NULL;
	if (file && !DuplicateHandle(GetCurrentProcess(), file, GetCurrentProcess(), &o->file, 0, FALSE, DUPLICATE_SAME_ACCESS)) {
		free(o);
		return ND_INVALID_PARAMETER;
	}
	InterlockedIncrement(&objects);
	HRESULT s = give(o, id, out);
	release(o);
	return s;
}

static void *unknown_vtable[] = {query_interface, add_ref, release};

static HRESULT new_identity(void **out) { return make(sizeof(object), unknown_vtable, &IID_IUnknown, 0, NULL, &IID_IUnknown, out); }

// Requests in progress. Each is a read from the client's end of a pipe that is never
// written to; canceling the read notifies the client, however it has bound the file.
typedef struct request { struct request *next; OVERLAPPED *ov; object *of; HRESULT status; } request;
static request *requests;

static request *find(OVERLAPPED *ov) {
	request *r = requests;
	while (r && r->ov != ov) r = r->next;
	return r;
}

static char nothing;

static void start_read(object *o, OVERLAPPED *ov) { ReadFile(o->file, &nothing, 1, NULL, ov); }

static DWORD WINAPI scribble(void *at) {
	Sleep(2);
	((OVERLAPPED *)at)->Internal = 0x666;
	return 0;
}

// begin has a request pend; the lock is held.
static HRESULT begin(object *o, OVERLAPPED *ov) {
	request *r = find(ov);
	if (!r) {
		r = calloc(1, sizeof *r);
		request **last = &requests;
		while (*last) last = &(*last)->next;
		r->ov = ov, *last = r;
	}
	r->of = o, r->status = ND_PENDING;
	if (wrong("loud")) ov->hEvent = (HANDLE)((uintptr_t)ov->hEvent & ~(uintptr_t)1);
	if (wrong("no-packet")) ov->hEvent = (HANDLE)((uintptr_t)ov->hEvent | 1);
	start_read(o, ov);
	return ND_PENDING;
}

// finish ends every request of an object; the lock is held.
static void finish(object *o, HRESULT status) {
	for (request *r = requests; r; r = r->next) {
		if (r->of != o || r->status != ND_PENDING) continue;
		r->status = status;
		CancelIoEx(o->file, r->ov);
		if (wrong("posts-twice")) {
			while (!HasOverlappedIoCompleted(r->ov)) SwitchToThread();
			start_read(o, r->ov);
			CancelIoEx(o->file, r->ov);
		}
		if (wrong("freed-overlapped")) CloseHandle(CreateThread(NULL, 0, scribble, r->ov, 0, NULL));
	}
}

static HRESULT WINAPI cancel(object *o) {
	if (wrong("apartment") && o->thread != GetCurrentThreadId()) return RPC_E_WRONG_THREAD;
	AcquireSRWLockExclusive(&lock);
	finish(o, ND_CANCELED);
	ReleaseSRWLockExclusive(&lock);
	return ND_SUCCESS;
}

static HRESULT WINAPI get_overlapped_result(object *o, OVERLAPPED *ov, BOOL wait) {
	(void)o;
	for (;;) {
		AcquireSRWLockShared(&lock);
		request *r = find(ov);
		HRESULT s = r ? r->status : ND_SUCCESS;
		ReleaseSRWLockShared(&lock);
		if (s == ND_PENDING && wait) {
			WaitForSingleObject(ov->hEvent, INFINITE);
			continue;
		}
		if (s != ND_PENDING) while (!HasOverlappedIoCompleted(ov)) SwitchToThread();
		return s;
	}
}

static void end_overlapped(object *o) { cancel(o); }

// IND2CompletionQueue
typedef struct { object o; ULONG depth, count, head; RESULT ring[DEPTH]; } queue;

static void put(queue *q, HRESULT status, ULONG bytes, void *pair, void *context, int type) {
	if (q->count < q->depth) q->ring[(q->head + q->count++) % DEPTH] = (RESULT){status, bytes, pair, context, type};
	finish(&q->o, ND_SUCCESS);
}

static HRESULT WINAPI cq_affinity(queue *q, USHORT *group, KAFFINITY *affinity) {
	(void)q;
	if (!group || !affinity) return ND_INVALID_PARAMETER;
	*group = 0, *affinity = 1;
	return ND_SUCCESS;
}

static volatile int depth;

static __attribute__((noinline)) int deeper(volatile char *above) {
	volatile char here[4096];
	here[0] = *above;
	return depth + deeper(here) + here[0];
}

static HRESULT WINAPI cq_resize(queue *q, ULONG n) {
	char start = 0;
	if (wrong("call-crash")) return *(volatile HRESULT *)(uintptr_t)0x18;
	if (wrong("raise")) RaiseException(0xE06D7363, 0, 0, NULL); // as a C++ throw does
	if (wrong("overflow")) return deeper(&start);
	if (wrong("exit")) ExitProcess(3);
	if (wrong("hang")) Sleep(INFINITE);
	if (n == 0 || n > DEPTH) return ND_INVALID_PARAMETER;
	if (n < q->count) return ND_BUFFER_OVERFLOW;
	q->depth = n;
	return ND_SUCCESS;
}

static DWORD WINAPI crash(void *unused) {
	(void)unused;
	return *(volatile DWORD *)(uintptr_t)0x28;
}

static HRESULT WINAPI cq_notify(queue *q, ULONG type, OVERLAPPED *ov) {
	(void)type;
	AcquireSRWLockExclusive(&lock);
	HRESULT s = ND_SUCCESS;
	if (wrong("inline-packet")) {
		start_read(&q->o, ov);
		CancelIoEx(q->o.file, ov);
	} else if (!q->count)
		s = begin(&q->o, ov);
	ReleaseSRWLockExclusive(&lock);
	if (wrong("thread-crash")) WaitForSingleObject(CreateThread(NULL, 0, crash, NULL, 0, NULL), INFINITE); /* or the process may end first */
	return s;
}

static ULONG WINAPI cq_results(queue *q, RESULT *results, ULONG n) {
	AcquireSRWLockExclusive(&lock);
	ULONG taken = 0;
	for (; taken < n && q->count; taken++, q->count--) {
		results[taken] = q->ring[q->head];
		q->head = (q->head + 1) % DEPTH;
	}
	ReleaseSRWLockExclusive(&lock);
	if (wrong("beyond-results")) memset(&results[n], 0, sizeof *results);
	return taken;
}

static void *cq_vtable[] = {query_interface, add_ref, release, cancel, get_overlapped_result, cq_affinity, cq_resize, cq_notify, cq_results};
static void *cq_vtable_wrong[] = {query_interface, add_ref, release, cancel, get_overlapped_result, cq_affinity, cq_notify, cq_resize, cq_results};

// IND2MemoryRegion: any memory will do.
static HRESULT WINAPI mr_register(object *o, const void *buffer, SIZE_T size, ULONG flags, OVERLAPPED *ov) {
	(void)o, (void)flags, (void)ov;
	return buffer && size ? ND_SUCCESS : ND_INVALID_PARAMETER;
}
static HRESULT WINAPI mr_deregister(object *o, OVERLAPPED *ov) { (void)o, (void)ov; return ND_SUCCESS; }
static UINT32 WINAPI mr_token(object *o) { (void)o; return 0x1234; }
static void *mr_vtable[] = {query_interface, add_ref, release, cancel, get_overlapped_result, mr_register, mr_deregister, mr_token, mr_token};

// IND2QueuePair
typedef struct { void *context; ULONG n; SGE sge[SGES]; } receive;
typedef struct { object o; queue *receives, *initiated; void *context; ULONG count, head; receive ring[DEPTH]; } pair;

static HRESULT WINAPI qp_flush(pair *q) {
	AcquireSRWLockExclusive(&lock);
	for (; q->count; q->count--, q->head = (q->head + 1) % DEPTH) put(q->receives, ND_CANCELED, 0, q->context, q->ring[q->head].context, 0);
	ReleaseSRWLockExclusive(&lock);
	return ND_SUCCESS;
}

static short WINAPI qp_flush_narrow(pair *q) {
	qp_flush(q);
	__asm__ volatile("movl $0x5a5a0000, %%eax" ::: "eax");
	register int result __asm__("eax");
	__asm__ volatile("" : "=r"(result));
	return result;
}

// gather and scatter what a Send carries into the Receive that it takes.
static HRESULT copy(const SGE *from, ULONG n, const SGE *to, ULONG m, ULONG *bytes) {
	ULONG at = 0, j = 0;
	*bytes = 0;
	for (ULONG i = 0; i < n; i++)
		for (ULONG k = 0; k < from[i].length; k++, at++, ++*bytes) {
			while (j < m && at == to[j].length) at = 0, j++;
			if (j == m) return ND_DATA_OVERRUN;
			((char *)to[j].buffer)[at] = ((char *)from[i].buffer)[k];
		}
	return ND_SUCCESS;
}

static HRESULT WINAPI qp_send(pair *q, void *context, const SGE *sge, ULONG n, ULONG flags) {
	(void)flags;
	if (n > SGES) return ND_DATA_OVERRUN;
	AcquireSRWLockExclusive(&lock);
	HRESULT s = ND_NO_MORE_ENTRIES;
	if (q->count) {
		receive *r = &q->ring[q->head];
		ULONG bytes;
		HRESULT copied = copy(sge, n, r->sge, r->n, &bytes);
		q->head = (q->head + 1) % DEPTH, q->count--;
		put(q->receives, copied, bytes, q->context, r->context, 0);
		put(q->initiated, ND_SUCCESS, bytes, q->context, context, 1);
		s = ND_SUCCESS;
	}
	ReleaseSRWLockExclusive(&lock);
	return s;
}

static HRESULT WINAPI qp_receive(pair *q, void *context, const SGE *sge, ULONG n) {
	if (n > SGES) return ND_DATA_OVERRUN;
	AcquireSRWLockExclusive(&lock);
	HRESULT s = ND_NO_MORE_ENTRIES;
	if (q->count < DEPTH) {
		receive *r = &q->ring[(q->head + q->count++) % DEPTH];
		r->context = context, r->n = n;
		memcpy(r->sge, sge, n * sizeof *sge);
		s = ND_SUCCESS;
	}
	ReleaseSRWLockExclusive(&lock);
	return s;
}

static HRESULT WINAPI unsupported(void) { return ND_NOT_SUPPORTED; }

static void qp_end(object *o) {
	pair *q = (pair *)o;
	release(&q->receives->o);
	release(&q->initiated->o);
}

static void *qp_vtable[] = {query_interface, add_ref, release, qp_flush, qp_send, qp_receive, unsupported, unsupported, unsupported, unsupported};

// IND2Adapter
// An adapter has the other ends of its files, which are pipes that nobody writes to.
typedef struct { object o; volatile LONG files; HANDLE other[64]; } adapter;

static HRESULT WINAPI ad_file(adapter *a, HANDLE *out) {
	static volatile LONG serial;
	char name[80];
	if (!out) return ND_INVALID_PARAMETER;
	LONG n = InterlockedIncrement(&a->files) - 1;
	if (n >= 64) return ND_INSUFFICIENT_RESOURCES;
	snprintf(name, sizeof name, "\\\\.\\pipe\\acme-%lu-%ld", GetCurrentProcessId(), InterlockedIncrement(&serial));
	*out = CreateNamedPipeA(name, PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED, PIPE_TYPE_BYTE, 1, 0, 0, 0, NULL);
	a->other[n] = CreateFileA(name, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0, NULL);
	if (*out == INVALID_HANDLE_VALUE || a->other[n] == INVALID_HANDLE_VALUE) return ND_INSUFFICIENT_RESOURCES;
	if (!wrong("no-modes"))
		SetFileCompletionNotificationModes(*out, FILE_SKIP_COMPLETION_PORT_ON_SUCCESS | (wrong("half-modes") ? 0 : FILE_SKIP_SET_EVENT_ON_HANDLE));
	if (wrong("own-port")) CreateIoCompletionPort(*out, NULL, 0, 1);
	return ND_SUCCESS;
}

static void ad_end(object *o) {
	adapter *a = (adapter *)o;
	for (LONG n = 0; n < 64 && n < a->files && !wrong("leaks-handle"); n++) CloseHandle(a->other[n]);
}

static HRESULT WINAPI ad_query(object *o, ADAPTER_INFO *info, ULONG *size) {
	(void)o;
	if (!size) return ND_INVALID_PARAMETER;
	ULONG given = *size;
	*size = INFO_SIZE;
	if (!info || given < INFO_SIZE) return ND_BUFFER_OVERFLOW;
	*info = (ADAPTER_INFO){0x20000, 0xacce, 1, ADAPTER_ID, 1 << 30, 1 << 30,
		{SGES, SGES, SGES, 1 << 20, 64, 4, 4, DEPTH, DEPTH, 0, DEPTH, 64, 65536, 56, 148}, LOOPBACK | 0x100};
	if (wrong("peeks-beyond")) (void)*(volatile char *)(info + 1);
	if (wrong("beyond-info")) memset(info + 1, 0, 8);
	return ND_SUCCESS;
}

typedef struct { INT count; SOCKET_ADDRESS address; struct sockaddr_in in; } address_list;

static HRESULT WINAPI list_addresses(object *o, address_list *list, ULONG *size) {
	(void)o;
	if (!size) return ND_INVALID_PARAMETER;
	ULONG given = *size;
	*size = sizeof *list;
	if (!list || given < sizeof *list) return ND_BUFFER_OVERFLOW;
	memset(list, 0, sizeof *list);
	list->count = 1;
	list->address = (SOCKET_ADDRESS){(struct sockaddr *)&list->in, sizeof list->in};
	static struct sockaddr_in elsewhere = {.sin_family = AF_INET};
	elsewhere.sin_addr.s_addr = 0x0100007f;
	if (wrong("static-address")) list->address.lpSockaddr = (struct sockaddr *)&elsewhere;
	if (wrong("wild-address")) list->address.lpSockaddr = (struct sockaddr *)(uintptr_t)0x7fff0000000;
	list->in.sin_family = AF_INET;
	list->in.sin_addr.s_addr = 0x0100007f;
	return ND_SUCCESS;
}

static HRESULT WINAPI ad_queue(object *o, const GUID *id, HANDLE file, ULONG depth, USHORT group, KAFFINITY affinity, void **out) {
	(void)o, (void)group, (void)affinity;
	*out = NULL;
	if (depth == 0 || depth > DEPTH) return ND_INVALID_PARAMETER_3;
	HRESULT s = make(sizeof(queue), wrong("vtable-order") ? cq_vtable_wrong : cq_vtable, &IID_Queue, 1, file, id, out);
	if (s == S_OK) ((queue *)*out)->depth = depth, ((queue *)*out)->o.end = end_overlapped;
	return s;
}

static HRESULT WINAPI ad_region(object *o, const GUID *id, HANDLE file, void **out) {
	(void)o;
	*out = NULL;
	return make(sizeof(object), mr_vtable, &IID_Region, 1, file, id, out);
}

static HRESULT WINAPI ad_pair(object *o, const GUID *id, IUnknown *receives, IUnknown *initiated, void *context, ULONG rdepth, ULONG idepth,
	ULONG rsge, ULONG isge, ULONG inline_size, void **out) {
	(void)o, (void)inline_size;
	void *r = NULL, *i = NULL;
	*out = NULL;
	if (rdepth > DEPTH || idepth > DEPTH || rsge > SGES || isge > SGES) return ND_INVALID_PARAMETER;
	if (wrong("own-pointer") && ((object *)receives)->vtable != cq_vtable) return (HRESULT)0xC00000F0;
	if (!receives || IUnknown_QueryInterface(receives, &IID_Queue, &r) != S_OK) return (HRESULT)0xC00000F0;
	if (!initiated || IUnknown_QueryInterface(initiated, &IID_Queue, &i) != S_OK) {
		release(r);
		return ND_INVALID_PARAMETER_3;
	}
	HRESULT s = make(sizeof(pair), qp_vtable, &IID_Pair, 0, NULL, id, out);
	if (s != S_OK) {
		release(r), release(i);
		return s;
	}
	pair *q = *out;
	q->receives = r, q->initiated = i, q->context = context, q->o.end = qp_end;
	return s;
}

static HRESULT WINAPI ad_create(object *o, const GUID *id, HANDLE file, void **out) {
	(void)o, (void)id, (void)file;
	*out = NULL;
	return ND_NOT_SUPPORTED;
}

static HRESULT WINAPI ad_window(object *o, const GUID *id, void **out) {
	(void)o, (void)id;
	*out = NULL;
	return ND_NOT_SUPPORTED;
}

static void *ad_vtable[] = {query_interface, add_ref, release, ad_file, ad_query, list_addresses, ad_queue, ad_region, ad_window, unsupported, ad_pair,
	unsupported, ad_create, ad_create};

// IND2Provider
static HRESULT WINAPI pr_resolve(object *o, const struct sockaddr_in *a, ULONG size, UINT64 *id) {
	(void)o;
	if (!id || !a || size < sizeof *a || a->sin_family != AF_INET || a->sin_addr.s_addr != 0x0100007f) return ND_INVALID_ADDRESS;
	*id = ADAPTER_ID;
	return ND_SUCCESS;
}

static HRESULT WINAPI pr_open(object *o, const GUID *id, UINT64 which, void **out) {
	(void)o;
	*out = NULL;
	if (which != ADAPTER_ID) return ND_INVALID_PARAMETER;
	HRESULT s = make(sizeof(adapter), ad_vtable, &IID_Adapter, 0, NULL, id, out);
	if (s == S_OK) ((object *)*out)->end = ad_end;
	return s;
}

static void pr_end(object *o) {
	(void)o;
	InterlockedDecrement(&providers);
}

static void *pr_vtable[] = {query_interface, add_ref, release, list_addresses, pr_resolve, pr_open};

static HRESULT new_provider(REFIID id, void **out) {
	HRESULT s = make(sizeof(object), pr_vtable, &IID_Provider, 0, NULL, id, out);
	if (s != S_OK) return s;
	InterlockedIncrement(&providers);
	((object *)*out)->end = pr_end;
	return s;
}

// IClassFactory
static HRESULT WINAPI fa_create(object *o, void *outer, REFIID id, void **out) {
	(void)o;
	*out = NULL;
	return outer ? CLASS_E_NOAGGREGATION : new_provider(id, out);
}

static HRESULT WINAPI fa_lock(object *o, BOOL on) {
	(void)o;
	on ? InterlockedIncrement(&objects) : InterlockedDecrement(&objects);
	return S_OK;
}

static void *fa_vtable[] = {query_interface, add_ref, release, fa_create, fa_lock};

__declspec(dllexport) HRESULT WINAPI DllGetClassObject(REFCLSID class, REFIID id, void **out) {
	if (!GetEnvironmentVariableA("ACME", faults, sizeof faults)) *faults = 0;
	if (!wrong("keeps-pointer")) *out = NULL;
	if (wrong("unknown-class") || (!wrong("any-class") && class->Data1 > 9)) return CLASS_E_CLASSNOTAVAILABLE;
	if (wrong("narrow-status")) qp_vtable[3] = qp_flush_narrow;
	if (wrong("factory-only")) return make(sizeof(object), fa_vtable, &IID_IClassFactory, 0, NULL, id, out);
	if (!IsEqualGUID(id, &IID_Provider)) return give(&(object){.ids = {0}}, id, out);
	if (wrong("one-provider") && providers) return E_FAIL;
	return new_provider(id, out);
}

#ifndef STAYS
__declspec(dllexport) HRESULT WINAPI DllCanUnloadNow(void) {
	if (wrong("unloads-early")) return S_OK;
	return wrong("never-unloads") || objects ? S_FALSE : S_OK;
}
#endif
