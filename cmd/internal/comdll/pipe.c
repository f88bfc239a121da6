//go:build windows && cgo

// The file on which overlapped requests are carried out: a named pipe, whose packets
// and events are the system's own. A request that ends reads one byte from it, which is
// written if it succeeded; if it failed, the read is canceled.
#include "bridge.h"
#include <windows.h>
#include <winternl.h>
#include <stdio.h>

static HANDLE handle(uintptr_t h) { return (HANDLE)h; }

// event returns an OVERLAPPED's event. The low bit of it keeps packets away.
static HANDLE event(const OVERLAPPED *o) { return handle((uintptr_t)o->hEvent & ~(uintptr_t)1); }

uint32_t comdll_pipe_open(comdll_pipe *p) {
	static volatile LONG last;
	char name[64];
	HANDLE client, reader, writer;
	snprintf(name, sizeof name, "\\\\.\\pipe\\nd-%lu-%p-%ld", GetCurrentProcessId(), (void *)&last, InterlockedIncrement(&last));
	client = CreateNamedPipeA(name, PIPE_ACCESS_INBOUND | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
		PIPE_TYPE_BYTE | PIPE_REJECT_REMOTE_CLIENTS, 1, 64, 64, 0, NULL);
	if (client == INVALID_HANDLE_VALUE)
		return GetLastError();
	// What succeeds at once is not notified, and nothing is that the client has not asked for.
	if (!SetFileCompletionNotificationModes(client, FILE_SKIP_COMPLETION_PORT_ON_SUCCESS | FILE_SKIP_SET_EVENT_ON_HANDLE)) {
		uint32_t e = GetLastError();
		CloseHandle(client);
		return e;
	}
	writer = CreateFileA(name, GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0, NULL);
	if (writer == INVALID_HANDLE_VALUE) {
		uint32_t e = GetLastError();
		CloseHandle(client);
		return e;
	}
	if (!DuplicateHandle(GetCurrentProcess(), client, GetCurrentProcess(), &reader, 0, FALSE, DUPLICATE_SAME_ACCESS)) {
		uint32_t e = GetLastError();
		CloseHandle(writer);
		CloseHandle(client);
		return e;
	}
	*p = (comdll_pipe){(uintptr_t)client, (uintptr_t)reader, (uintptr_t)writer};
	return 0;
}

void comdll_pipe_close(const comdll_pipe *p, int withClient) {
	if (withClient)
		CloseHandle(handle(p->client));
	CloseHandle(handle(p->reader));
	CloseHandle(handle(p->writer));
}

uint32_t comdll_pipe_finish(const comdll_pipe *p, void *overlapped, uintptr_t kept, int success) {
	static char unused; // where the byte goes, which means nothing
	OVERLAPPED *o = overlapped;
	DWORD n;
	if ((uintptr_t)o->hEvent & 1) { // no packet is due, which is most of the cost
		o->Internal = success ? 0 : 0xC0000120; // STATUS_CANCELLED
		return !kept || SetEvent(handle(kept)) ? 0 : GetLastError();
	}
	// The read has to pend, or its end would post no packet. It doesn't if there is a byte: of
	// a read that the client has canceled by CancelIoEx before the byte was written.
	int stray = 16, pends;
	HANDLE own = o->hEvent;
	o->hEvent = handle(kept); // the read takes it when it begins
	while (!(pends = !ReadFile(handle(p->reader), &unused, 1, NULL, o)) && stray-- > 0)
		;
	DWORD e = pends ? GetLastError() : ERROR_INVALID_STATE;
	o->hEvent = own;
	if (e != ERROR_IO_PENDING)
		return e;
	if (success ? !WriteFile(handle(p->writer), "", 1, &n, NULL) : !CancelIoEx(handle(p->reader), o))
		return GetLastError();
	return 0;
}

uintptr_t comdll_overlapped_begin(void *overlapped) {
	OVERLAPPED *o = overlapped;
	HANDLE kept = NULL;
	if (event(o) && DuplicateHandle(GetCurrentProcess(), event(o), GetCurrentProcess(), &kept, 0, FALSE, DUPLICATE_SAME_ACCESS))
		ResetEvent(kept);
	o->InternalHigh = 0;
	o->Internal = 0x103; // STATUS_PENDING
	return (uintptr_t)kept;
}

void comdll_event_close(uintptr_t event) {
	if (event)
		CloseHandle(handle(event));
}

// nt gives a function of ntdll that the headers of mingw lack.
static FARPROC nt(const char *name) { return GetProcAddress(GetModuleHandleA("ntdll.dll"), name); }

int comdll_pipe_owns(const comdll_pipe *p, uintptr_t h) {
	typedef NTSTATUS(NTAPI * compare)(HANDLE, HANDLE);
	compare same = (compare)(void *)nt("NtCompareObjects");
	return h == p->reader || (same && same(handle(h), handle(p->reader)) == 0);
}

int comdll_pipe_left(const comdll_pipe *p) {
	PUBLIC_OBJECT_BASIC_INFORMATION basic;
	NTSTATUS s = NtQueryObject(handle(p->reader), ObjectBasicInformation, &basic, sizeof basic, NULL);
	return s == 0 && basic.HandleCount == 1;
}

void comdll_pin(void) {
	HMODULE m;
	GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_PIN, (const char *)comdll_pin, &m);
}
