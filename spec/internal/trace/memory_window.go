package trace

import "github.com/ndconform/ndconform/nd2"

type memoryWindow struct {
	unknown
	inner nd2.MemoryWindow
}

func (m *memoryWindow) GetRemoteToken() uint32 {
	call := m.begin(m.label, "GetRemoteToken", "")
	token := m.inner.GetRemoteToken()
	call.end(nil, "token", m.named(token, m.label))
	return token
}
