package fabric

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// identification finds the identification of the IPv4 headers of one sender. The
// ICRC covers it, and a UDP socket does not show it.
//
// This engine has 0 in all of them, or, in those that the system cuts from one send,
// 0, 1, 2 and so on; others count, perhaps for all of their destinations together,
// as Linux's rdma_rxe does. If it is neither 0 nor the one after the last, it is
// taken to be the one that makes the ICRC right, so finding it uses up 16 of the
// ICRC's 32 bits. It is believed if it is below 64, as this engine's are, or if the
// sender counts and it is not far from the last one; so a damaged packet passes with
// a probability of 2^-26, or 2^-20. If it is far off, only the packet after it is
// believed, and the transport sends the first one again. A packet of connection
// management, which touches no memory, is believed at once, since connections begin
// with it.
type identification struct {
	// counting says that the last was not 0, and next is one more than that.
	counting bool
	next     uint16
	// rumor is what would have been next after a packet that was not believed.
	rumor   uint16
	rumored bool
}

// segments bounds the identifications of this engine.
const segments = 64

// near is how far beyond the expected one an identification is still believed, and
// nearBefore how far before it, since packets overtake each other.
const (
	near       = 3968
	nearBefore = 128
)

// check reports whether there is a credible identification with which the packet's
// ICRC is right; zero is the flow of packets with identification 0.
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

// within reports whether an identification is close to the one that is expected.
func within(id, expected uint16) bool { return id-expected+nearBefore < near+nearBefore }
