package trace

import "github.com/ndconform/ndconform/nd2"

type memoryRegion struct {
	overlapping
	inner nd2.MemoryRegion
}

func (m *memoryRegion) Register(buffer []byte, flags nd2.RegionFlags, o *nd2.Overlapped) nd2.Status {
	call := m.begin(m.label, "Register", "_ _? _", buffer, flags, o)
	s := call.made(func() nd2.Status {
		return m.inner.Register(buffer, flags, o)
	})
	m.registered(m.label, buffer)
	call.end(s)
	return s
}

func (m *memoryRegion) Deregister(o *nd2.Overlapped) nd2.Status {
	call := m.begin(m.label, "Deregister", "_", o)
	s := m.inner.Deregister(o)
	call.end(s)
	return s
}

func (m *memoryRegion) GetLocalToken() uint32 {
	call := m.begin(m.label, "GetLocalToken", "")
	token := m.inner.GetLocalToken()
	call.end(nil, "token", m.named(token, m.label))
	return token
}

func (m *memoryRegion) GetRemoteToken() uint32 {
	call := m.begin(m.label, "GetRemoteToken", "")
	token := m.inner.GetRemoteToken()
	call.end(nil, "token", m.named(token, m.label))
	return token
}
