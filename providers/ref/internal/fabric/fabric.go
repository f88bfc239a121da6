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
	// Attach joins a port with the given addresses. If one of them is another
	// port's, the error is ErrTaken. The port's datagrams go to r, the first
	// perhaps before Attach returns: it is called under the NIC's lock.
	Attach(addresses []netip.Addr, r Receiver) (Port, error)
	// Close ends the network. Its ports drop everything from then on.
	Close() error
}

// A Port is one NIC's place on a network. Transmit, Poke, Flush and Finish are
// called under the NIC's lock.
type Port interface {
	// Transmit takes a sealed frame to send, and returns an empty one in which to
	// build the next datagram.
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
	// goes on; then a deadline that comes somewhat early does no harm, and there is
	// no need to Poll.
	Prompt() bool
	// Poll receives, in the caller's goroutine, what has come to the port and nobody
	// else is receiving. The caller holds no lock. For at most a millisecond
	// afterwards, no other goroutine looks.
	Poll()
	// Attend makes a goroutine receive what comes, as it does when nobody polls.
	Attend()
	// Mark returns a mark for what is on its way anywhere on the network, or 0 if
	// nothing is; Passed reports whether all of that has been delivered since. A timer
	// that waits for it does not mistake a goroutine that gets no processor for a
	// loss. Datagrams that are delayed, or have not reached this process, do not
	// count.
	Mark() uint64
	Passed(mark uint64) bool
	// Impair does what i says to every datagram that comes to the port from now on.
	Impair(i Impairments)
	// Partition drops every datagram to and from the port from now on, or undoes
	// one such call.
	Partition(on bool)
	// Hold keeps datagrams to the port in its ring from now on, or undoes one such
	// call; after the last such call is undone, the next Run delivers them in
	// order.
	Hold(on bool)
	// Unreliable loses some datagrams that come to the port from now on, and delivers
	// others twice, or undoes one such call.
	Unreliable(on bool)
	// Holding reports whether datagrams between this port and the one at peer wait
	// in a ring because of a Hold, and will arrive.
	Holding(peer netip.Addr) bool
	// Run delivers what waits and no other goroutine is delivering. The caller holds no
	// lock.
	Run()
	// Counters returns what the port has counted so far.
	Counters() Counters
	// Route reports whether the network knows a route to the host dst, or to the
	// network that it would be in.
	Route(dst netip.Addr) (host, network bool)
	// Leave takes the NIC off the network and drops what the port holds, and what comes
	// from then on. A Receive may still be in progress when Leave returns. The port keeps
	// its addresses from all others, even from other processes.
	Leave()
	// Return lets a NIC take the place of the one that has left, at a new port with
	// the same addresses. After Detach, or once another NIC has returned, it is an
	// error.
	Return(r Receiver) (Port, error)
	// Detach is Leave, and also gives back the addresses, unless a Return has passed
	// them to another port.
	Detach()
	// Wait waits until a port that is detached has given its addresses back. The
	// caller holds no lock.
	Wait()
}

// A Receiver is the NIC at a port.
type Receiver interface {
	// Receive takes datagrams that have arrived, in order, if there are any; the
	// time is about now. It ends with Finish and returns the work; it keeps neither
	// frames nor their bytes beyond that.
	Receive(frames []*Frame, now time.Duration) Work
}

// Counters count datagrams at a port.
type Counters struct {
	// Received counts the datagrams delivered; Dropped counts those to the port
	// that were lost to a full ring, a partition or an impairment, and those from
	// it that could not be sent, for instance because they had no destination.
	Received, Dropped uint64
}
