//go:build windows && cgo

// The vtables, in the order of ndspi.h. A method is known by its place in the vtable:
// m7_3 is one at place 7 with three parameters after this.
#include "bridge.h"
#include "_cgo_export.h"
#define WIN32_LEAN_AND_MEAN // without COM, whose declarations of the exports differ
#include <windows.h>

static DWORD caller; // a slot of each thread, for where its current call returns to

static __attribute__((constructor)) void begin(void) { caller = TlsAlloc(); }

uintptr_t comdll_caller(void) { return (uintptr_t)TlsGetValue(caller); }

#define METHOD(place, count, parameters, ...) \
	static uintptr_t m##place##_##count parameters { \
		uintptr_t args[] = {(uintptr_t)o, __VA_ARGS__}; \
		TlsSetValue(caller, __builtin_return_address(0)); \
		return comdllCall((uintptr_t)o, place, args, 1 + count); \
	}
#define A uintptr_t

#define M0(p) METHOD(p, 0, (comdll_object *o), 0)
#define M1(p) METHOD(p, 1, (comdll_object *o, A a1), a1)
#define M2(p) METHOD(p, 2, (comdll_object *o, A a1, A a2), a1, a2)
#define M3(p) METHOD(p, 3, (comdll_object *o, A a1, A a2, A a3), a1, a2, a3)
#define M4(p) METHOD(p, 4, (comdll_object *o, A a1, A a2, A a3, A a4), a1, a2, a3, a4)
#define M5(p) METHOD(p, 5, (comdll_object *o, A a1, A a2, A a3, A a4, A a5), a1, a2, a3, a4, a5)
#define M6(p) METHOD(p, 6, (comdll_object *o, A a1, A a2, A a3, A a4, A a5, A a6), a1, a2, a3, a4, a5, a6)
#define M7(p) METHOD(p, 7, (comdll_object *o, A a1, A a2, A a3, A a4, A a5, A a6, A a7), a1, a2, a3, a4, a5, a6, a7)
#define M8(p) METHOD(p, 8, (comdll_object *o, A a1, A a2, A a3, A a4, A a5, A a6, A a7, A a8), a1, a2, a3, a4, a5, a6, a7, a8)
#define M9(p) METHOD(p, 9, (comdll_object *o, A a1, A a2, A a3, A a4, A a5, A a6, A a7, A a8, A a9), a1, a2, a3, a4, a5, a6, a7, a8, a9)
#define M10(p) METHOD(p, 10, (comdll_object *o, A a1, A a2, A a3, A a4, A a5, A a6, A a7, A a8, A a9, A a10), a1, a2, a3, a4, a5, a6, a7, a8, a9, a10)

M2(0)
M0(1)
M0(2)
M0(3) M1(3) M2(3) M3(3)
M0(4) M1(4) M2(4) M3(4) M4(4)
M0(5) M1(5) M2(5) M3(5) M4(5) M10(5)
M1(6) M2(6) M3(6) M4(6) M6(6) M8(6)
M0(7) M1(7) M2(7) M3(7) M5(7) M7(7)
M0(8) M2(8) M3(8) M4(8) M6(8)
M2(9) M4(9) M6(9) M7(9) M8(9)
M2(10) M3(10) M4(10) M10(10)
M2(11) M6(11) M9(11)
M1(12) M2(12) M3(12) M6(12)
M1(13) M2(13) M3(13) M5(13)
M1(14)
M1(15)

#define UNKNOWN m0_2, m1_0, m2_0
#define OVERLAPPED2 UNKNOWN, m3_0, m4_2
#define ND1_OVERLAPPED UNKNOWN, m3_0, m4_3
#define TABLE(name) const void *const name[]

TABLE(comdll_factory) = {UNKNOWN, m3_3, m4_1};

// NetworkDirect v2.
TABLE(comdll_provider) = {UNKNOWN, m3_2, m4_3, m5_3};
TABLE(comdll_adapter) = {UNKNOWN, m3_1, m4_2, m5_2, m6_6, m7_3, m8_2, m9_8, m10_10, m11_9, m12_3, m13_3};
TABLE(comdll_completion_queue) = {OVERLAPPED2, m5_2, m6_1, m7_2, m8_2};
TABLE(comdll_shared_receive_queue) = {OVERLAPPED2, m5_2, m6_2, m7_1, m8_3};
TABLE(comdll_memory_region) = {OVERLAPPED2, m5_4, m6_1, m7_0, m8_0};
TABLE(comdll_memory_window) = {UNKNOWN, m3_0};
TABLE(comdll_queue_pair) = {UNKNOWN, m3_0, m4_4, m5_3, m6_6, m7_3, m8_6, m9_6};
TABLE(comdll_connector) = {OVERLAPPED2, m5_2, m6_8, m7_1, m8_6, m9_2, m10_2, m11_2, m12_2, m13_2, m14_1, m15_1};
TABLE(comdll_listener) = {OVERLAPPED2, m5_2, m6_1, m7_2, m8_2};

// NetworkDirect v1.
TABLE(comdll_nd1_provider) = {UNKNOWN, m3_2, m4_3};
TABLE(comdll_nd1_adapter) = {ND1_OVERLAPPED, m5_0, m6_3, m7_7, m8_2, m9_4, m10_2, m11_2, m12_1, m13_5};
TABLE(comdll_nd1_completion_queue) = {ND1_OVERLAPPED, m5_1, m6_2, m7_2};
TABLE(comdll_nd1_memory_window) = {UNKNOWN};
TABLE(comdll_nd1_endpoint) = {UNKNOWN, m3_0, m4_0, m5_0, m6_4, m7_5, m8_3, m9_7, m10_3, m11_6, m12_6};
TABLE(comdll_nd1_connector) = {ND1_OVERLAPPED, m5_10, m6_8, m7_1, m8_4, m9_2, m10_4, m11_2, m12_2, m13_1, m14_1};
TABLE(comdll_nd1_listen) = {ND1_OVERLAPPED, m5_2};
