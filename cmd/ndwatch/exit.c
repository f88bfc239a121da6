//go:build windows && cgo

// The program's own exit ends in the functions that its C runtime was given for it, while its threads
// still run; when the DLL itself is told, they are gone, and Go with them. A program whose runtime is
// linked into it has neither of these, and what it leaks is not found.
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include "_cgo_export.h"

typedef int(__cdecl *handler)(void);
typedef handler(__cdecl *on_exit)(handler);
typedef int(__cdecl *at_exit)(void(__cdecl *)(void));

static void __cdecl end(void) { ndwatchEnd(); }

static int __cdecl end_of_old(void) {
	ndwatchEnd();
	return 0;
}

uintptr_t ndwatch_code(void) { return (uintptr_t)end; }

void ndwatch_at_exit(void) {
	HMODULE new = GetModuleHandleA("ucrtbase.dll"), old = GetModuleHandleA("msvcrt.dll");
	at_exit add = new ? (at_exit)(void *)GetProcAddress(new, "_crt_atexit") : NULL;
	on_exit add_old = old ? (on_exit)(void *)GetProcAddress(old, "_onexit") : NULL;
	if (add)
		add(end);
	if (add_old)
		add_old(end_of_old);
}
