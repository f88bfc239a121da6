package event

import (
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// Names has what names stand for. Each method returns an error for a name that is not known.
type Names interface {
	Object(name string) (nd2.Unknown, error)
	File(name string) (nd2.OverlappedFile, error)
}

// elsewhere is set in addresses of memory that is another program's: no memory of this one is there.
const elsewhere = 1 << (bits.UintSize - 2)

// slice is memory of another program, which can't be read.
func slice[T any](at uint64, length int) []T {
	address := uintptr(at) | elsewhere
	return unsafe.Slice(*(**T)(unsafe.Pointer(&address)), length)
}

func (m Memory) buffer() []byte {
	if m.At == 0 && m.Length == 0 {
		return nil
	}
	return slice[byte](m.At, m.Length)
}

// Check says why this can't be a call.
func (e *Call) Check() error {
	lengths := []int{e.Buffer.Length, e.Destination.Length, e.Room}
	for _, s := range e.Entries {
		lengths = append(lengths, s.Length)
	}
	const most = 1 << 47 // what processors can address
	for _, n := range lengths {
		if n < 0 || uint64(n) > most || e.Room > mostRoom {
			return fmt.Errorf("%s has a buffer of %d bytes", e.Method, n)
		}
	}
	return nil
}

// Fill gives a call its parameters. Its buffers can't be read.
func (e *Call) Fill(c *calls.Call, names Names) error {
	c.Method, c.IID, c.Depth, c.SGEs, c.Threshold = e.Method, e.IID, e.Depth, e.SGEs, e.Threshold
	c.ReceiveDepth, c.InitiatorDepth = e.ReceiveDepth, e.InitiatorDepth
	c.ReceiveSGEs, c.InitiatorSGEs, c.InlineSize = e.ReceiveSGEs, e.InitiatorSGEs, e.InlineSize
	c.Group, c.Affinity, c.Context, c.Request, c.Flags = e.Group, e.Affinity, e.Context, e.Type, e.Flags
	c.Token, c.Rights, c.NotifyType = e.Token, e.Rights, e.NotifyType
	if e.Address != 0 {
		c.Address = e.Address | elsewhere // as the buffers are
	}
	c.InboundReads, c.OutboundReads, c.Backlog, c.AdapterID = e.InboundReads, e.OutboundReads, e.Backlog, e.AdapterID
	c.Wait, c.Buffer, c.Destination = e.Wait, e.Buffer.buffer(), e.Destination.buffer()
	if e.Room > 0 {
		c.Results = slice[nd2.Result](0, e.Room)
	}
	for _, s := range e.Entries {
		c.SGE = append(c.SGE, nd2.SGE{Buffer: s.buffer(), MemoryRegionToken: s.Token})
	}
	e.makeRoom(c)
	return e.name(c, names)
}

// name gives a call the objects and the file that it has.
func (e *Call) name(c *calls.Call, names Names) (err error) {
	for _, p := range []struct {
		to   *nd2.Unknown
		name string
	}{
		{&c.ReceiveCQ, e.ReceiveCQ},
		{&c.InitiatorCQ, e.InitiatorCQ},
		{&c.SRQ, e.SRQ},
		{&c.Region, e.Region},
		{&c.Window, e.Window},
		{&c.QueuePair, e.QueuePair},
		{&c.Connector, e.Connector},
	} {
		if p.name == "" {
			continue
		}
		if *p.to, err = names.Object(p.name); err != nil {
			return err
		}
	}
	if e.File != "" {
		c.File, err = names.File(e.File)
	}
	return err
}

// makeRoom gives a call places for what it returns.
func (e *Call) makeRoom(c *calls.Call) {
	if e.Wants {
		c.Out = new(nd2.Unknown)
		if e.Full {
			*c.Out = stranger{}
		}
	}
	if e.Size != nil {
		size := *e.Size
		c.Size = &size
	}
	c.Info, c.List = given[nd2.AdapterInfo](e.WantsInfo), given[nd2.SocketAddressList](e.WantsAddress)
	if c.Info != nil {
		c.Info.InfoVersion = nd2.Version1
		if e.InfoVersion != nil {
			c.Info.InfoVersion = *e.InfoVersion
		}
	}
	c.InboundLimit, c.OutboundLimit = given[uint32](e.WantsInbound), given[uint32](e.WantsOutbound)
	c.FoundID, c.FoundAffinity = given[uint64](e.WantsID), given[uint64](e.WantsAffinity)
	c.FoundGroup = given[uint16](e.WantsGroup)
	if e.Method == calls.AdapterCreateOverlappedFile {
		c.OutFile = new(nd2.OverlappedFile)
	}
}

func given[T any](wanted bool) *T {
	if !wanted {
		return nil
	}
	return new(T)
}

// A stranger stands for a returned object; the event says only that there was one.
type stranger struct{ nd2.Unknown }

// Fill gives a call what it has returned, but for what it has made.
func (e *Return) Fill(c *calls.Call) {
	c.Count = e.Count
	if n := len(c.Results); n > 0 {
		c.Results = make([]nd2.Result, n)
		copy(c.Results, e.Results)
	}
	if e.Bytes != nil && len(c.Buffer) <= mostBytes {
		c.Buffer = make([]byte, len(c.Buffer))
		copy(c.Buffer, e.Bytes)
	}
	if e.Destination != nil {
		c.Destination = e.Destination
	}
	if e.Size != nil && c.Size != nil {
		*c.Size = *e.Size
	}
	if e.Info != nil && c.Info != nil {
		*c.Info = *e.Info
	}
	if c.List != nil {
		c.List.Address = e.Addresses
	}
	if c.FoundID != nil {
		*c.FoundID = e.ID
	}
	if c.InboundLimit != nil {
		*c.InboundLimit = e.Inbound
	}
	if c.OutboundLimit != nil {
		*c.OutboundLimit = e.Outbound
	}
	if e.Out && c.Out != nil && *c.Out == nil {
		*c.Out = stranger{}
	}
}
