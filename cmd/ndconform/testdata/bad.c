// A provider's DLL that is broken in the way that BAD names when it is built, so that nothing can be
// tested. Without BAD it has one adapter, of which only Query and Release can be called.
#include <windows.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHOLE, NULL_OBJECT, NULL_VTABLE, SHORT_VTABLE, NULL_METHOD, JUNK_POINTER, JUNK_METHOD, GARBAGE, NULL_ADAPTER, METHOD_CRASHES,
	METHOD_HANGS, MAIN_CRASHES, MAIN_HANGS, MAIN_EXITS, MAIN_THROWS, MAIN_FAILS, NO_CLASS_OBJECT, CLASS_FAILS, CLASS_HANGS, IMPORTS, DELAYED };
#ifndef BAD
#define BAD WHOLE
#endif

static HRESULT STDMETHODCALLTYPE query_interface(void *o, const IID *i, void **out) { (void)o; (void)i; *out = NULL; return E_NOINTERFACE; }
static ULONG STDMETHODCALLTYPE count(void *o) { (void)o; return 1; }
static HRESULT STDMETHODCALLTYPE fails(void *o) { (void)o; return 0xC00000BB; }

static HRESULT STDMETHODCALLTYPE info(void *o, uint32_t *out, ULONG *size) {
	(void)o;
	memset(out, 0, *size);
	out[0] = 0x20000;
	return 0;
}

static void *adapter_vtable[14] = {query_interface, count, count, fails, info, fails, fails, fails, fails, fails, fails, fails, fails, fails};
static void *adapter = adapter_vtable;

typedef struct { int32_t count; struct { void *at; int32_t length; } list[1]; uint8_t address[16]; } addresses;

static HRESULT STDMETHODCALLTYPE list(void *o, addresses *to, ULONG *size) {
	(void)o;
	switch (BAD) {
	case GARBAGE: return 0x1badf00d;
	case METHOD_CRASHES: *(volatile int *)8 = 1; break;
	case METHOD_HANGS: Sleep(INFINITE);
	}
	if (!to || *size < sizeof *to) {
		*size = sizeof *to;
		return 0x80000005;
	}
	*size = sizeof *to;
	to->count = 1;
	to->list[0].at = to->address;
	to->list[0].length = 16;
	memcpy(to->address, "\2\0\0\0\x7f\0\0\1\0\0\0\0\0\0\0\0", 16);
	return 0;
}

static HRESULT STDMETHODCALLTYPE resolve(void *o, void *address, ULONG length, uint64_t *id) { (void)o; (void)address; (void)length; *id = 1; return 0; }
static HRESULT STDMETHODCALLTYPE open_adapter(void *o, const IID *i, uint64_t id, void **out) {
	(void)o; (void)i; (void)id;
	*out = BAD == NULL_ADAPTER ? NULL : &adapter;
	return 0;
}

static int data = 1;
static void *vtable[] = {query_interface, count, count, BAD == NULL_METHOD ? NULL : BAD == JUNK_METHOD ? (void *)&data : (void *)list,
	BAD == SHORT_VTABLE ? NULL : (void *)resolve, BAD == SHORT_VTABLE ? NULL : (void *)open_adapter};
static void *provider[] = {BAD == NULL_VTABLE ? NULL : (void *)vtable};

#if defined IS_IMPORTS || defined IS_DELAYED
__declspec(dllimport) int gone(void);
#endif

#ifndef IS_NO_CLASS_OBJECT
__declspec(dllexport) HRESULT STDAPICALLTYPE DllGetClassObject(const IID *class, const IID *i, void **out) {
	(void)class; (void)i;
	*out = provider;
	switch (BAD) {
	case NULL_OBJECT: *out = NULL; break;
	case JUNK_POINTER: *out = (void *)0x123456789abc; break;
	case CLASS_FAILS: *out = NULL; fprintf(stderr, "bad.dll: no adapter has a link\n"); return 0xC00000A3;
	case CLASS_HANGS: Sleep(INFINITE);
#if defined IS_IMPORTS || defined IS_DELAYED
	default: return gone();
#endif
	}
	return 0;
}
#else
__declspec(dllexport) void nothing(void) {}
#endif

BOOL WINAPI DllMain(HINSTANCE dll, DWORD why, void *reserved) {
	(void)dll; (void)reserved;
	if (why != DLL_PROCESS_ATTACH)
		return TRUE;
	switch (BAD) {
	case MAIN_CRASHES: *(volatile int *)8 = 1; break;
	case MAIN_HANGS: Sleep(INFINITE); break;
	case MAIN_EXITS: ExitProcess(3);
	case MAIN_THROWS: RaiseException(0xE06D7363, EXCEPTION_NONCONTINUABLE, 0, NULL); break;
	case MAIN_FAILS: fprintf(stderr, "bad.dll: the driver is of another release\n"); return FALSE;
	}
	return TRUE;
}
