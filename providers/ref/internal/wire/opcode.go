package wire

import "fmt"

// An Opcode says what a packet does and which extension headers follow its BTH. Source:
// IBTA 9.2.1 (operation code).
type Opcode uint8

// The opcodes of the reliable connection, and that of management datagrams. The atomic
// opcodes have names for diagnosis; Decode refuses them.
const (
	SendFirst          Opcode = 0x00
	SendMiddle         Opcode = 0x01
	SendLast           Opcode = 0x02
	SendLastImm        Opcode = 0x03
	SendOnly           Opcode = 0x04
	SendOnlyImm        Opcode = 0x05
	WriteFirst         Opcode = 0x06
	WriteMiddle        Opcode = 0x07
	WriteLast          Opcode = 0x08
	WriteLastImm       Opcode = 0x09
	WriteOnly          Opcode = 0x0a
	WriteOnlyImm       Opcode = 0x0b
	ReadRequest        Opcode = 0x0c
	ReadResponseFirst  Opcode = 0x0d
	ReadResponseMiddle Opcode = 0x0e
	ReadResponseLast   Opcode = 0x0f
	ReadResponseOnly   Opcode = 0x10
	Acknowledge        Opcode = 0x11
	AtomicAcknowledge  Opcode = 0x12
	CompareSwap        Opcode = 0x13
	FetchAdd           Opcode = 0x14
	SendLastInvalidate Opcode = 0x16
	SendOnlyInvalidate Opcode = 0x17
	UDSendOnly         Opcode = 0x64
)

// Known reports whether packets with this opcode can be encoded and decoded.
func (o Opcode) Known() bool { return opcodes[o].size != 0 }

// HeaderSize is the size in bytes of the BTH and the extension headers, 0 for an
// unknown opcode.
func (o Opcode) HeaderSize() int { return int(opcodes[o].size) }

// HasRETH reports whether an RETH follows the BTH.
func (o Opcode) HasRETH() bool { return o.is(reth) }

// HasAETH reports whether an AETH follows the BTH.
func (o Opcode) HasAETH() bool { return o.is(aeth) }

// HasIETH reports whether an IETH follows the BTH.
func (o Opcode) HasIETH() bool { return o.is(ieth) }

// HasImmDt reports whether immediate data follows the other headers.
func (o Opcode) HasImmDt() bool { return o.is(immDt) }

// HasDETH reports whether a DETH follows the BTH.
func (o Opcode) HasDETH() bool { return o.is(deth) }

// IsSend reports whether the packet is part of a SEND.
func (o Opcode) IsSend() bool { return o.is(send) }

// IsWrite reports whether the packet is part of an RDMA WRITE.
func (o Opcode) IsWrite() bool { return o.is(write) }

// IsReadResponse reports whether the packet is part of an answer to a ReadRequest.
func (o Opcode) IsReadResponse() bool { return o.is(readResponse) }

// IsRequest reports whether a requester sends the packet. A responder sends Acknowledge
// and the Read responses.
func (o Opcode) IsRequest() bool { return o.is(send | write | read) }

// IsFirst reports whether the packet is the first of several.
func (o Opcode) IsFirst() bool { return o.is(first) }

// IsMiddle reports whether the packet is neither the first nor the last of several.
func (o Opcode) IsMiddle() bool { return o.is(middle) }

// IsLast reports whether the packet is the last of several.
func (o Opcode) IsLast() bool { return o.is(last) }

// IsOnly reports whether the packet is a whole message.
func (o Opcode) IsOnly() bool { return o.is(only) }

// Begins reports whether a message begins with the packet: First or Only.
func (o Opcode) Begins() bool { return o.is(first | only) }

// Ends reports whether a message ends with the packet: Last or Only.
func (o Opcode) Ends() bool { return o.is(last | only) }

// String returns IBTA's name, after the transport service.
func (o Opcode) String() string {
	if name := opcodes[o].name; name != "" {
		return name
	}
	return fmt.Sprintf("opcode 0x%02x", uint8(o))
}

func (o Opcode) is(any trait) bool { return opcodes[o].traits&any != 0 }
