package fabric

import (
	"net/netip"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A Path is the pair of addresses between which datagrams travel, and what the ICRC
// makes of them. It is immutable.
type Path struct {
	Src, Dst netip.AddrPort
	Flow     wire.Flow
	// counted finds the identification, which is not seen, in the IPv4 headers of a
	// foreign sender; it is nil if there is nothing to find.
	counted *identification
}

// NewPath returns the path from src to dst.
func NewPath(src, dst netip.AddrPort) *Path {
	return &Path{Src: src, Dst: dst, Flow: wire.NewFlow(src, dst)}
}

// whole reports whether the ICRC of a packet that came on the path is right. It is
// called by one goroutine at a time.
func (p *Path) whole(packet *wire.Packet, datagram []byte) bool {
	if p.counted != nil {
		return p.counted.check(packet, datagram, &p.Flow)
	}
	return wire.Check(datagram, &p.Flow)
}
