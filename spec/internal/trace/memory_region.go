package trace

import "github.com/ndconform/ndconform/nd2"

type memoryRegion struct {
	overlapping
	inner nd2.MemoryRegion
}

func (m *memoryRegion) Register(buffer []byte, flags nd2.RegionFlags, o *nd2.Overlapped) nd2.Status {
	s := m.inner.Register(buffer, flags, o)
	m.note(m.label, "Register", s, buffer, flags, o)
	return s
}

func (m *memoryRegion) Deregister(o *nd2.Overlapped) nd2.Status {
	s := m.inner.Deregister(o)
	m.note(m.label, "Deregister", s, o)
	return s
}

func (m *memoryRegion) GetLocalToken() uint32 {
	token := m.inner.GetLocalToken()
	m.note(m.label, "GetLocalToken", token)
	return token
}

func (m *memoryRegion) GetRemoteToken() uint32 {
	token := m.inner.GetRemoteToken()
	m.note(m.label, "GetRemoteToken", token)
	return token
}
