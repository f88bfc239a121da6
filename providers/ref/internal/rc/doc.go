// Package rc is the reliable connection service of InfiniBand: a requester and a
// responder as state machines with no I/O, no clock and no goroutine. Packets,
// requests and ticks come in; packets and outcomes go out through [Host].
// Source: InfiniBand Architecture Specification volume 1, chapter 9 (transport
// layer), release 1.4; RoCEv2 annex A17.
//
// # Halves
//
// The requester queues what is posted here and says what may begin (requester.go), makes
// packets of it (segment.go), takes the acknowledgements and the answers to Reads
// (completer.go), and sends again what gets none (retry.go). The responder checks what the
// peer asks for (responder.go), carries out Sends and Writes (receive.go), answers Reads
// (read_answer.go), and acknowledges (reply.go). Both are a [Conn]'s (conn.go), and end
// with it (ending.go).
package rc
