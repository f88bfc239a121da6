package wire

import "encoding/binary"

// DETHSize is the size of a DETH in bytes.
const DETHSize = 8

// Management datagrams go from queue pair 1 to queue pair 1 with this key. Source: IBTA
// chapter 10 (Q_Keys), chapter 13 (general services interface).
const (
	GSIQPN  = 1
	GSIQKey = 0x80010000
)

// A DETH is the datagram extended transport header.
// Source: IBTA 9.3.2 (datagram extended transport header).
//
//	+---------------------------------------------------------------+
//	|                             Q_Key                             |
//	+---------------+-----------------------------------------------+
//	|   reserved    |                   SourceQP                    |
//	+---------------+-----------------------------------------------+
type DETH struct {
	QKey uint32
	// SourceQP is the number of the sending queue pair, 24 bits.
	SourceQP uint32
}

func (h *DETH) put(b *[DETHSize]byte) {
	binary.BigEndian.PutUint32(b[0:], h.QKey)
	binary.BigEndian.PutUint32(b[4:], h.SourceQP&low24)
}

func (h *DETH) parse(b *[DETHSize]byte) {
	h.QKey = binary.BigEndian.Uint32(b[0:])
	h.SourceQP = binary.BigEndian.Uint32(b[4:]) & low24
}
