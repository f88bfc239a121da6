package fabric

import (
	"net/netip"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A Path is the addresses that datagrams travel under, and what the ICRC makes of
// them. It is constant once made.
type Path struct {
	Src, Dst netip.AddrPort
	Flow     wire.Flow
}

// NewPath is the path from src to dst.
func NewPath(src, dst netip.AddrPort) *Path {
	return &Path{Src: src, Dst: dst, Flow: wire.NewFlow(src, dst)}
}
