package wire

import "encoding/binary"

const pathSize = 44

// A Path is the primary or the alternate path of a REQ.
// Source: IBTA chapter 12 (REQ), from "Primary Local Port LID" on.
//
//	+-------------------------------+-------------------------------+
//	|        Local Port LID         |        Remote Port LID        |
//	+-------------------------------+-------------------------------+
//	|                    Local Port GID (16 bytes)                  |
//	+---------------------------------------------------------------+
//	|                    Remote Port GID (16 bytes)                 |
//	+---------------------------------------+-----------+-----------+
//	|           Flow Label (20)             |  reserved |  Rate (6) |
//	+---------------+---------------+-------+-+-----+---+-----+-----+
//	| Traffic Class |   Hop Limit   |  SL   |L|  -  | ACK T/O |  -  |
//	+---------------+---------------+-------+-+-----+---------+-----+
type Path struct {
	// LocalLID and RemoteLID are InfiniBand's; RoCE has 0xffff or 0 there.
	LocalLID, RemoteLID uint16
	LocalGID, RemoteGID GID
	FlowLabel           uint32 // 20 bits
	PacketRate          uint8  // 6 bits
	TrafficClass        uint8
	HopLimit            uint8
	ServiceLevel        uint8 // 4 bits
	SubnetLocal         bool
	// AckTimeout is how long the sender of the REQ waits for an acknowledgement.
	AckTimeout Timeout
}

func (p *Path) put(b *[pathSize]byte) {
	binary.BigEndian.PutUint16(b[0:], p.LocalLID)
	binary.BigEndian.PutUint16(b[2:], p.RemoteLID)
	copy(b[4:20], p.LocalGID[:])
	copy(b[20:36], p.RemoteGID[:])
	binary.BigEndian.PutUint32(b[36:], p.FlowLabel<<12|uint32(p.PacketRate&0x3f))
	b[40] = p.TrafficClass
	b[41] = p.HopLimit
	b[42] = p.ServiceLevel<<4 | bit(p.SubnetLocal, 3)
	b[43] = byte(p.AckTimeout) << 3
}

func (p *Path) parse(b *[pathSize]byte) {
	p.LocalLID = binary.BigEndian.Uint16(b[0:])
	p.RemoteLID = binary.BigEndian.Uint16(b[2:])
	p.LocalGID = GID(b[4:20])
	p.RemoteGID = GID(b[20:36])
	p.FlowLabel = binary.BigEndian.Uint32(b[36:]) >> 12
	p.PacketRate = b[39] & 0x3f
	p.TrafficClass = b[40]
	p.HopLimit = b[41]
	p.ServiceLevel = b[42] >> 4
	p.SubnetLocal = isSet(b[42], 3)
	p.AckTimeout = Timeout(b[43] >> 3)
}
