// What Go and C of the DLL know of each other.
#ifndef COMDLL_BRIDGE_H
#define COMDLL_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

// An object as clients see it: its first word is the vtable, as in COM.
typedef struct comdll_object {
	const void *const *vtable;
	uintptr_t inner; // what the DLL that is watched knows it by, or 0
	uintptr_t posts; // that its methods begin with the context of a request
	uintptr_t unused;
} comdll_object;

// Memory for an object, all zero. One thread asks at a time.
comdll_object *comdll_new_object(void);

// A vtable with the first methods of another one; all others are those of the object's inner one.
const void *const *comdll_extend(const void *const *vtable, size_t methods);

// The vtables, in the order of ndspi.h.
extern const void *const comdll_factory[], *const comdll_provider[], *const comdll_adapter[],
	*const comdll_completion_queue[], *const comdll_shared_receive_queue[], *const comdll_memory_region[],
	*const comdll_memory_window[], *const comdll_queue_pair[], *const comdll_connector[], *const comdll_listener[];
extern const void *const comdll_nd1_provider[], *const comdll_nd1_adapter[], *const comdll_nd1_completion_queue[],
	*const comdll_nd1_memory_window[], *const comdll_nd1_endpoint[], *const comdll_nd1_connector[], *const comdll_nd1_listen[];

// A pipe is the file on which overlapped requests are carried out.
typedef struct comdll_pipe {
	uintptr_t client; // the handle that the client is given, and closes
	uintptr_t reader; // another of the same end, which stays
	uintptr_t writer; // the other end
} comdll_pipe;

// Each gives 0 for success, or else what GetLastError says.
uint32_t comdll_pipe_open(comdll_pipe *p);
uint32_t comdll_pipe_finish(const comdll_pipe *p, void *overlapped, uintptr_t event, int success);
void comdll_pipe_close(const comdll_pipe *p, int withClient);
// Whether a handle is of the pipe, and whether the client has closed all that are.
int comdll_pipe_owns(const comdll_pipe *p, uintptr_t handle);
int comdll_pipe_left(const comdll_pipe *p);

// What a request that begins does to an OVERLAPPED. It returns a handle of its event, 0 if it has none: the client may
// close its own, and comdll_event_close closes this one.
uintptr_t comdll_overlapped_begin(void *overlapped);
void comdll_event_close(uintptr_t event);

// Where the thread's current call returns to.
uintptr_t comdll_caller(void);

// Keeps the DLL in the process.
void comdll_pin(void);

#endif
