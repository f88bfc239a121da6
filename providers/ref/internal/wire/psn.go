package wire

// A PSN is a packet sequence number: 24 bits that wrap around.
// Source: IBTA 9.7.1 (packet sequence numbers).
type PSN uint32

const psnBits = 24

// Mask keeps the low 24 bits, so that any number becomes a PSN.
func (p PSN) Mask() PSN { return p & (1<<psnBits - 1) }

// Add returns the PSN n packets after p, or before it if n is negative.
func (p PSN) Add(n int) PSN { return PSN(int(p) + n).Mask() }

// Sub returns how many packets p comes after other; negative if before. The result is
// in [-2^23, 2^23), the half of the sequence space around other.
func (p PSN) Sub(other PSN) int32 {
	const unused = 32 - psnBits
	return int32(p-other) << unused >> unused
}

// Before reports whether p comes before other.
func (p PSN) Before(other PSN) bool { return p.Sub(other) < 0 }

// After reports whether p comes after other.
func (p PSN) After(other PSN) bool { return p.Sub(other) > 0 }
