package wire

import (
	"strings"
	"testing"
)

// traitsOf is what the predicates say, one letter each: the extension headers in
// lower case, the operation, and the place in the message.
func traitsOf(o Opcode) string {
	var s strings.Builder
	for _, p := range []struct {
		name string
		is   bool
	}{
		{"reth ", o.HasRETH()},
		{"aeth ", o.HasAETH()},
		{"ieth ", o.HasIETH()},
		{"deth ", o.HasDETH()},
		{"immdt ", o.HasImmDt()},
		{"SEND ", o.IsSend()},
		{"WRITE ", o.IsWrite()},
		{"RESPONSE ", o.IsReadResponse()},
		{"request ", o.IsRequest()},
		{"first ", o.IsFirst()},
		{"middle ", o.IsMiddle()},
		{"last ", o.IsLast()},
		{"only ", o.IsOnly()},
	} {
		if p.is {
			s.WriteString(p.name)
		}
	}
	return strings.TrimSpace(s.String())
}

func TestOpcodes(t *testing.T) {
	tests := []struct {
		opcode Opcode
		code   uint8
		name   string
		size   int
		traits string
	}{
		{SendFirst, 0x00, "RC SEND First", 12, "SEND request first"},
		{SendMiddle, 0x01, "RC SEND Middle", 12, "SEND request middle"},
		{SendLast, 0x02, "RC SEND Last", 12, "SEND request last"},
		{SendLastImm, 0x03, "RC SEND Last with Immediate", 16, "immdt SEND request last"},
		{SendOnly, 0x04, "RC SEND Only", 12, "SEND request only"},
		{SendOnlyImm, 0x05, "RC SEND Only with Immediate", 16, "immdt SEND request only"},
		{WriteFirst, 0x06, "RC RDMA WRITE First", 28, "reth WRITE request first"},
		{WriteMiddle, 0x07, "RC RDMA WRITE Middle", 12, "WRITE request middle"},
		{WriteLast, 0x08, "RC RDMA WRITE Last", 12, "WRITE request last"},
		{WriteLastImm, 0x09, "RC RDMA WRITE Last with Immediate", 16, "immdt WRITE request last"},
		{WriteOnly, 0x0a, "RC RDMA WRITE Only", 28, "reth WRITE request only"},
		{WriteOnlyImm, 0x0b, "RC RDMA WRITE Only with Immediate", 32, "reth immdt WRITE request only"},
		{ReadRequest, 0x0c, "RC RDMA READ Request", 28, "reth request only"},
		{ReadResponseFirst, 0x0d, "RC RDMA READ response First", 16, "aeth RESPONSE first"},
		{ReadResponseMiddle, 0x0e, "RC RDMA READ response Middle", 12, "RESPONSE middle"},
		{ReadResponseLast, 0x0f, "RC RDMA READ response Last", 16, "aeth RESPONSE last"},
		{ReadResponseOnly, 0x10, "RC RDMA READ response Only", 16, "aeth RESPONSE only"},
		{Acknowledge, 0x11, "RC Acknowledge", 16, "aeth only"},
		{AtomicAcknowledge, 0x12, "RC ATOMIC Acknowledge", 0, ""},
		{CompareSwap, 0x13, "RC CmpSwap", 0, ""},
		{FetchAdd, 0x14, "RC FetchAdd", 0, ""},
		{0x15, 0x15, "opcode 0x15", 0, ""},
		{SendLastInvalidate, 0x16, "RC SEND Last with Invalidate", 16, "ieth SEND request last"},
		{SendOnlyInvalidate, 0x17, "RC SEND Only with Invalidate", 16, "ieth SEND request only"},
		{UDSendOnly, 0x64, "UD SEND Only", 20, "deth SEND request only"},
		{0xff, 0xff, "opcode 0xff", 0, ""},
	}
	known := 0
	for _, tt := range tests {
		if uint8(tt.opcode) != tt.code || tt.opcode.String() != tt.name || tt.opcode.HeaderSize() != tt.size {
			t.Errorf("0x%02x %q of %d bytes, want 0x%02x %q of %d bytes",
				uint8(tt.opcode), tt.opcode, tt.opcode.HeaderSize(), tt.code, tt.name, tt.size)
		}
		if got := traitsOf(tt.opcode); got != tt.traits {
			t.Errorf("%v: %q, want %q", tt.opcode, got, tt.traits)
		}
		if tt.opcode.Known() {
			known++
		}
	}
	for _, o := range knownOpcodes() {
		known--
		if o.Begins() != (o.IsFirst() || o.IsOnly()) || o.Ends() != (o.IsLast() || o.IsOnly()) {
			t.Errorf("%v: begins %v, ends %v", o, o.Begins(), o.Ends())
		}
		if o.HeaderSize() > MaxHeaderSize {
			t.Errorf("%v: %d bytes of headers", o, o.HeaderSize())
		}
	}
	if known != 0 {
		t.Error("the table here has not all known opcodes")
	}
}

func knownOpcodes() []Opcode {
	var known []Opcode
	for o := range 256 {
		if Opcode(o).Known() {
			known = append(known, Opcode(o))
		}
	}
	return known
}
