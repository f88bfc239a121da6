package wire

import "encoding/binary"

// RETHSize is the size of an RETH in bytes.
const RETHSize = 16

// An RETH is the RDMA extended transport header: the responder's memory that a WRITE
// fills or a READ reads. Source: IBTA 9.3.3 (RDMA extended transport header).
//
//	+---------------------------------------------------------------+
//	|                        Virtual Address                        |
//	|                                                               |
//	+---------------------------------------------------------------+
//	|                             R_Key                             |
//	+---------------------------------------------------------------+
//	|                          DMA Length                           |
//	+---------------------------------------------------------------+
type RETH struct {
	VirtualAddress uint64
	// RKey is the key of the responder's region or window.
	RKey uint32
	// DMALength is the length of the whole operation in bytes.
	DMALength uint32
}

func (h *RETH) put(b *[RETHSize]byte) {
	binary.BigEndian.PutUint64(b[0:], h.VirtualAddress)
	binary.BigEndian.PutUint32(b[8:], h.RKey)
	binary.BigEndian.PutUint32(b[12:], h.DMALength)
}

func (h *RETH) parse(b *[RETHSize]byte) {
	h.VirtualAddress = binary.BigEndian.Uint64(b[0:])
	h.RKey = binary.BigEndian.Uint32(b[8:])
	h.DMALength = binary.BigEndian.Uint32(b[12:])
}
