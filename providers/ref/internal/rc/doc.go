// Package rc is the reliable connection service of InfiniBand: a requester and a
// responder as state machines with no I/O, no clock and no goroutine. Packets,
// requests and ticks come in; packets and outcomes go out through [Host].
// Source: InfiniBand Architecture Specification volume 1, chapter 9 (transport
// layer), release 1.4; RoCEv2 annex A17.
package rc
