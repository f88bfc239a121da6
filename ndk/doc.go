// Package ndk is the covered part of the Network Direct Kernel Provider Interface
// (NDKPI) in Go: shared receive queues, and what a message needs to be received from
// one.
//
// It is a transliteration of ndkpi.h in the manner of package nd2. An object with
// its dispatch table is a Go interface; a function of the table is a method, with
// the parameters in the same order, the object itself being the receiver. What
// changes, beyond what changes in nd2:
//
//   - NTSTATUS is [Status], which prints as STATUS_…. The numbers are those of the
//     ND_… statuses.
//   - A callback is a func, passed with its context value; unlike a user's provider, a
//     kernel's calls back into its consumer.
//   - A scatter/gather list is a slice of [SGE], an MDL chain a []byte.
//
// Everything asynchronous works alike: a function that returns STATUS_PENDING calls its
// completion callback once, maybe before it returns; with any other status it does not.
// The objects form a tree: an adapter has protection domains and completion queues; a
// protection domain has shared receive queues, memory regions and queue pairs. The
// close of an antecedent waits for its successors'. Source: NDKPI Object Lifetime
// Requirements.
//
// The package imports only the standard library and nd2, and has no behavior.
package ndk
