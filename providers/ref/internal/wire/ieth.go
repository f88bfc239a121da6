package wire

import "encoding/binary"

// IETHSize is the size of an IETH in bytes.
const IETHSize = 4

// An IETH is the invalidate extended transport header.
// Source: IBTA 9.3.7 (invalidate extended transport header).
//
//	+---------------------------------------------------------------+
//	|                             R_Key                             |
//	+---------------------------------------------------------------+
type IETH struct {
	// InvalidateKey is the R_Key of the responder's window to invalidate.
	InvalidateKey uint32
}

func (h *IETH) put(b *[IETHSize]byte) { binary.BigEndian.PutUint32(b[:], h.InvalidateKey) }

func (h *IETH) parse(b *[IETHSize]byte) { h.InvalidateKey = binary.BigEndian.Uint32(b[:]) }
