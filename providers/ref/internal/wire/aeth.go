package wire

import "encoding/binary"

// AETHSize is the size of an AETH in bytes.
const AETHSize = 4

// An AETH is the ACK extended transport header: the responder's answer to the requests
// up to a PSN. Source: IBTA 9.3.5 (ACK extended transport header).
//
//	+---------------+-----------------------------------------------+
//	|   Syndrome    |                      MSN                      |
//	+---------------+-----------------------------------------------+
type AETH struct {
	Syndrome Syndrome
	// MSN is the message sequence number: how many requests have completed, in 24 bits.
	MSN uint32
}

func (h *AETH) put(b *[AETHSize]byte) {
	binary.BigEndian.PutUint32(b[:], uint32(h.Syndrome)<<24|h.MSN&low24)
}

func (h *AETH) parse(b *[AETHSize]byte) {
	h.Syndrome = Syndrome(b[0])
	h.MSN = binary.BigEndian.Uint32(b[:]) & low24
}
