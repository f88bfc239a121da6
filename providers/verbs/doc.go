// Package verbs is ND2 over libibverbs and librdmacm: every RDMA adapter that Linux
// supports, and its software RoCE, as a provider. docs/providers/verbs.md describes
// the mapping and its limits.
//
// It is built with cgo and the tag verbs, on Linux. Elsewhere only the name is
// registered: opening it says how to build it.
//
// # Locks
//
// They are taken in this order; the connection manager's is never taken while another
// is held:
//
//	device.cm             connectors and listeners
//	queuePair.mu          posting, and sharedReceiveQueue.lock likewise
//	completionQueue.lock  polling, and the account of notifications
//	adapter.windows       what windows are bound to
//	queuePair.life        the queue pair's existence
//
// # Goroutines
//
// An instance has three, which end in Close: for the device's asynchronous events, for
// those of completion queues, and for those of connections. Each waits in Go's poller
// and occupies no thread. A fourth tells the objects that the device was removed; it
// ends before Close returns.
//
// # What is not ideal
//
// Verbs says less than ND2 asks. A Notify for any result can't be withdrawn, so a dummy
// completion takes it back (completion_queue_disarm.go); while a client waits for
// solicited results, a timer polls for errors (completion_queue_notify.go). siw's
// deviations are spread over the room, behind device.siw.
package verbs
