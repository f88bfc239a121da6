// Package verbs is ND2 over libibverbs and librdmacm: every RDMA adapter that Linux
// supports, and its software RoCE, as a provider. docs/providers/verbs.md describes
// the mapping and its limits.
//
// It is built with cgo and the tag verbs, on Linux. Otherwise the provider exists
// by name only, and says how to build it.
//
// # Locks
//
// They are taken in this order, and the connection manager's is never taken while
// another is held:
//
//	device.cm             connectors and listeners
//	queuePair.mu          posting, and sharedReceiveQueue.lock likewise
//	completionQueue.lock  polling, and the account of notifications
//	adapter.windows       what windows are bound to
//	queuePair.life        the queue pair's existence
//
// # Goroutines
//
// An instance has three, which end in its Close: one for the device's asynchronous
// events, one for those of completion queues, one for those of connections. Each
// waits in Go's poller and occupies no thread. Another, which ends by itself before
// Close returns, tells the objects when the device has been removed.
package verbs
