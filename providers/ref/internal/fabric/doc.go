// Package fabric is the links between simulated NICs: a [Network] carries RoCEv2
// datagrams between its [Port]s, whole or impaired, as a switched network would:
// in order per pair of ports, and with no promise that any arrives.
//
// # Running to completion
//
// There is no goroutine between a sender and its peer. Transmit puts a datagram
// into the ring of the destination's port, under no more than the sender's own
// lock; once that is released, Run hands the rings' datagrams to their receivers,
// until all is quiet. Receivers transmit in turn, and that lands in rings too: no
// recursion, and no lock of one NIC inside another's. One goroutine at a time
// drains a port, so that datagrams stay in order; whoever comes meanwhile leaves
// the rest to it. A ring that is full drops, and the transport recovers.
package fabric
