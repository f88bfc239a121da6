package wire

import "encoding/binary"

// REPPrivateDataSize is the size of a REP's private data in bytes.
const REPPrivateDataSize = 196

// A REP accepts the connection that a REQ asks for.
// Source: IBTA chapter 12 (REP: reply to request for communication).
//
//	offset  field (bits where less than a whole number of bytes)
//	  0     Local Communication ID
//	  4     Remote Communication ID
//	  8     Local Q_Key
//	 12     Local QPN (24)
//	 16     Local EECN (24)
//	 20     Starting PSN (24)
//	 24     Responder Resources (8) | Initiator Depth (8) | Target ACK Delay (5) | Failover Accepted (2)
//	        | Flow Control (1) | RNR Retry Count (3) | SRQ (1)
//	 28     Local CA GUID (8 bytes)
//	 36     Private Data (196 bytes)
type REP struct {
	TransactionID uint64
	LocalCommID   uint32
	RemoteCommID  uint32
	LocalQKey     uint32
	LocalQPN      uint32 // 24 bits
	LocalEECN     uint32 // 24 bits, reliable datagrams only
	// StartingPSN is the first PSN from the REP's receiver.
	StartingPSN PSN
	// ResponderResources and InitiatorDepth are as in a REQ, and final.
	ResponderResources uint8
	InitiatorDepth     uint8
	// TargetAckDelay is how long the sender may take to acknowledge a packet.
	TargetAckDelay   Timeout
	FailoverAccepted uint8 // 2 bits: the fate of the alternate path
	FlowControl      bool
	RNRRetryCount    uint8 // 3 bits; 7 is forever
	SRQ              bool
	LocalCAGUID      uint64
	PrivateData      [REPPrivateDataSize]byte
}

// Attribute is AttributeREP.
func (m *REP) Attribute() AttributeID { return AttributeREP }

// Encode writes the message over all of dst.
func (m *REP) Encode(dst *[MADSize]byte) {
	b := putMAD(dst, AttributeREP, m.TransactionID, m.LocalCommID, m.RemoteCommID)
	binary.BigEndian.PutUint32(b[8:], m.LocalQKey)
	put24(b[12:], m.LocalQPN)
	put24(b[16:], m.LocalEECN)
	put24(b[20:], uint32(m.StartingPSN))
	b[24] = m.ResponderResources
	b[25] = m.InitiatorDepth
	b[26] = byte(m.TargetAckDelay)<<3 | m.FailoverAccepted&3<<1 | bit(m.FlowControl, 0)
	b[27] = m.RNRRetryCount<<5 | bit(m.SRQ, 4)
	binary.BigEndian.PutUint64(b[28:], m.LocalCAGUID)
	copy(b[36:], m.PrivateData[:])
}

func (m *REP) parse(mad *[MADSize]byte) {
	b := parseMAD(mad, &m.TransactionID, &m.LocalCommID, &m.RemoteCommID)
	m.LocalQKey = binary.BigEndian.Uint32(b[8:])
	m.LocalQPN = get24(b[12:])
	m.LocalEECN = get24(b[16:])
	m.StartingPSN = PSN(get24(b[20:]))
	m.ResponderResources = b[24]
	m.InitiatorDepth = b[25]
	m.TargetAckDelay = Timeout(b[26] >> 3)
	m.FailoverAccepted = b[26] >> 1 & 3
	m.FlowControl = isSet(b[26], 0)
	m.RNRRetryCount = b[27] >> 5
	m.SRQ = isSet(b[27], 4)
	m.LocalCAGUID = binary.BigEndian.Uint64(b[28:])
	m.PrivateData = [REPPrivateDataSize]byte(b[36:])
}
