package wire

// RTUPrivateDataSize is the size of an RTU's private data in bytes.
const RTUPrivateDataSize = 224

// An RTU says that the connection is ready to use.
// Source: IBTA chapter 12 (RTU: ready to use).
//
//	offset  field
//	  0     Local Communication ID
//	  4     Remote Communication ID
//	  8     Private Data (224 bytes)
type RTU struct {
	TransactionID uint64
	LocalCommID   uint32
	RemoteCommID  uint32
	PrivateData   [RTUPrivateDataSize]byte
}

// Attribute is AttributeRTU.
func (m *RTU) Attribute() AttributeID { return AttributeRTU }

// Encode writes the message over all of dst.
func (m *RTU) Encode(dst *[MADSize]byte) {
	b := putMAD(dst, AttributeRTU, m.TransactionID, m.LocalCommID, m.RemoteCommID)
	copy(b[8:], m.PrivateData[:])
}

func (m *RTU) parse(mad *[MADSize]byte) {
	b := parseMAD(mad, &m.TransactionID, &m.LocalCommID, &m.RemoteCommID)
	m.PrivateData = [RTUPrivateDataSize]byte(b[8:])
}
