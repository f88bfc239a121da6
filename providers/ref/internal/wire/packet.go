package wire

import (
	"errors"
	"slices"
)

// Port is RoCEv2's UDP port. Source: IBTA annex A17.
const Port = 4791

// MaxHeaderSize is the largest HeaderSize, in bytes.
const MaxHeaderSize = BTHSize + RETHSize + ImmDtSize

// The errors of decoding a datagram.
var (
	ErrTruncated = errors.New("wire: packet is truncated")
	ErrVersion   = errors.New("wire: transport header version is not 0")
	ErrOpcode    = errors.New("wire: opcode is not known")
	ErrPad       = errors.New("wire: pad count does not fit the length")
)

// A Packet is a RoCEv2 transport packet, the payload of a UDP datagram to port 4791:
// BTH, the opcode's extension headers, payload, pad and ICRC. Encoding ignores fields
// of other headers, and decoding leaves them alone, so that a Packet can be reused
// without clearing.
type Packet struct {
	BTH
	RETH
	AETH
	IETH
	ImmDt
	DETH
	// Payload excludes pad and ICRC. A decoded payload aliases the datagram.
	Payload []byte
}

// HeaderSize returns the size in bytes of all headers of the packet.
func (p *Packet) HeaderSize() int { return p.Opcode.HeaderSize() }

// Size returns the size in bytes of the whole datagram.
func (p *Packet) Size() int {
	return p.HeaderSize() + len(p.Payload) + int(padFor(p.Payload)) + ICRCSize
}

// EncodeHeader sets PadCount for Payload, and writes all headers to dst, HeaderSize
// bytes. The opcode must be known.
func (p *Packet) EncodeHeader(dst []byte) {
	p.PadCount = padFor(p.Payload)
	p.BTH.put((*[BTHSize]byte)(dst))
	has := opcodes[p.Opcode].traits
	dst = dst[BTHSize:]
	if has&reth != 0 {
		p.RETH.put((*[RETHSize]byte)(dst))
		dst = dst[RETHSize:]
	}
	if has&aeth != 0 {
		p.AETH.put((*[AETHSize]byte)(dst))
	}
	if has&ieth != 0 {
		p.IETH.put((*[IETHSize]byte)(dst))
	}
	if has&deth != 0 {
		p.DETH.put((*[DETHSize]byte)(dst))
	}
	if has&immDt != 0 {
		p.ImmDt.put((*[ImmDtSize]byte)(dst))
	}
}

// Append appends the whole datagram with its ICRC to dst, and returns the extended
// slice. The opcode must be known. The data path uses EncodeHeader and [SealWith],
// which copies the payload and computes the ICRC in one pass.
func (p *Packet) Append(dst []byte, f *Flow) []byte {
	start, header := len(dst), p.HeaderSize()
	dst = slices.Grow(dst, p.Size())[:start+p.Size()]
	datagram := dst[start:]
	p.EncodeHeader(datagram[:header])
	copy(datagram[header:], p.Payload)
	Seal(datagram, f)
	return dst
}

// Decode decodes a datagram from BTH to ICRC, but does not check the ICRC (see
// [Check]). After an error, p holds no packet.
func (p *Packet) Decode(datagram []byte) error {
	if len(datagram) < BTHSize+ICRCSize {
		return ErrTruncated
	}
	if datagram[bthFlags]&bthVersion != 0 {
		return ErrVersion
	}
	p.BTH.parse((*[BTHSize]byte)(datagram))
	if !p.Opcode.Known() {
		return ErrOpcode
	}
	header, end := p.HeaderSize(), len(datagram)-ICRCSize
	if end < header {
		return ErrTruncated
	}
	if header > BTHSize {
		p.parseExtensions(datagram[BTHSize:header])
	}
	body := datagram[header:end]
	length := len(body) - int(p.PadCount)
	if length < 0 || len(body)%4 != 0 {
		return ErrPad
	}
	p.Payload = body[:length:length]
	return nil
}

func (p *Packet) parseExtensions(b []byte) {
	has := opcodes[p.Opcode].traits
	if has&reth != 0 {
		p.RETH.parse((*[RETHSize]byte)(b))
		b = b[RETHSize:]
	}
	if has&aeth != 0 {
		p.AETH.parse((*[AETHSize]byte)(b))
	}
	if has&ieth != 0 {
		p.IETH.parse((*[IETHSize]byte)(b))
	}
	if has&deth != 0 {
		p.DETH.parse((*[DETHSize]byte)(b))
	}
	if has&immDt != 0 {
		p.ImmDt.parse((*[ImmDtSize]byte)(b))
	}
}

// padFor returns how many bytes of pad make the payload a multiple of 4 bytes.
func padFor(payload []byte) uint8 { return uint8(-len(payload) & bthPadMask) }
