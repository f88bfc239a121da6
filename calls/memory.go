package calls

import "github.com/ndconform/ndconform/nd2"

// A MemoryRegion wraps an IND2MemoryRegion.
type MemoryRegion struct {
	overlapping
	Inner nd2.MemoryRegion
}

// Register implements [nd2.MemoryRegion].
func (m *MemoryRegion) Register(buffer []byte, flags nd2.RegionFlags, client *nd2.Overlapped) nd2.Status {
	c := &Call{Method: MRRegister, Buffer: buffer, Rights: flags}
	return m.doOverlapped(c, client, func(c *Call, o *nd2.Overlapped) nd2.Status {
		return m.Inner.Register(c.Buffer, c.Rights, o)
	})
}

// Deregister implements [nd2.MemoryRegion].
func (m *MemoryRegion) Deregister(client *nd2.Overlapped) nd2.Status {
	return m.doOverlapped(&Call{Method: MRDeregister}, client, func(_ *Call, o *nd2.Overlapped) nd2.Status {
		return m.Inner.Deregister(o)
	})
}

// GetLocalToken implements [nd2.MemoryRegion].
func (m *MemoryRegion) GetLocalToken() uint32 {
	return m.token(MRGetLocalToken, m.Inner.GetLocalToken)
}

// GetRemoteToken implements [nd2.MemoryRegion].
func (m *MemoryRegion) GetRemoteToken() uint32 {
	return m.token(MRGetRemoteToken, m.Inner.GetRemoteToken)
}

// A MemoryWindow wraps an IND2MemoryWindow.
type MemoryWindow struct {
	Object
	Inner nd2.MemoryWindow
}

// GetRemoteToken implements [nd2.MemoryWindow].
func (m *MemoryWindow) GetRemoteToken() uint32 {
	return m.token(MWGetRemoteToken, m.Inner.GetRemoteToken)
}

func (o *Object) token(method string, get func() uint32) uint32 {
	c := &Call{Method: method}
	o.do(c, func(c *Call) nd2.Status {
		c.Count = get()
		return nd2.Success
	})
	return c.Count
}
