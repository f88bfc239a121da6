// Package nic is the simulated NIC: its memory table, its work and completion
// queues, its events and its faults, between the ND2 objects above and the
// reliable connections and the fabric below.
//
// # Locks
//
// A [Device] has one lock, which owns the queue pairs, their connections, the
// memory table, the timers and every request in progress. Two kinds of lock may be
// taken inside it: a completion queue's, so that results can be taken without the
// device, and a file's, so that a result of an overlapped request can be waited
// for. No lock is held while a client's event is set or a packet is posted to its
// completion port: UnlockAndDeliver does that, after unlocking, for everything that has been
// completed meanwhile, file by file and in the order completed, once what has been
// transmitted is on its way.
//
// # Running to completion
//
// A request is carried out by the goroutine that posts it: UnlockAndDeliver also lets the
// fabric deliver what has been transmitted, to this device or another, until all
// is quiet. See package fabric. The device's own goroutine does nothing but wait
// for timers.
//
// # Time
//
// A timer that is due waits until the network has delivered what was on its way,
// and the answers to that. So a loss can be told from a goroutine that gets no
// processor, and timeouts can be as short as a network within a process deserves,
// even on the most heavily loaded machine. A peer that is held is slow, not dead:
// no ACK timeout runs out while what is sent to it waits there.
//
// # Connecting
//
// A connection manager works on a device, under its lock, with
//
//   - [Device.SetManager], to be handed the management datagrams that arrive, and
//     [Device.SendManagement] to send them, on the paths of [PathBetween];
//   - schedule and unschedule, for timers, and now;
//   - [QueuePair.Number], and what a connection makes of the queue pair:
//     Available at first; ReadyToReceive, once the peer's queue pair is known, from
//     when on it takes what the peer sends; ReadyToSend, once the peer is ready
//     too, from when on the client may post; withdraw, if it does not come to
//     that; disconnect, to end; ended, to learn that it has failed, and closing,
//     that the client has let go of it;
//   - [Requests] for the overlapped requests of its objects.
package nic
