package ref

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// inlineRegistration is the largest buffer, in bytes, that is registered and
// deregistered inline. For larger buffers the request pends, as on hardware, where
// registering takes time.
const inlineRegistration = 1 << 20

// regionFlags are all defined flags.
const regionFlags = nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite | nd2.RDMAReadSink |
	nd2.DoNotSecureVM

// A memoryRegion implements [nd2.MemoryRegion].
type memoryRegion struct {
	overlapping
	region   *nic.Region
	requests nic.Requests
}

func newMemoryRegion(a *adapter, f *nic.File) *memoryRegion {
	m := &memoryRegion{region: a.domain.NewRegion()}
	m.requests.Init(f)
	m.begin(m, a, &m.requests, func() {
		m.requests.Close()
		m.region.Close()
	}, nd2.IIDOverlapped, nd2.IIDMemoryRegion)
	return m
}

// Register implements [nd2.MemoryRegion].
func (m *memoryRegion) Register(buffer []byte, flags nd2.RegionFlags, o *nd2.Overlapped) nd2.Status {
	if s := m.adapter.device.Check("IND2MemoryRegion::Register"); s != nd2.Success {
		return s
	}
	switch {
	case len(buffer) == 0:
		return m.empty(buffer)
	case uint64(len(buffer)) > m.adapter.device.Limits().Registration, flags&^regionFlags != 0, o == nil:
		return nd2.InvalidParameter
	case !readable(buffer):
		return nd2.AccessViolation
	}
	return m.finish(finishRegistration(&m.requests, m.region.Register(buffer, flags), len(buffer), o), o)
}

// empty returns Register's status for a missing or empty buffer.
func (m *memoryRegion) empty(buffer []byte) nd2.Status {
	switch {
	case !m.adapter.hardware.quirks.UsualCodes:
		return nd2.AccessViolation
	case buffer == nil:
		return nd2.InvalidParameter
	}
	return nd2.InvalidBufferSize
}

// Deregister implements [nd2.MemoryRegion].
func (m *memoryRegion) Deregister(o *nd2.Overlapped) nd2.Status {
	if s := m.adapter.device.CheckCleanUp("IND2MemoryRegion::Deregister"); s != nd2.Success {
		return s
	}
	if o == nil {
		return nd2.InvalidParameter
	}
	size := m.region.Size()
	return m.finish(finishRegistration(&m.requests, m.region.Deregister(), size, o), o)
}

// finishRegistration ends a request for a buffer of size bytes.
func finishRegistration(requests *nic.Requests, s nd2.Status, size int, o *nd2.Overlapped) nd2.Status {
	if s != nd2.Success || size <= inlineRegistration {
		return s
	}
	return completeLater(requests, s, o)
}

// GetLocalToken implements [nd2.MemoryRegion].
func (m *memoryRegion) GetLocalToken() uint32 { return m.region.LocalToken() }

// GetRemoteToken implements [nd2.MemoryRegion].
func (m *memoryRegion) GetRemoteToken() uint32 { return m.region.RemoteToken() }
