package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// MADSize is the size of a management datagram in bytes, headers included.
const MADSize = 256

const (
	madHeaderSize = 24
	madBodySize   = MADSize - madHeaderSize

	madBaseVersion    = 1
	madClassCM        = 0x07
	madClassVersionCM = 2
	madMethodSend     = 0x03 // ComMgtSend
)

// The errors of decoding a management datagram.
var (
	ErrMADLength    = errors.New("wire: management datagram is not of 256 bytes")
	ErrMADClass     = errors.New("wire: management datagram is not a connection management message")
	ErrMADAttribute = errors.New("wire: connection management message is of an unknown kind")
)

// An AttributeID is the kind of a connection management message.
// Source: IBTA 12.6 (CM messages), chapter 16 (communication management class).
type AttributeID uint16

// The kinds of message.
const (
	AttributeREQ  AttributeID = 0x10
	AttributeMRA  AttributeID = 0x11
	AttributeREJ  AttributeID = 0x12
	AttributeREP  AttributeID = 0x13
	AttributeRTU  AttributeID = 0x14
	AttributeDREQ AttributeID = 0x15
	AttributeDREP AttributeID = 0x16
)

var attributeNames = [...]string{"REQ", "MRA", "REJ", "REP", "RTU", "DREQ", "DREP"}

// String returns the message's name.
func (a AttributeID) String() string {
	if i := int(a) - int(AttributeREQ); i >= 0 && i < len(attributeNames) {
		return attributeNames[i]
	}
	return fmt.Sprintf("attribute 0x%04x", uint16(a))
}

// A CMMessage is a connection management message: *REQ, *REP, *RTU, *REJ, *MRA, *DREQ
// or *DREP. Private data fills its field, padded with zeros by its sender, so its true
// length is unknown.
type CMMessage interface {
	// Attribute returns the kind of message.
	Attribute() AttributeID
	// Encode writes the message, as a management datagram, over all of dst. Numbers of
	// less than 8, 16 or 32 bits lose their excess bits.
	Encode(dst *[MADSize]byte)

	parse(b *[MADSize]byte)
}

// DecodeMAD decodes a management datagram. The message keeps nothing of b.
func DecodeMAD(b []byte) (CMMessage, error) {
	if len(b) != MADSize {
		return nil, ErrMADLength
	}
	if b[0] != madBaseVersion || b[1] != madClassCM || b[2] != madClassVersionCM || b[3] != madMethodSend {
		return nil, ErrMADClass
	}
	m := newMessage(AttributeID(binary.BigEndian.Uint16(b[16:])))
	if m == nil {
		return nil, ErrMADAttribute
	}
	m.parse((*[MADSize]byte)(b))
	return m, nil
}

func newMessage(a AttributeID) CMMessage {
	switch a {
	case AttributeREQ:
		return new(REQ)
	case AttributeMRA:
		return new(MRA)
	case AttributeREJ:
		return new(REJ)
	case AttributeREP:
		return new(REP)
	case AttributeRTU:
		return new(RTU)
	case AttributeDREQ:
		return new(DREQ)
	case AttributeDREP:
		return new(DREP)
	}
	return nil
}

// putMAD clears dst, writes the common header of management datagrams and the ids of
// connection management messages, and returns the body, where offsets count from.
// Source: IBTA 13.4 (common MAD header).
//
//	+---------------+---------------+---------------+---------------+
//	|  BaseVersion  |   MgmtClass   | ClassVersion  |R|   Method    |
//	+---------------+---------------+---------------+---------------+
//	|            Status             |         ClassSpecific         |
//	+-------------------------------+-------------------------------+
//	|                         TransactionID                         |
//	|                                                               |
//	+-------------------------------+-------------------------------+
//	|          AttributeID          |           reserved            |
//	+-------------------------------+-------------------------------+
//	|                       AttributeModifier                       |
//	+===============================================================+
//	|                    Local Communication ID                     |
//	+---------------------------------------------------------------+
//	|             Remote Communication ID (not in a REQ)            |
//	+---------------------------------------------------------------+
func putMAD(dst *[MADSize]byte, a AttributeID, transaction uint64, local, remote uint32) *[madBodySize]byte {
	clear(dst[:])
	dst[0], dst[1], dst[2], dst[3] = madBaseVersion, madClassCM, madClassVersionCM, madMethodSend
	binary.BigEndian.PutUint64(dst[8:], transaction)
	binary.BigEndian.PutUint16(dst[16:], uint16(a))
	body := (*[madBodySize]byte)(dst[madHeaderSize:])
	binary.BigEndian.PutUint32(body[0:], local)
	binary.BigEndian.PutUint32(body[4:], remote)
	return body
}

// parseMAD is the converse of putMAD, for a connection management message.
func parseMAD(mad *[MADSize]byte, transaction *uint64, local, remote *uint32) *[madBodySize]byte {
	body := (*[madBodySize]byte)(mad[madHeaderSize:])
	*transaction = binary.BigEndian.Uint64(mad[8:])
	*local = binary.BigEndian.Uint32(body[0:])
	*remote = binary.BigEndian.Uint32(body[4:])
	return body
}

// put24 and get24 are for numbers of 24 bits that share a word with a byte.
func put24(b []byte, v uint32) {
	b[0], b[1], b[2] = byte(v>>16), byte(v>>8), byte(v)
}

func get24(b []byte) uint32 {
	return uint32(b[0])<<16 | uint32(b[1])<<8 | uint32(b[2])
}

// bit returns v as a bit, place bits from the lowest.
func bit(v bool, place int) byte {
	if v {
		return 1 << place
	}
	return 0
}

func isSet(b byte, place int) bool { return b>>place&1 != 0 }
