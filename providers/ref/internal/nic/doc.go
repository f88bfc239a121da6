// Package nic is the simulated NIC: its memory table, its work and completion
// queues, its events and its faults, between the ND2 objects above and the
// reliable connections and the fabric below.
//
// # Locks
//
// A [Device] has one lock, which guards the queue pairs, their connections, the memory
// table, the timers and every request in progress. Two kinds of lock may be taken under it:
// a completion queue's, so that a client can take results without the device, and a file's,
// so that it can wait for an overlapped request. No lock is held while a client's event is
// set or a packet is posted to its completion port. UnlockAndDeliver does that after
// unlocking, file by file and in the order of completion, once the transmitted packets are
// on their way.
//
// # Running to completion
//
// The goroutine that posts a request carries it out: UnlockAndDeliver also makes the fabric
// deliver what was transmitted, to this device or another, until all is quiet. See package
// fabric. The device's goroutine only waits for timers.
//
// # Time
//
// A due timer waits until the network has delivered what was on its way, and the answers to
// that. So a loss is not confused with a goroutine that waits for a processor, and timeouts
// within a process can be short even on a heavily loaded machine. A held peer is slow, not
// dead: no ACK timeout expires while packets wait for it.
//
// # Connecting
//
// A connection manager works on a device, under its lock, with
//
//   - [Device.SetManager], to receive management datagrams, and [Device.SendManagement]
//     to send them, on the paths of [PathBetween];
//   - schedule and unschedule, for timers, and now;
//   - [QueuePair.Number], and the states of a queue pair: Available at first;
//     ReadyToReceive, once the peer's queue pair is known: it receives from then on;
//     ReadyToSend, once the peer is ready too: the client may post from then on;
//     withdraw, to undo ReadyToReceive; disconnect, to end; ended, to learn of a failure,
//     and closing, of the client's release;
//   - [Requests] for the overlapped requests of its objects.
//
// # What is not ideal
//
// The device has one lock: connections of one adapter don't run in parallel. Quirks are
// fields that the hot paths test (quirks.go, delayed_results.go), where a layer of package
// calls around the engine could do some of them. A queue pair's state is in three places:
// here, in its rc.Conn, and in its connector's phase.
package nic
