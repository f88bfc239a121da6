package rc

// Limits of the protocol.
const (
	minMTU = 256
	maxMTU = 4096
	// maxMessage is the longest message in bytes. Source: IBTA 9.4 (transport functions).
	maxMessage = 1 << 31
	// maxRetries is the largest retry count; as an RNR retry count it means no limit. Source: IBTA
	// 9.7.5.2.8, 9.7.6.1.3.
	maxRetries = 7
	forever    = 7
	// maxReads is the largest value of a connection request's 8 bits of responder resources. Source:
	// IBTA 12.7 (responder resources).
	maxReads = 255
	// maxWindow keeps every PSN in flight, and its duplicates, well within half of the sequence
	// space: that half tells old from new. Source: IBTA 9.7.1.
	maxWindow = 1 << 22
)

// bounded returns c within the limits of the protocol.
func (c Config) bounded() Config {
	c.MTU = clamp(c.MTU, minMTU, maxMTU)
	c.SendPSN = c.SendPSN.Mask()
	c.ReceivePSN = c.ReceivePSN.Mask()
	c.Retries = min(c.Retries, maxRetries)
	c.RNRRetries = min(c.RNRRetries, forever)
	c.ReadsOut = clamp(c.ReadsOut, 0, maxReads)
	c.ReadsIn = clamp(c.ReadsIn, 0, maxReads)
	c.Window = clamp(c.Window, 1, maxWindow)
	return c
}

func clamp(n, low, high int) int { return max(low, min(n, high)) }

// packetsFor returns how many packets of the path MTU carry length bytes: at least one, for no bytes
// an empty one.
func packetsFor(length uint32, mtu int) uint32 {
	if length <= uint32(mtu) {
		return 1
	}
	return (length-1)/uint32(mtu) + 1
}
