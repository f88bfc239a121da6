// Package ref is the reference engine: an ND2 provider whose adapters are
// simulated NICs that speak RoCEv2 to each other. It registers itself as "ref".
//
// This package has the objects: their references, and the checks of their parameters in
// the right order. Package internal/nic carries out what they ask for; internal/rc and
// internal/cm speak between two adapters, in the bytes of internal/wire, over
// internal/fabric.
//
// # Choices that the documents leave open
//
//   - Notify completes inline when it has nothing to wait for, and otherwise pends.
//   - Register and Deregister complete inline up to 1 MiB, and pend beyond, though
//     the request is over, and the client notified, before the call returns.
//   - A Send soon ends with ND_IO_TIMEOUT if the peer's queue pair has no Receive or the
//     peer is gone. It waits if the peer's shared receive queue is empty or the peer is
//     held.
//   - A region with ND_MR_FLAG_RDMA_READ_SINK or ND_MR_FLAG_ALLOW_LOCAL_WRITE can
//     take the data of a Read.
//   - The end of a queue pair, by Disconnect or the last Release, invalidates the
//     windows that are bound to it.
//   - v1's requests are carried out as they are posted, in a batch or not, and a
//     window that the peer invalidates reports to the inbound completion queue.
//   - NDK's creations, requests and closes complete inline, except the creation of a
//     shared receive queue with an affinity, a Connect and a Disconnect, and a close
//     of an object in use. The creation calls its completion before it returns.
//   - A closed file goes on notifying for its objects.
//
// # Goroutines
//
//	name                  owner          job                        ends with
//	(*nic.Device).serve   nic.Device     fires timers               Remove, Close
//	(*fabric.core).serve  fabric.Memory  delivers datagrams that    Close
//	                      fabric.UDP     are delayed, or when a
//	                                     caller has done its share
//	(*fabric.line).serve  a port over    receives datagrams that    Detach; Wait
//	                      UDP, one an    no client polls for        waits for it
//	                      address
//
// Everything else happens in the calling client's goroutine.
//
// # What is not ideal
//
// Quirks reach deep: most are fields of nic.Quirks that the hot paths test, though hooks
// around the engine, as in quirks_hooked.go, could do some. All connections of an adapter
// share one lock, so that adapters scale and connections do not.
package ref
