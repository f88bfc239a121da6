package fabric

import (
	"errors"
	"net/netip"
	"time"
)

// ErrTaken says that a port cannot have an address, since another has it.
var ErrTaken = errors.New("the address is taken")

// A Network joins ports.
type Network interface {
	// Attach joins a port with the given addresses, none of which may be
	// another port's: the error is ErrTaken then. The port's datagrams go to r, the
	// first perhaps before Attach returns: it is called under the NIC's lock.
	Attach(addresses []netip.Addr, r Receiver) (Port, error)
	// Close ends the network. Its ports drop everything from then on.
	Close() error
}

// A Port is one NIC's place on a network. Transmit, Poke, Flush and Finish are
// called under the NIC's lock.
type Port interface {
	// Transmit takes a sealed frame to be sent, and returns an empty one to build
	// the next datagram in.
	Transmit(f *Frame) *Frame
	// Poke asks for a Receive, even if nothing arrives.
	Poke()
	// Flush sends what has been transmitted. The caller does the work once it has
	// unlocked.
	Flush() Work
	// Finish is Flush for the end of a Receive, whose frames it takes back.
	Finish() Work
	// Now is the time since the network began.
	Now() time.Duration
	// Prompt reports whether the network delivers before the transmitting caller
	// goes on, so that a deadline which is somewhat early does no harm, and there is
	// no need to Poll.
	Prompt() bool
	// Poll receives what has come to the port and nobody is at, in the caller's
	// goroutine. The caller holds no lock. For a millisecond at most nobody else looks.
	Poll()
	// Attend has a goroutine receive what comes, as when nobody polls.
	Attend()
	// Mark notes what is on its way anywhere on the network, 0 if nothing is, and
	// Passed reports whether that has been delivered since. A timer that waits for it
	// does not take a goroutine that gets no processor for a loss. What is delayed, or
	// has not come to this process, does not count.
	Mark() uint64
	Passed(mark uint64) bool
	// Impair does what i says to every datagram that comes to the port from now on.
	Impair(i Impairments)
	// Partition drops every datagram to and from the port from now on, or undoes
	// one such call.
	Partition(on bool)
	// Hold keeps datagrams to the port in its ring from now on, or undoes one
	// such call; after the last they are delivered in order by the next Run.
	Hold(on bool)
	// Unreliable loses some datagrams that come to the port from now on, and delivers
	// others twice, or undoes one such call.
	Unreliable(on bool)
	// Holding reports whether datagrams between this port and the one at peer wait
	// in a ring because of a Hold, and will arrive.
	Holding(peer netip.Addr) bool
	// Run delivers what waits and nobody is at. The caller holds no lock.
	Run()
	// Counters tells what the port has done so far.
	Counters() Counters
	// Route tells whether the network knows a way to the host dst, or to the network
	// that it would be in.
	Route(dst netip.Addr) (host, network bool)
	// Leave takes the NIC off the network and drops what the port holds, and what comes
	// from then on. A Receive may still be in progress when it returns. The port keeps its
	// addresses from everybody else, other processes too.
	Leave()
	// Return has a NIC take the place of the one that has left, at a new port with the
	// same addresses. It is an error after Detach, or once another has returned.
	Return(r Receiver) (Port, error)
	// Detach is Leave, and gives the addresses back unless they are another's since Return.
	Detach()
	// Wait waits until a port that is detached has given its addresses back. The
	// caller holds no lock.
	Wait()
}

// A Receiver is the NIC at a port.
type Receiver interface {
	// Receive takes datagrams that have arrived, in order, if any; the time is
	// about now. It ends with Finish and returns the work; frames and their bytes
	// are not kept beyond that.
	Receive(frames []*Frame, now time.Duration) Work
}

// Counters count datagrams at a port.
type Counters struct {
	// Received counts those delivered; Dropped those to the port that a full
	// ring, a partition or a loss kept from it, and those from it that could not be
	// sent, for instance since they found no destination.
	Received, Dropped uint64
}
