package trace

import "github.com/ndconform/ndconform/nd2"

type memoryWindow struct {
	unknown
	inner nd2.MemoryWindow
}

func (m *memoryWindow) GetRemoteToken() uint32 {
	token := m.inner.GetRemoteToken()
	m.note(m.label, "GetRemoteToken", token)
	return token
}
