package wire

// A Packet is one RoCEv2 transport packet, the payload of a UDP datagram to port
// 4791: BTH, the extension headers that its opcode has, payload, pad and ICRC.
// Fields of headers that the opcode does not have are ignored when encoding and
// left alone when decoding, so that a Packet can be reused without clearing.
type Packet struct {
	BTH
	RETH
	AETH
	IETH
	ImmDt
	DETH
	// Payload excludes pad and ICRC. A decoded packet's aliases the datagram.
	Payload []byte
}
