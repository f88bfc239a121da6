//go:build windows && cgo

// A thread of Go's runtime that looks after the others sleeps for microseconds, thousands
// of times a second, by a timer of its own. Under Wine each such sleep takes two calls of
// Wine's server, which everything else waits for, too: half of all that a program with
// the DLL makes. There the thread sleeps by itself. As in threads.c, the linker takes
// these functions for the system's.
#include <windows.h>

typedef HANDLE(WINAPI *creating)(SECURITY_ATTRIBUTES *, const WCHAR *, DWORD, DWORD);
typedef BOOL(WINAPI *setting)(HANDLE, const LARGE_INTEGER *, LONG, PTIMERAPCROUTINE, void *, BOOL);
typedef DWORD(WINAPI *waiting)(HANDLE, DWORD);
typedef LONG(WINAPI *delaying)(BOOLEAN, const LARGE_INTEGER *);

static creating systemCreate;
static setting systemSet;
static waiting systemWait;
static delaying delay; // NULL where the system's timers are used

// sleeper is the handle of every timer that no system has.
static char place;
static HANDLE const sleeper = &place;

// A constructor that runs before the runtime's.
static __attribute__((constructor(101))) void begin(void) {
	HMODULE kernel = GetModuleHandleA("kernel32.dll"), nt = GetModuleHandleA("ntdll.dll");
	systemCreate = (creating)(void *)GetProcAddress(kernel, "CreateWaitableTimerExW");
	systemSet = (setting)(void *)GetProcAddress(kernel, "SetWaitableTimer");
	systemWait = (waiting)(void *)GetProcAddress(kernel, "WaitForSingleObject");
	// With wait completion packets the runtime gives the timers to other functions as well.
	if (GetProcAddress(nt, "wine_get_version") && !GetProcAddress(nt, "NtCreateWaitCompletionPacket"))
		delay = (delaying)(void *)GetProcAddress(nt, "NtDelayExecution");
}

HANDLE WINAPI sleepingCreate(SECURITY_ATTRIBUTES *, const WCHAR *, DWORD, DWORD) __asm__("CreateWaitableTimerExW");
BOOL WINAPI sleepingSet(HANDLE, const LARGE_INTEGER *, LONG, PTIMERAPCROUTINE, void *, BOOL) __asm__("SetWaitableTimer");
DWORD WINAPI sleepingWait(HANDLE, DWORD) __asm__("WaitForSingleObject");

HANDLE WINAPI sleepingCreate(SECURITY_ATTRIBUTES *security, const WCHAR *name, DWORD flags, DWORD access) {
	return delay && !name ? sleeper : systemCreate(security, name, flags, access);
}

// Who sets one of the timers waits for it at once: it is over when it has been set.
BOOL WINAPI sleepingSet(HANDLE h, const LARGE_INTEGER *due, LONG period, PTIMERAPCROUTINE routine, void *argument, BOOL resume) {
	return h == sleeper ? delay(FALSE, due) == 0 : systemSet(h, due, period, routine, argument, resume);
}

DWORD WINAPI sleepingWait(HANDLE h, DWORD milliseconds) {
	return h == sleeper ? WAIT_OBJECT_0 : systemWait(h, milliseconds);
}

// What refers to them as to functions of another DLL finds them here.
void *__imp_CreateWaitableTimerExW = (void *)sleepingCreate;
void *__imp_SetWaitableTimer = (void *)sleepingSet;
void *__imp_WaitForSingleObject = (void *)sleepingWait;
