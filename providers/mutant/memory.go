package mutant

import "github.com/ndconform/ndconform/nd2"

type memoryRegion struct {
	overlapping
	inner nd2.MemoryRegion
}

// Register implements [nd2.MemoryRegion].
func (m *memoryRegion) Register(buffer []byte, flags nd2.RegionFlags, client *nd2.Overlapped) nd2.Status {
	c := &call{method: "IND2MemoryRegion::Register", buffer: buffer, rights: flags}
	return m.doOverlapped(c, client, func(c *call, o *nd2.Overlapped) nd2.Status {
		return m.inner.Register(c.buffer, c.rights, o)
	})
}

// Deregister implements [nd2.MemoryRegion].
func (m *memoryRegion) Deregister(client *nd2.Overlapped) nd2.Status {
	return m.doOverlapped(&call{method: "IND2MemoryRegion::Deregister"}, client, func(_ *call, o *nd2.Overlapped) nd2.Status {
		return m.inner.Deregister(o)
	})
}

// GetLocalToken implements [nd2.MemoryRegion].
func (m *memoryRegion) GetLocalToken() uint32 {
	return m.token("IND2MemoryRegion::GetLocalToken", m.inner.GetLocalToken)
}

// GetRemoteToken implements [nd2.MemoryRegion].
func (m *memoryRegion) GetRemoteToken() uint32 {
	return m.token("IND2MemoryRegion::GetRemoteToken", m.inner.GetRemoteToken)
}

type memoryWindow struct {
	object
	inner nd2.MemoryWindow
}

// GetRemoteToken implements [nd2.MemoryWindow].
func (m *memoryWindow) GetRemoteToken() uint32 {
	return m.token("IND2MemoryWindow::GetRemoteToken", m.inner.GetRemoteToken)
}

func (o *object) token(method string, get func() uint32) uint32 {
	c := &call{method: method}
	o.do(c, func(c *call) nd2.Status {
		c.count = get()
		return nd2.Success
	})
	return c.count
}
