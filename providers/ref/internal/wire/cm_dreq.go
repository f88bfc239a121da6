package wire

// DREQPrivateDataSize is the size of a DREQ's private data in bytes.
const DREQPrivateDataSize = 220

// A DREQ ends a connection. Source: IBTA chapter 12 (DREQ: request for communication
// release).
//
//	offset  field (bits where less than a whole number of bytes)
//	  0     Local Communication ID
//	  4     Remote Communication ID
//	  8     Remote QPN/EECN (24)
//	 12     Private Data (220 bytes)
type DREQ struct {
	TransactionID uint64
	LocalCommID   uint32
	RemoteCommID  uint32
	// RemoteQPN is the receiver's queue pair number, 24 bits.
	RemoteQPN   uint32
	PrivateData [DREQPrivateDataSize]byte
}

// Attribute is AttributeDREQ.
func (m *DREQ) Attribute() AttributeID { return AttributeDREQ }

// Encode writes the message over all of dst.
func (m *DREQ) Encode(dst *[MADSize]byte) {
	b := putMAD(dst, AttributeDREQ, m.TransactionID, m.LocalCommID, m.RemoteCommID)
	put24(b[8:], m.RemoteQPN)
	copy(b[12:], m.PrivateData[:])
}

func (m *DREQ) parse(mad *[MADSize]byte) {
	b := parseMAD(mad, &m.TransactionID, &m.LocalCommID, &m.RemoteCommID)
	m.RemoteQPN = get24(b[8:])
	m.PrivateData = [DREQPrivateDataSize]byte(b[12:])
}
