package fabric

import (
	"errors"
	"net/netip"
	"time"
)

// ErrTaken says that another port has the address.
var ErrTaken = errors.New("the address is taken")

// A Network joins ports.
type Network interface {
	// Attach joins a port with these addresses. The error is ErrTaken if another port has
	// one of them. The port's datagrams go to r, the first perhaps before Attach returns,
	// since it is called under the NIC's lock.
	Attach(addresses []netip.Addr, r Receiver) (Port, error)
	// Close ends the network. Its ports drop everything from then on.
	Close() error
}

// A Port is one NIC's place on a network. Transmit, Poke, Flush and Finish are
// called under the NIC's lock.
type Port interface {
	// Transmit takes a sealed frame to send, and returns an empty frame for the next
	// datagram.
	Transmit(f *Frame) *Frame
	// Poke asks for a Receive, even without an arrival.
	Poke()
	// Flush sends the transmitted frames. The caller does the work once it has unlocked.
	Flush() Work
	// Finish is Flush at the end of a Receive; it takes the received frames back.
	Finish() Work
	// Now is the time since the network began.
	Now() time.Duration
	// Prompt reports whether the network delivers before the transmitting caller goes on.
	// Then an early deadline does no harm, and there is no need to Poll.
	Prompt() bool
	// Poll receives, in the caller's goroutine, the arrivals that nobody else is
	// receiving. The caller holds no lock. No other goroutine looks for up to a
	// millisecond afterwards.
	Poll()
	// Attend makes a goroutine receive arrivals, as it does when nobody polls.
	Attend()
	// Mark returns a mark for everything on its way on the network, or 0 for nothing.
	// Passed reports whether all of that was delivered since. A timer that waits for this
	// does not mistake a goroutine without a processor for a loss. Delayed datagrams, and
	// those not yet in this process, don't count.
	Mark() uint64
	Passed(mark uint64) bool
	// Impair applies i to every later datagram to the port.
	Impair(i Impairments)
	// Partition drops every later datagram to and from the port, or undoes one such call.
	Partition(on bool)
	// Hold keeps later datagrams to the port in its ring, or undoes one such call; after
	// the last is undone, the next Run delivers them in order.
	Hold(on bool)
	// Unreliable loses some later datagrams to the port and delivers others twice, or
	// undoes one such call.
	Unreliable(on bool)
	// Holding reports whether datagrams between this port and peer's wait in a ring
	// because of a Hold, and will arrive.
	Holding(peer netip.Addr) bool
	// Run delivers the waiting frames that no other goroutine is delivering. The caller
	// holds no lock.
	Run()
	// Counters returns the port's counts.
	Counters() Counters
	// Route reports whether the network knows a route to the host dst, or to dst's
	// network.
	Route(dst netip.Addr) (host, network bool)
	// Leave removes the NIC from the network, and drops what the port holds and receives.
	// A Receive may still be in progress when Leave returns. The port reserves its
	// addresses, even against other processes.
	Leave()
	// Return inserts another NIC in place of the NIC that has left, at a new port with
	// the same addresses. It fails after Detach, or once another NIC has returned.
	Return(r Receiver) (Port, error)
	// Detach is Leave, and also frees the addresses, unless a Return has passed them on.
	Detach()
	// Wait waits until a detached port has freed its addresses. The caller holds no lock.
	Wait()
}

// A Receiver is the NIC at a port.
type Receiver interface {
	// Receive takes arrived datagrams, if any, in order; now may be a little old. It ends
	// with Finish and returns the work. It keeps neither frames nor their bytes.
	Receive(frames []*Frame, now time.Duration) Work
}

// Counters count a port's datagrams.
type Counters struct {
	// Received counts the delivered datagrams. Dropped counts those to the port lost to a
	// full ring, a partition or an impairment, and those from it that could not be sent,
	// for instance without a destination.
	Received, Dropped uint64
}
