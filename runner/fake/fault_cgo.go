package fake

/*
#include <stdlib.h>

static int dereference(volatile int *p) { return *p; }

static int overflow(volatile int depth) {
	volatile char frame[4096];
	frame[depth % sizeof frame] = 1;
	return overflow(depth + 1) + frame[0];
}
*/
import "C"

// The faults in C code, which no Go runtime can recover from.
func init() {
	faults["c-null"] = func() { C.dereference(nil) }
	faults["c-abort"] = func() { C.abort() }
	faults["c-exit"] = func() { C.exit(0) }
	faults["c-stack"] = func() { C.overflow(0) }
}
