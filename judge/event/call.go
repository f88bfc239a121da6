package event

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
)

// Foreign is the name of an object that came out of no call.
const Foreign = "?"

// A Call says that a call begins. It leaves out parameters that are 0 or NULL, or that the method does not have.
type Call struct {
	// Number tells calls of one checker apart.
	Number uint64 `json:"number"`
	// Thread is the operating system's number of the program's thread, 0 if that is not known.
	Thread uint32 `json:"thread,omitempty"`
	// On is the object, and Kind its interface where it came out of no call.
	On     string `json:"on"`
	Kind   string `json:"kind,omitempty"`
	Method string `json:"method"`
	// Request is the number of the request that an OVERLAPPED is for.
	Request    uint64      `json:"request,omitempty"`
	Overlapped *Overlapped `json:"overlapped,omitempty"`

	// The parameters, under nd2's names; objects by theirs.
	IID                                              nd2.GUID        `json:",omitzero"`
	File                                             string          `json:",omitzero"`
	Depth, SGEs, Threshold                           uint32          `json:",omitzero"`
	ReceiveDepth, InitiatorDepth                     uint32          `json:",omitzero"`
	ReceiveSGEs, InitiatorSGEs, InlineSize           uint32          `json:",omitzero"`
	Group                                            uint16          `json:",omitzero"`
	Affinity                                         uint64          `json:",omitzero"`
	ReceiveCQ, InitiatorCQ, SRQ                      string          `json:",omitzero"`
	Context                                          uintptr         `json:",omitzero"`
	Type                                             nd2.RequestType `json:",omitzero"`
	Entries                                          []Entry         `json:",omitempty"`
	Flags                                            nd2.OpFlags     `json:",omitzero"`
	Bytes                                            []byte          `json:",omitempty"` // first ones of a message
	Address                                          uint64          `json:",omitzero"`
	Token                                            uint32          `json:",omitzero"`
	Region, Window                                   string          `json:",omitzero"`
	Buffer, Destination                              Memory          `json:",omitzero"`
	Rights                                           nd2.RegionFlags `json:",omitzero"`
	NotifyType                                       nd2.NotifyType  `json:",omitzero"`
	QueuePair, Connector                             string          `json:",omitzero"`
	InboundReads, OutboundReads, Backlog             uint32          `json:",omitzero"`
	AdapterID                                        uint64          `json:",omitzero"`
	Wait                                             bool            `json:",omitzero"`
	Room                                             int             `json:",omitzero"` // for results
	Size                                             *uint32         `json:",omitempty"`
	InfoVersion                                      *uint32         `json:",omitempty"` // of what Query is given
	WantsInfo, WantsInbound, WantsOutbound           bool            `json:",omitzero"`
	WantsID, WantsGroup, WantsAffinity, WantsAddress bool            `json:",omitzero"`
	// Wants says that there is a place for an object, and Full that one is there already.
	Wants, Full bool `json:",omitzero"`
}

// An Overlapped is an OVERLAPPED of the program's.
type Overlapped struct {
	// At is its address, which stands for it.
	At uint64 `json:"at"`
	// Event says that it has one, and Set that this was set.
	Event bool `json:"event,omitempty"`
	Set   bool `json:"set,omitempty"`
}

// An Entry is one of a scatter/gather list.
type Entry struct {
	Memory
	Token uint32 `json:"token"`
}

// Memory is some of the program's, by its address and length in bytes.
type Memory struct {
	At     uint64 `json:"at"`
	Length int    `json:"length"`
}

// memoryOf says where a buffer is, in the process to which it belongs.
func memoryOf(b []byte) Memory { return Memory{memory.Address(b), len(b)} }

// mostRoom is how many results are recorded that an array has room for: no call returns as many.
const mostRoom = 1 << 20

// Begins records a call that begins; name says how an object, a file or a wrapper of it is called.
func Begins(c *calls.Call, name func(any) string) *Call {
	object := func(u nd2.Unknown) string {
		if u == nil {
			return ""
		}
		return name(u)
	}
	e := &Call{
		Method: c.Method, IID: c.IID, Depth: c.Depth, SGEs: c.SGEs, Threshold: c.Threshold, ReceiveDepth: c.ReceiveDepth,
		InitiatorDepth: c.InitiatorDepth, ReceiveSGEs: c.ReceiveSGEs, InitiatorSGEs: c.InitiatorSGEs,
		InlineSize: c.InlineSize, Group: c.Group, Affinity: c.Affinity, ReceiveCQ: object(c.ReceiveCQ),
		InitiatorCQ: object(c.InitiatorCQ), SRQ: object(c.SRQ), Context: c.Context, Type: c.Request, Flags: c.Flags,
		Address: c.Address, Token: c.Token, Region: object(c.Region), Window: object(c.Window), Buffer: memoryOf(c.Buffer),
		Destination: memoryOf(c.Destination), Rights: c.Rights, NotifyType: c.NotifyType, QueuePair: object(c.QueuePair),
		Connector: object(c.Connector), InboundReads: c.InboundReads, OutboundReads: c.OutboundReads, Backlog: c.Backlog,
		AdapterID: c.AdapterID, Wait: c.Wait, Room: min(len(c.Results), mostRoom), WantsInfo: c.Info != nil,
		WantsInbound: c.InboundLimit != nil, WantsOutbound: c.OutboundLimit != nil, WantsID: c.FoundID != nil,
		WantsGroup: c.FoundGroup != nil, WantsAffinity: c.FoundAffinity != nil, WantsAddress: c.List != nil,
		Wants: c.Out != nil, Full: c.Out != nil && *c.Out != nil,
	}
	if c.File != nil {
		e.File = name(c.File)
	}
	for _, s := range c.SGE {
		e.Entries = append(e.Entries, Entry{memoryOf(s.Buffer), s.MemoryRegionToken})
	}
	if c.Size != nil {
		size := *c.Size
		e.Size = &size
	}
	if c.Info != nil && c.Size != nil && *c.Size >= nd2.AdapterInfoSize {
		version := c.Info.InfoVersion
		e.InfoVersion = &version
	}
	return e
}
