package wire

import "encoding/binary"

// REQPrivateDataSize is the size of a REQ's private data in bytes, with the RDMA IP CM service's IPHeaderSize
// bytes.
const REQPrivateDataSize = 92

// A REQ asks for a connection. Source: IBTA chapter 12 (REQ: request for communication).
//
//	offset  field (bits where less than a whole number of bytes)
//	  0     Local Communication ID
//	  8     ServiceID (8 bytes)
//	 16     Local CA GUID (8 bytes)
//	 28     Local Q_Key
//	 32     Local QPN (24) | Responder Resources (8)
//	 36     Local EECN (24) | Initiator Depth (8)
//	 40     Remote EECN (24) | Remote CM Response Timeout (5) | Transport Service (2) | Flow Control (1)
//	 44     Starting PSN (24) | Local CM Response Timeout (5) | Retry Count (3)
//	 48     Partition Key (16) | MTU (4) | RDC Exists (1) | RNR Retry Count (3) | Max CM Retries (4) | SRQ (1)
//	        | Extended Transport (3)
//	 52     primary path (44 bytes)
//	 96     alternate path (44 bytes)
//	140     Private Data (92 bytes)
type REQ struct {
	TransactionID uint64
	LocalCommID   uint32
	ServiceID     ServiceID
	LocalCAGUID   uint64
	LocalQKey     uint32
	LocalQPN      uint32 // 24 bits
	// ResponderResources is how many Reads the sender can answer at a time.
	ResponderResources uint8
	LocalEECN          uint32 // 24 bits, reliable datagrams only
	// InitiatorDepth is how many Reads the sender wants outstanding.
	InitiatorDepth uint8
	RemoteEECN     uint32 // 24 bits, reliable datagrams only
	// RemoteCMResponseTimeout is how long the sender waits for the answer.
	RemoteCMResponseTimeout Timeout
	TransportService        TransportService
	// FlowControl says that the sender counts credits in its ACKs.
	FlowControl bool
	// StartingPSN is the first PSN from the REQ's receiver.
	StartingPSN PSN
	// LocalCMResponseTimeout is how long the sender takes to answer.
	LocalCMResponseTimeout Timeout
	RetryCount             uint8 // 3 bits
	PartitionKey           uint16
	PathMTU                MTU
	RDCExists              bool
	RNRRetryCount          uint8 // 3 bits; 7 is forever
	MaxCMRetries           uint8 // 4 bits
	SRQ                    bool
	ExtendedTransport      uint8 // 3 bits
	Primary                Path
	// Alternate is all zeros without an alternate path.
	Alternate   Path
	PrivateData [REQPrivateDataSize]byte
}

// Attribute is AttributeREQ.
func (m *REQ) Attribute() AttributeID { return AttributeREQ }

// Encode writes the message over all of dst.
func (m *REQ) Encode(dst *[MADSize]byte) {
	b := putMAD(dst, AttributeREQ, m.TransactionID, m.LocalCommID, 0)
	binary.BigEndian.PutUint64(b[8:], uint64(m.ServiceID))
	binary.BigEndian.PutUint64(b[16:], m.LocalCAGUID)
	binary.BigEndian.PutUint32(b[28:], m.LocalQKey)
	put24(b[32:], m.LocalQPN)
	b[35] = m.ResponderResources
	put24(b[36:], m.LocalEECN)
	b[39] = m.InitiatorDepth
	put24(b[40:], m.RemoteEECN)
	b[43] = byte(m.RemoteCMResponseTimeout)<<3 | byte(m.TransportService&3)<<1 | bit(m.FlowControl, 0)
	put24(b[44:], uint32(m.StartingPSN))
	b[47] = byte(m.LocalCMResponseTimeout)<<3 | m.RetryCount&7
	binary.BigEndian.PutUint16(b[48:], m.PartitionKey)
	b[50] = byte(m.PathMTU)<<4 | bit(m.RDCExists, 3) | m.RNRRetryCount&7
	b[51] = m.MaxCMRetries<<4 | bit(m.SRQ, 3) | m.ExtendedTransport&7
	m.Primary.put((*[pathSize]byte)(b[52:]))
	m.Alternate.put((*[pathSize]byte)(b[96:]))
	copy(b[140:], m.PrivateData[:])
}

func (m *REQ) parse(mad *[MADSize]byte) {
	var reserved uint32
	b := parseMAD(mad, &m.TransactionID, &m.LocalCommID, &reserved)
	m.ServiceID = ServiceID(binary.BigEndian.Uint64(b[8:]))
	m.LocalCAGUID = binary.BigEndian.Uint64(b[16:])
	m.LocalQKey = binary.BigEndian.Uint32(b[28:])
	m.LocalQPN = get24(b[32:])
	m.ResponderResources = b[35]
	m.LocalEECN = get24(b[36:])
	m.InitiatorDepth = b[39]
	m.RemoteEECN = get24(b[40:])
	m.RemoteCMResponseTimeout = Timeout(b[43] >> 3)
	m.TransportService = TransportService(b[43] >> 1 & 3)
	m.FlowControl = isSet(b[43], 0)
	m.StartingPSN = PSN(get24(b[44:]))
	m.LocalCMResponseTimeout = Timeout(b[47] >> 3)
	m.RetryCount = b[47] & 7
	m.PartitionKey = binary.BigEndian.Uint16(b[48:])
	m.PathMTU = MTU(b[50] >> 4)
	m.RDCExists = isSet(b[50], 3)
	m.RNRRetryCount = b[50] & 7
	m.MaxCMRetries = b[51] >> 4
	m.SRQ = isSet(b[51], 3)
	m.ExtendedTransport = b[51] & 7
	m.Primary.parse((*[pathSize]byte)(b[52:]))
	m.Alternate.parse((*[pathSize]byte)(b[96:]))
	m.PrivateData = [REQPrivateDataSize]byte(b[140:])
}
