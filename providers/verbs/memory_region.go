//go:build linux && cgo && verbs

package verbs

import (
	"errors"
	"sync"
	"syscall"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/async"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// regionFlags are all defined flags.
const regionFlags = nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite | nd2.RDMAReadSink |
	nd2.DoNotSecureVM

// A memoryRegion implements [nd2.MemoryRegion]. Its requests complete inline.
type memoryRegion struct {
	overlapping
	handle uintptr

	mu    sync.Mutex
	mr    *ib.MR // nil while nothing is registered
	start uintptr
	size  int
	flags nd2.RegionFlags
}

func newMemoryRegion(a *adapter, f *async.File) *memoryRegion {
	m := &memoryRegion{}
	d := a.device
	m.handle = d.resources.add(ofRegions, m, m.free)
	m.begin(m, a, f, func() { d.resources.end(m.handle) }, nd2.IIDMemoryRegion)
	return m
}

// free deregisters the memory.
func (m *memoryRegion) free() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.mr != nil {
		_ = m.mr.Deregister()
		m.mr = nil
	}
}

// CancelOverlappedRequests implements [nd2.Overlapping]: nothing is ever in progress.
func (m *memoryRegion) CancelOverlappedRequests() nd2.Status { return nd2.Success }

// Register implements [nd2.MemoryRegion].
func (m *memoryRegion) Register(buffer []byte, flags nd2.RegionFlags, o *nd2.Overlapped) nd2.Status {
	d := m.adapter.device
	switch {
	case d.removed.Load():
		return nd2.DeviceRemoved
	case len(buffer) == 0:
		return nd2.AccessViolation
	case uint64(len(buffer)) > uint64(d.info.MaxRegistrationSize), flags&^regionFlags != 0, o == nil:
		return nd2.InvalidParameter
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.mr != nil {
		return nd2.InvalidDeviceState
	}
	mr, err := m.adapter.domain.Register(addressOf(buffer), len(buffer), d.access(flags))
	switch {
	case errors.Is(err, syscall.EFAULT):
		return nd2.AccessViolation
	case errors.Is(err, syscall.EINVAL):
		return nd2.InvalidParameter
	case err != nil:
		return statusOfError(err, nd2.InsufficientResources)
	}
	m.mr, m.start, m.size, m.flags = mr, addressOf(buffer), len(buffer), flags
	return nd2.Success
}

// access returns the rights for flags. Storing a Read's data takes local write, and on
// iWARP remote write too.
func (d *device) access(flags nd2.RegionFlags) (a ib.Access) {
	for _, f := range [...]struct {
		flag  nd2.RegionFlags
		right ib.Access
	}{
		{nd2.AllowLocalWrite, ib.LocalWrite},
		{nd2.AllowRemoteRead, ib.RemoteRead},
		{nd2.AllowRemoteWrite, ib.RemoteWrite | ib.LocalWrite},
		{nd2.RDMAReadSink, d.sink()},
	} {
		if flags&f.flag == f.flag {
			a |= f.right
		}
	}
	if d.limits.Windows2B {
		a |= ib.BindWindows
	}
	return a
}

func (d *device) sink() ib.Access {
	if d.limits.IWARP {
		return ib.LocalWrite | ib.RemoteWrite
	}
	return ib.LocalWrite
}

// Deregister implements [nd2.MemoryRegion].
func (m *memoryRegion) Deregister(o *nd2.Overlapped) nd2.Status {
	if o == nil {
		return nd2.InvalidParameter
	}
	if m.adapter.bound(m) {
		return nd2.DeviceBusy
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.mr == nil {
		return nd2.InvalidDeviceState
	}
	if err := m.mr.Deregister(); err != nil && !m.adapter.device.removed.Load() {
		return nd2.DeviceBusy
	}
	m.mr = nil
	return nd2.Success
}

// GetLocalToken implements [nd2.MemoryRegion].
func (m *memoryRegion) GetLocalToken() uint32 {
	local, _ := m.keys()
	return local
}

// GetRemoteToken implements [nd2.MemoryRegion].
func (m *memoryRegion) GetRemoteToken() uint32 {
	_, remote := m.keys()
	return networkOrder(remote)
}

// covers reports whether an entry's memory and token are the region's.
func (m *memoryRegion) covers(e ib.SGE) bool {
	local, _ := m.keys()
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.mr != nil && e.Key == local && e.Address >= m.start && e.Address-m.start+uintptr(e.Length) <= uintptr(m.size)
}

func (m *memoryRegion) keys() (local, remote uint32) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.mr == nil {
		return 0, 0
	}
	return m.mr.Keys()
}
