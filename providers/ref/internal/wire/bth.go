package wire

import "encoding/binary"

// BTHSize is the size of a BTH in bytes.
const BTHSize = 12

// DefaultPKey is the key of the default partition, with full membership; RoCE needs no
// other. Source: IBTA 10.9.1.2 (special P_Keys).
const DefaultPKey = 0xffff

// A BTH is the base transport header, which begins every packet. Source: IBTA 9.2 (base
// transport header), annex A17.
//
//	+---------------+-+-+---+-------+-------------------------------+
//	|    OpCode     |S|M|Pad| TVer  |             P_Key             |
//	+-+-+-----------+-+-+---+-------+-------------------------------+
//	|F|B| reserved  |                   DestQP                      |
//	+-+-+-----------+-----------------------------------------------+
//	|A|  reserved   |                     PSN                       |
//	+-+-------------+-----------------------------------------------+
//
// FECN, BECN and the reserved bits are sent as zero and ignored when received.
type BTH struct {
	Opcode Opcode
	// Solicited asks for a solicited event at the responder.
	Solicited bool
	// MigReq is the state of path migration.
	MigReq bool
	// PadCount is how many bytes of pad (0 to 3) follow the payload.
	PadCount uint8
	// PKey is the partition's key.
	PKey uint16
	// DestQP is the destination queue pair's number, 24 bits.
	DestQP uint32
	// AckReq asks the responder for an acknowledgement.
	AckReq bool
	PSN    PSN
}

const (
	bthSolicited = 0x80
	bthMigReq    = 0x40
	bthPadShift  = 4
	bthPadMask   = 3
	bthVersion   = 0x0f
	bthAckReq    = 1 << 31
	low24        = 1<<24 - 1

	// bthFlags and bthResv8a are offsets: of S, M, Pad and TVer; of F, B and reserved.
	bthFlags  = 1
	bthResv8a = 4
)

func (h *BTH) put(b *[BTHSize]byte) {
	b[0] = byte(h.Opcode)
	flags := (h.PadCount & bthPadMask) << bthPadShift
	if h.Solicited {
		flags |= bthSolicited
	}
	if h.MigReq {
		flags |= bthMigReq
	}
	b[bthFlags] = flags
	binary.BigEndian.PutUint16(b[2:], h.PKey)
	binary.BigEndian.PutUint32(b[4:], h.DestQP&low24)
	psn := uint32(h.PSN.Mask())
	if h.AckReq {
		psn |= bthAckReq
	}
	binary.BigEndian.PutUint32(b[8:], psn)
}

func (h *BTH) parse(b *[BTHSize]byte) {
	h.Opcode = Opcode(b[0])
	flags := b[bthFlags]
	h.Solicited = flags&bthSolicited != 0
	h.MigReq = flags&bthMigReq != 0
	h.PadCount = flags >> bthPadShift & bthPadMask
	h.PKey = binary.BigEndian.Uint16(b[2:])
	h.DestQP = binary.BigEndian.Uint32(b[4:]) & low24
	psn := binary.BigEndian.Uint32(b[8:])
	h.AckReq = psn&bthAckReq != 0
	h.PSN = PSN(psn & low24)
}
