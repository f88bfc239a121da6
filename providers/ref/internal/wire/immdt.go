package wire

import "encoding/binary"

// ImmDtSize is the size of an ImmDt in bytes.
const ImmDtSize = 4

// An ImmDt is the immediate data extended transport header.
// Source: IBTA 9.3.6 (immediate data extended transport header).
//
//	+---------------------------------------------------------------+
//	|                        Immediate Data                         |
//	+---------------------------------------------------------------+
type ImmDt struct {
	Immediate uint32
}

func (h *ImmDt) put(b *[ImmDtSize]byte) { binary.BigEndian.PutUint32(b[:], h.Immediate) }

func (h *ImmDt) parse(b *[ImmDtSize]byte) { h.Immediate = binary.BigEndian.Uint32(b[:]) }
