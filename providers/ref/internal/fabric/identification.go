package fabric

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// identification guesses the identification in one sender's IPv4 headers. The ICRC
// covers it, but a UDP socket does not show it.
//
// This engine sends 0, or 0, 1, 2 and so on in the datagrams that the system cuts from
// one send. Other senders count, perhaps for all of their destinations together, as
// Linux's rdma_rxe does. If neither 0 nor the next count fits, check computes the value
// that makes the ICRC right. That uses up 16 of the ICRC's 32 bits, so it is believed
// only below 64, as this engine's are, or near the last count: a damaged packet passes
// with a probability of 2^-26, or 2^-20. After a far value only the packet after it is
// believed, and the transport sends the first again. A packet of connection management
// is believed at once, since connections begin with it and it touches no memory.
type identification struct {
	// counting says that the last was not 0; then next is the last + 1.
	counting bool
	next     uint16
	// rumor is the next count after a packet that was not believed.
	rumor   uint16
	rumored bool
}

// segments is more than any identification of this engine.
const segments = 64

// near is how far above the expected value an identification is still believed,
// nearBefore how far below it, since packets overtake each other.
const (
	near       = 3968
	nearBefore = 128
)

// check reports whether a credible identification makes the packet's ICRC right; zero
// is the flow with identification 0.
func (i *identification) check(p *wire.Packet, datagram []byte, zero *wire.Flow) bool {
	next := zero.WithIPv4(i.next, true)
	switch {
	case i.counting && wire.Check(datagram, &next):
		i.saw(i.next)
		return true
	case wire.Check(datagram, zero):
		i.saw(0)
		return true
	case !i.counting && wire.Check(datagram, &next):
		i.saw(i.next)
		return true
	}
	id, ok := wire.Identification(datagram, zero)
	switch {
	case !ok:
		return false
	case id < segments, i.counting && within(id, i.next), i.rumored && within(id, i.rumor), p.DestQP == wire.GSIQPN:
		i.saw(id)
		i.rumored = false
		return true
	}
	i.rumor, i.rumored = id+1, true
	return false
}

func (i *identification) saw(id uint16) { i.counting, i.next = id != 0, id+1 }

// within reports whether an identification is near the expected value.
func within(id, expected uint16) bool { return id-expected+nearBefore < near+nearBefore }
