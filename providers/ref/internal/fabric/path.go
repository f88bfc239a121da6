package fabric

import (
	"net/netip"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A Path is the pair of addresses between which datagrams travel, with their ICRC's
// flow. It is immutable.
type Path struct {
	Src, Dst netip.AddrPort
	Flow     wire.Flow
	// counted guesses the identification in a foreign sender's IPv4 headers; nil if it
	// is known.
	counted *identification
}

// NewPath returns the path from src to dst.
func NewPath(src, dst netip.AddrPort) *Path {
	return &Path{Src: src, Dst: dst, Flow: wire.NewFlow(src, dst)}
}

// whole reports whether a received packet's ICRC is right. One goroutine at a time
// calls it.
func (p *Path) whole(packet *wire.Packet, datagram []byte) bool {
	if p.counted != nil {
		return p.counted.check(packet, datagram, &p.Flow)
	}
	return wire.Check(datagram, &p.Flow)
}
