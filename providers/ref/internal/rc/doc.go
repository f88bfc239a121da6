// Package rc is the reliable connection service of InfiniBand: a requester and a
// responder as state machines with no I/O, no clock and no goroutine. Packets,
// requests and ticks come in; packets and outcomes go out through [Host].
// Source: InfiniBand Architecture Specification volume 1, chapter 9 (transport
// layer), release 1.4; RoCEv2 annex A17.
//
// # Halves
//
// The requester queues what is posted here and starts it (requester.go), makes packets
// (segment.go), takes the acknowledgements and the answers to Reads (completer.go), and
// retransmits (retry.go). The responder checks the peer's requests (responder.go), carries
// out Sends and Writes (receive.go), answers Reads (read_answer.go), and acknowledges
// (reply.go). Both belong to a [Conn] (conn.go), and end with it (ending.go).
//
// # What is not ideal
//
// Both halves are fields of Conn, and their methods are Conn's: any method can reach the
// other half. A keepalive probe sits in the client's initiator queue, so completion has to
// step around it (keepalive.go). Retransmission goes back to the oldest packet, and there
// is no congestion control: fine for a simulated network, slow on a lossy one.
package rc
