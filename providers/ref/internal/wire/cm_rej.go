package wire

import "encoding/binary"

// The sizes in bytes of a REJ's private data and additional information.
const (
	REJPrivateDataSize = 148
	ARISize            = 72
)

// A REJ refuses a REQ or a REP, or gives up an attempt to connect. Source: IBTA 12.6.7 (REJ: reject).
//
//	offset  field (bits where less than a whole number of bytes)
//	  0     Local Communication ID
//	  4     Remote Communication ID
//	  8     Message REJected (2) | reserved (6) | Reject Info Length (7) | reserved (1) | Reason (16)
//	 12     Additional Reject Information (72 bytes)
//	 84     Private Data (148 bytes)
type REJ struct {
	TransactionID uint64
	// LocalCommID is 0 if the sender has none.
	LocalCommID  uint32
	RemoteCommID uint32
	// MessageRejected is the refused message, 2 bits.
	MessageRejected RejectedMessage
	Reason          RejectReason
	// ARILength is the length of ARI, 7 bits. A peer's value may exceed ARI.
	ARILength   uint8
	ARI         [ARISize]byte
	PrivateData [REJPrivateDataSize]byte
}

// Attribute is AttributeREJ.
func (m *REJ) Attribute() AttributeID { return AttributeREJ }

// Encode writes the message over all of dst.
func (m *REJ) Encode(dst *[MADSize]byte) {
	b := putMAD(dst, AttributeREJ, m.TransactionID, m.LocalCommID, m.RemoteCommID)
	b[8] = byte(m.MessageRejected) << 6
	b[9] = m.ARILength << 1
	binary.BigEndian.PutUint16(b[10:], uint16(m.Reason))
	copy(b[12:], m.ARI[:])
	copy(b[84:], m.PrivateData[:])
}

func (m *REJ) parse(mad *[MADSize]byte) {
	b := parseMAD(mad, &m.TransactionID, &m.LocalCommID, &m.RemoteCommID)
	m.MessageRejected = RejectedMessage(b[8] >> 6)
	m.ARILength = b[9] >> 1
	m.Reason = RejectReason(binary.BigEndian.Uint16(b[10:]))
	m.ARI = [ARISize]byte(b[12:])
	m.PrivateData = [REJPrivateDataSize]byte(b[84:])
}

// SetARI sets the additional rejection information to at most ARISize bytes of b.
func (m *REJ) SetARI(b []byte) {
	m.ARI = [ARISize]byte{}
	m.ARILength = uint8(copy(m.ARI[:], b))
}

// A RejectedMessage is the message that a REJ answers. Source: IBTA 12.6.7 (REJ),
// message REJected.
type RejectedMessage uint8

// The messages that a REJ answers.
const (
	RejectedREQ   RejectedMessage = 0
	RejectedREP   RejectedMessage = 1
	RejectedOther RejectedMessage = 2
)
