package wire

// A trait is an opcode's header, operation, or place in the message.
type trait uint16

const (
	reth trait = 1 << iota
	aeth
	ieth
	immDt
	deth
	send
	write
	read
	readResponse
	first
	middle
	last
	only
)

type opcodeInfo struct {
	traits trait
	size   uint8
	name   string
}

// opcodes is indexed by Opcode. Only decodable opcodes have a size.
var opcodes = [256]opcodeInfo{
	SendFirst:          {send | first, BTHSize, "RC SEND First"},
	SendMiddle:         {send | middle, BTHSize, "RC SEND Middle"},
	SendLast:           {send | last, BTHSize, "RC SEND Last"},
	SendLastImm:        {send | last | immDt, BTHSize + ImmDtSize, "RC SEND Last with Immediate"},
	SendOnly:           {send | only, BTHSize, "RC SEND Only"},
	SendOnlyImm:        {send | only | immDt, BTHSize + ImmDtSize, "RC SEND Only with Immediate"},
	SendLastInvalidate: {send | last | ieth, BTHSize + IETHSize, "RC SEND Last with Invalidate"},
	SendOnlyInvalidate: {send | only | ieth, BTHSize + IETHSize, "RC SEND Only with Invalidate"},

	WriteFirst:   {write | first | reth, BTHSize + RETHSize, "RC RDMA WRITE First"},
	WriteMiddle:  {write | middle, BTHSize, "RC RDMA WRITE Middle"},
	WriteLast:    {write | last, BTHSize, "RC RDMA WRITE Last"},
	WriteLastImm: {write | last | immDt, BTHSize + ImmDtSize, "RC RDMA WRITE Last with Immediate"},
	WriteOnly:    {write | only | reth, BTHSize + RETHSize, "RC RDMA WRITE Only"},
	WriteOnlyImm: {write | only | reth | immDt, BTHSize + RETHSize + ImmDtSize, "RC RDMA WRITE Only with Immediate"},

	ReadRequest:        {read | only | reth, BTHSize + RETHSize, "RC RDMA READ Request"},
	ReadResponseFirst:  {readResponse | first | aeth, BTHSize + AETHSize, "RC RDMA READ response First"},
	ReadResponseMiddle: {readResponse | middle, BTHSize, "RC RDMA READ response Middle"},
	ReadResponseLast:   {readResponse | last | aeth, BTHSize + AETHSize, "RC RDMA READ response Last"},
	ReadResponseOnly:   {readResponse | only | aeth, BTHSize + AETHSize, "RC RDMA READ response Only"},
	Acknowledge:        {only | aeth, BTHSize + AETHSize, "RC Acknowledge"},

	AtomicAcknowledge: {name: "RC ATOMIC Acknowledge"},
	CompareSwap:       {name: "RC CmpSwap"},
	FetchAdd:          {name: "RC FetchAdd"},

	UDSendOnly: {send | only | deth, BTHSize + DETHSize, "UD SEND Only"},
}
