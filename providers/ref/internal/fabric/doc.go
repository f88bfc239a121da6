// Package fabric is the links between simulated NICs. A [Network] carries RoCEv2
// datagrams between its [Port]s, whole or impaired, as a switched network would: in
// order for each pair of ports, except that requests may overtake acknowledgements, and
// without a guarantee of arrival.
//
// # Running to completion
//
// There is no goroutine between a sender and its peer. A NIC transmits under its lock.
// Before it unlocks, Flush puts the transmitted frames into the rings of their
// destinations, and returns, as [Work], the ports that no other goroutine serves. Once
// unlocked, the NIC's caller does the work: it makes each port's NIC receive, which may
// transmit in turn and so add work, until there is no more. Nothing recurses, and no
// NIC's lock is taken under another's. One goroutine at a time serves a port, so that
// datagrams stay in order; it also delivers what arrives meanwhile. A full ring drops,
// and the transport recovers.
//
// # UDP
//
// A port of a [UDP] network has a socket, its line, for each address. A goroutine of
// the line, or a polling client, moves arrivals from the socket to the port's ring; the
// rest is as above. Transmitted frames go to the line's outbox; one goroutine at a time
// sends them until the outbox is empty.
//
// # What is not ideal
//
// One lock guards all rings of a network. The rules for who receives at a socket (a
// poller, the line's goroutine, or neither: line.go, bell_linux.go, postpone.go) save
// system calls in ping-pong, and are the hardest part of the engine to change.
package fabric
