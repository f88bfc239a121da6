package wire

// MRAPrivateDataSize is the size of an MRA's private data in bytes.
const MRAPrivateDataSize = 222

// An MRA says that a message has arrived and that its answer will take a while.
// Source: IBTA chapter 12 (MRA: message receipt acknowledgement).
//
//	offset  field (bits where less than a whole number of bytes)
//	  0     Local Communication ID
//	  4     Remote Communication ID
//	  8     Message MRAed (2) | reserved (6) | Service Timeout (5) | reserved (3)
//	 10     Private Data (222 bytes)
type MRA struct {
	TransactionID uint64
	LocalCommID   uint32
	RemoteCommID  uint32
	// MessageMRAed is the message that has arrived, 2 bits.
	MessageMRAed MRAMessage
	// ServiceTimeout is how long the answer may take.
	ServiceTimeout Timeout
	PrivateData    [MRAPrivateDataSize]byte
}

// Attribute is AttributeMRA.
func (m *MRA) Attribute() AttributeID { return AttributeMRA }

// Encode writes the message over all of dst.
func (m *MRA) Encode(dst *[MADSize]byte) {
	b := putMAD(dst, AttributeMRA, m.TransactionID, m.LocalCommID, m.RemoteCommID)
	b[8] = byte(m.MessageMRAed) << 6
	b[9] = byte(m.ServiceTimeout) << 3
	copy(b[10:], m.PrivateData[:])
}

func (m *MRA) parse(mad *[MADSize]byte) {
	b := parseMAD(mad, &m.TransactionID, &m.LocalCommID, &m.RemoteCommID)
	m.MessageMRAed = MRAMessage(b[8] >> 6)
	m.ServiceTimeout = Timeout(b[9] >> 3)
	m.PrivateData = [MRAPrivateDataSize]byte(b[10:])
}

// An MRAMessage is the message that an MRA answers. Source: IBTA chapter 12 (MRA),
// message MRAed.
type MRAMessage uint8

// The messages that an MRA answers.
const (
	MRAOfREQ MRAMessage = 0
	MRAOfREP MRAMessage = 1
	MRAOfLAP MRAMessage = 2
)
