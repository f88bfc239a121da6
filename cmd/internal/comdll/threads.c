//go:build windows && cgo

// A thread that calls into Go becomes one of Go's for the call: the runtime opens a
// handle of it when the call begins, and closes it when the call ends. Under Wine that is
// most of what a call costs. Here each thread keeps its handle for the next call: the
// linker takes these two functions for the system's.
#include <windows.h>

typedef BOOL(WINAPI *duplicate)(HANDLE, HANDLE, HANDLE, HANDLE *, DWORD, BOOL, DWORD);
typedef BOOL(WINAPI *closing)(HANDLE);

static duplicate systemDuplicate;
static closing systemClose;
static DWORD kept; // a slot of each thread

static void WINAPI threadEnds(void *h) {
	if (h)
		systemClose(h);
}

// The first constructor of the DLL, before the runtime's.
static __attribute__((constructor(101))) void begin(void) {
	HMODULE kernel = GetModuleHandleA("kernel32.dll");
	systemDuplicate = (duplicate)(void *)GetProcAddress(kernel, "DuplicateHandle");
	systemClose = (closing)(void *)GetProcAddress(kernel, "CloseHandle");
	kept = FlsAlloc(threadEnds);
}

BOOL WINAPI keepingDuplicate(HANDLE, HANDLE, HANDLE, HANDLE *, DWORD, BOOL, DWORD) __asm__("DuplicateHandle");
BOOL WINAPI keepingClose(HANDLE) __asm__("CloseHandle");

BOOL WINAPI keepingDuplicate(HANDLE from, HANDLE h, HANDLE to, HANDLE *result, DWORD access, BOOL inherit, DWORD options) {
	if (h != GetCurrentThread() || kept == FLS_OUT_OF_INDEXES)
		return systemDuplicate(from, h, to, result, access, inherit, options);
	*result = FlsGetValue(kept);
	if (*result)
		return TRUE;
	return systemDuplicate(from, h, to, result, access, inherit, options) && FlsSetValue(kept, *result);
}

BOOL WINAPI keepingClose(HANDLE h) {
	return (h && kept != FLS_OUT_OF_INDEXES && h == FlsGetValue(kept)) || systemClose(h);
}

// What refers to them as to functions of another DLL finds them here.
void *__imp_DuplicateHandle = (void *)keepingDuplicate;
void *__imp_CloseHandle = (void *)keepingClose;
