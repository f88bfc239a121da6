// Package fabric is the links between simulated NICs. A [Network] carries RoCEv2
// datagrams between its [Port]s, whole or impaired, as a switched network would: in
// order for each pair of ports, except that requests may overtake acknowledgements,
// and with no promise that any arrives.
//
// # Running to completion
//
// There is no goroutine between a sender and its peer. A NIC transmits under a lock
// of its own; before it unlocks, Flush puts what it has transmitted into the rings
// of the destinations, and returns, as [Work], the ports that no other goroutine is
// serving. Once unlocked, the NIC's caller does the work: it has each port's NIC
// receive, which may transmit in turn and so adds to the work, until there is no
// more. There is no recursion, and no lock of one NIC inside another's. A port is
// in the hands of one goroutine at a time, so that datagrams stay in order; that
// goroutine also delivers what comes to it meanwhile. A ring that is full drops,
// and the transport recovers.
//
// # UDP
//
// A port of a [UDP] network has a socket, its line, for each address. What comes to
// the socket is put into the port's ring, by a goroutine of the line or by a client
// that polls, and goes on as above. What is transmitted is put into the line's
// outbox; the line, too, is in the hands of one goroutine at a time, which sends
// until the outbox is empty.
package fabric
