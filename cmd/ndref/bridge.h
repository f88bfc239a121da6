// What Go and C of the DLL know of each other.
#ifndef NDREF_BRIDGE_H
#define NDREF_BRIDGE_H

#include <stdint.h>

// An object as clients see it: its first word is the vtable, as in COM.
typedef struct ndref_object {
	const void *const *vtable;
} ndref_object;

// The vtables, in the order of ndspi.h.
extern const void *const ndref_factory[], *const ndref_provider[], *const ndref_adapter[],
	*const ndref_completion_queue[], *const ndref_shared_receive_queue[], *const ndref_memory_region[],
	*const ndref_memory_window[], *const ndref_queue_pair[], *const ndref_connector[], *const ndref_listener[];
extern const void *const ndref_nd1_provider[], *const ndref_nd1_adapter[], *const ndref_nd1_completion_queue[],
	*const ndref_nd1_memory_window[], *const ndref_nd1_endpoint[], *const ndref_nd1_connector[], *const ndref_nd1_listen[];

// A pipe is the file on which overlapped requests are carried out.
typedef struct ndref_pipe {
	uintptr_t client; // the handle that the client is given, and closes
	uintptr_t reader; // another of the same end, which stays
	uintptr_t writer; // the other end
} ndref_pipe;

// Each gives 0 for success, or else what GetLastError says.
uint32_t ndref_pipe_open(ndref_pipe *p);
uint32_t ndref_pipe_finish(const ndref_pipe *p, void *overlapped, int success);
void ndref_pipe_close(const ndref_pipe *p, int withClient);
// Whether a handle is of the pipe, and whether the client has closed all that are.
int ndref_pipe_owns(const ndref_pipe *p, uintptr_t handle);
int ndref_pipe_left(const ndref_pipe *p);

// What a request that begins does to an OVERLAPPED.
void ndref_overlapped_begin(void *overlapped);

// Keeps the DLL in the process.
void ndref_pin(void);

#endif
