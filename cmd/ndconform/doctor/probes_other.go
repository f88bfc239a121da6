//go:build !linux && !windows

package doctor

// What to do about the UDP port of RoCE.
const (
	inUse      = "lsof -nP -iUDP:4791"
	letThrough = "let UDP port 4791 through the firewall"
)

var probes = []probe{{"Network", network}}
