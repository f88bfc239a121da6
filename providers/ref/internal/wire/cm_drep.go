package wire

// DREPPrivateDataSize is the size of a DREP's private data in bytes.
const DREPPrivateDataSize = 224

// A DREP answers a DREQ.
// Source: IBTA chapter 12 (DREP: reply to request for communication release).
//
//	offset  field
//	  0     Local Communication ID
//	  4     Remote Communication ID
//	  8     Private Data (224 bytes)
type DREP struct {
	TransactionID uint64
	LocalCommID   uint32
	RemoteCommID  uint32
	PrivateData   [DREPPrivateDataSize]byte
}

// Attribute is AttributeDREP.
func (m *DREP) Attribute() AttributeID { return AttributeDREP }

// Encode writes the message over all of dst.
func (m *DREP) Encode(dst *[MADSize]byte) {
	b := putMAD(dst, AttributeDREP, m.TransactionID, m.LocalCommID, m.RemoteCommID)
	copy(b[8:], m.PrivateData[:])
}

func (m *DREP) parse(mad *[MADSize]byte) {
	b := parseMAD(mad, &m.TransactionID, &m.LocalCommID, &m.RemoteCommID)
	m.PrivateData = [DREPPrivateDataSize]byte(b[8:])
}
