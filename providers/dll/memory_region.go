//go:build windows && (amd64 || arm64)

package dll

import "github.com/ndconform/ndconform/nd2"

// A memoryRegion implements [nd2.MemoryRegion].
type memoryRegion struct{ overlapping }

// Register implements [nd2.MemoryRegion].
func (m *memoryRegion) Register(buffer []byte, flags nd2.RegionFlags, o *nd2.Overlapped) nd2.Status {
	return m.request(o, nil, func(overlapped uintptr) nd2.Status {
		return m.do(5, addressOf(buffer), uintptr(len(buffer)), uintptr(flags), overlapped)
	})
}

// Deregister implements [nd2.MemoryRegion].
func (m *memoryRegion) Deregister(o *nd2.Overlapped) nd2.Status {
	return m.request(o, nil, func(overlapped uintptr) nd2.Status { return m.do(6, overlapped) })
}

// GetLocalToken implements [nd2.MemoryRegion].
func (m *memoryRegion) GetLocalToken() uint32 { return uint32(m.call(7)) }

// GetRemoteToken implements [nd2.MemoryRegion].
func (m *memoryRegion) GetRemoteToken() uint32 { return uint32(m.call(8)) }

// A memoryWindow implements [nd2.MemoryWindow].
type memoryWindow struct{ *object }

// GetRemoteToken implements [nd2.MemoryWindow].
func (w *memoryWindow) GetRemoteToken() uint32 { return uint32(w.call(3)) }
