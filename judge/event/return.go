package event

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// A Return is what a call has come to, as the provider has it: the contexts of requests and queue pairs are the
// numbers that the checker has given them.
type Return struct {
	// Number is the call's.
	Number uint64     `json:"number"`
	Status nd2.Status `json:"status"`
	// Made is the interface of the object that it has returned, and Out says that one is there.
	Made string `json:"made,omitempty"`
	Out  bool   `json:"out,omitempty"`
	// MadeFile says that it has returned an overlapped file.
	MadeFile bool         `json:"madeFile,omitempty"`
	Count    uint32       `json:"count,omitempty"`
	Results  []nd2.Result `json:"results,omitempty"`
	Size     *uint32      `json:"size,omitempty"`
	// Bytes begin what is in Buffer, and Destination is all that is in that: addresses and private data, no messages.
	Bytes       []byte           `json:"bytes,omitempty"`
	Destination []byte           `json:"destination,omitempty"`
	Info        *nd2.AdapterInfo `json:"info,omitempty"`
	Addresses   [][]byte         `json:"addresses,omitempty"`
	ID          uint64           `json:"id,omitempty"`
	Inbound     uint32           `json:"inbound,omitempty"`
	Outbound    uint32           `json:"outbound,omitempty"`
}

// mostBytes is how much is kept of what addresses and private data are in.
const mostBytes = 1 << 16

// Returns records how a call ended. contents copies the program's memory, and returns nil if that can't be read.
func Returns(c *calls.Call, status nd2.Status, contents func([]byte) []byte) *Return {
	e := &Return{
		Status: status, Out: c.Out != nil && *c.Out != nil, MadeFile: c.OutFile != nil && *c.OutFile != nil, Count: c.Count,
	}
	if c.Made != nil {
		e.Made = c.Made.Kind
	}
	if n := min(len(c.Results), int(c.Count)); n > 0 {
		e.Results = slices.Clone(c.Results[:n])
	}
	used := len(c.Buffer)
	if c.Size != nil {
		size := *c.Size
		e.Size, used = &size, min(used, int(size))
	}
	if !holdsMessages(c.Method) {
		e.Bytes = contents(c.Buffer[:min(used, mostBytes)])
		e.Destination = contents(c.Destination[:min(len(c.Destination), mostBytes)])
	}
	if status.Failed() {
		return e
	}
	if c.Info != nil {
		info := *c.Info
		e.Info = &info
	}
	if c.List != nil {
		e.Addresses = c.List.Address
	}
	if c.InboundLimit != nil {
		e.Inbound = *c.InboundLimit
	}
	if c.OutboundLimit != nil {
		e.Outbound = *c.OutboundLimit
	}
	if c.FoundID != nil {
		e.ID = *c.FoundID
	}
	return e
}

// holdsMessages reports whether a method's buffer is memory for messages.
func holdsMessages(method string) bool { return method == calls.MRRegister || method == calls.QPBind }
