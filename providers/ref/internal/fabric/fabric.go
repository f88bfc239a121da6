package fabric

import (
	"net/netip"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A Network joins ports.
type Network interface {
	// Attach joins a port with the given addresses, none of which may be
	// another port's. The port's datagrams go to r.
	Attach(addresses []netip.Addr, r Receiver) (Port, error)
	// Close ends the network. Its ports drop everything from then on.
	Close() error
}

// A Port is one NIC's place on a network.
type Port interface {
	// Transmit sends a frame on its Flow and takes the frame; it returns an
	// empty one to build the next datagram in. The caller serialises its calls,
	// and may hold a lock of its own.
	Transmit(f *Frame) *Frame
	// Run delivers what has been transmitted, here or elsewhere, as far as no
	// other goroutine is at it. The caller holds no lock.
	Run()
	// Partition drops every datagram to and from the port from now on, or undoes
	// one such call.
	Partition(on bool)
	// Hold keeps datagrams to the port in its ring from now on, or undoes one
	// such call; after the last they are delivered in order by the next Run.
	Hold(on bool)
	// Counters tells what the port has done so far.
	Counters() Counters
	// Detach takes the port off the network and drops what it holds. A Receive
	// may still be in progress when it returns.
	Detach()
}

// A Receiver is the NIC at a port.
type Receiver interface {
	// Receive takes datagrams that have arrived, in order. Neither the frames
	// nor their bytes may be kept. It may transmit, but not call Run.
	Receive(frames []*Frame)
}

// Counters count datagrams at a port.
type Counters struct {
	// Received counts those delivered; Dropped those to the port that a full
	// ring, a partition or a loss kept from it, and those from it that found no
	// destination.
	Received, Dropped uint64
}

// MaxPayload is the largest payload of a frame in bytes: the largest path MTU.
const MaxPayload = 4096

const (
	// headroom holds the headers before the payload, which starts on a cache line.
	headroom = 64
	// tailroom holds pad and ICRC.
	tailroom = 4 + wire.ICRCSize
)

// A Frame is a buffer for one datagram, and the addresses it travels under.
type Frame struct {
	// Flow is the sender's, and constant.
	Flow *wire.Flow

	start, end int
	buffer     [headroom + MaxPayload + tailroom]byte
}

// Payload gives the room for n bytes of payload, at most MaxPayload, in place.
func (f *Frame) Payload(n int) []byte { return f.buffer[headroom : headroom+n : headroom+n] }

// Seal makes the frame the datagram of p, whose payload, if any, is what Payload
// gave: the headers go before it, pad and ICRC after.
func (f *Frame) Seal(p *wire.Packet, flow *wire.Flow) {
	f.Flow = flow
	f.start = headroom - p.HeaderSize()
	f.end = f.start + p.Size()
	p.EncodeHeader(f.buffer[f.start:headroom])
	wire.Seal(f.buffer[f.start:f.end], flow)
}

// Datagram gives the frame's bytes, from BTH to ICRC.
func (f *Frame) Datagram() []byte { return f.buffer[f.start:f.end:f.end] }

// copyFrom makes f a copy of g.
func (f *Frame) copyFrom(g *Frame) {
	f.Flow, f.start, f.end = g.Flow, g.start, g.end
	copy(f.Datagram(), g.Datagram())
}
