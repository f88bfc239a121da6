package ref

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// An adapter implements [nd2.Adapter]: a device as one client has opened it. Its
// objects keep it alive.
type adapter struct {
	object
	hardware *hardware
	// device and manager are the hardware's at the time of opening.
	device  *nic.Device
	manager *nic.ConnectionManager
	domain  *nic.Domain
}

func newAdapter(h *hardware, d *nic.Device, m *nic.ConnectionManager) *adapter {
	a := &adapter{hardware: h, device: d, manager: m, domain: d.NewDomain()}
	a.begin(a, func() {}, nd2.IIDAdapter)
	return a
}

// open returns an adapter object: a new one, unless the quirk oneObject is set.
func (h *hardware) open(d *nic.Device, m *nic.ConnectionManager) *adapter {
	if !h.oneObject {
		return newAdapter(h, d, m)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if a := h.opened; a == nil || a.device != d || !a.hold() {
		h.opened = newAdapter(h, d, m)
	}
	return h.opened
}

// CreateOverlappedFile implements [nd2.Adapter].
func (a *adapter) CreateOverlappedFile(file *nd2.OverlappedFile) nd2.Status {
	if file == nil {
		return nd2.InvalidParameter1
	}
	*file = nil
	if s := a.device.Check("IND2Adapter::CreateOverlappedFile"); s != nd2.Success {
		return s
	}
	*file = a.device.NewFile()
	return nd2.Success
}

// Query implements [nd2.Adapter].
func (a *adapter) Query(info *nd2.AdapterInfo, size *uint32) nd2.Status {
	if s := a.device.Check("IND2Adapter::Query"); s != nd2.Success {
		return s
	}
	if size == nil {
		return nd2.InvalidParameter2
	}
	given := *size
	*size = nd2.AdapterInfoSize
	switch {
	case given < nd2.AdapterInfoSize:
		return nd2.BufferOverflow
	case info == nil, info.InfoVersion != nd2.Version1 && info.InfoVersion != nd2.Version2:
		return nd2.InvalidParameter1
	}
	*info = a.hardware.info()
	return nd2.Success
}

// QueryAddressList implements [nd2.Adapter].
func (a *adapter) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	if s := a.device.Check("IND2Adapter::QueryAddressList"); s != nd2.Success {
		return s
	}
	return putAddresses(a.hardware.sockaddrs(), list, size)
}

// putAddresses is QueryAddressList. The size is that of a SOCKET_ADDRESS_LIST with its
// addresses behind it, on 64-bit systems.
func putAddresses(sockaddrs [][]byte, list *nd2.SocketAddressList, size *uint32) nd2.Status {
	if size == nil {
		return nd2.InvalidParameter2
	}
	const countSize, pointerAndLengthSize = 8, 16
	need := uint32(countSize)
	for _, s := range sockaddrs {
		need += pointerAndLengthSize + uint32(len(s))
	}
	given := *size
	*size = need
	switch {
	case given < need:
		return nd2.BufferOverflow
	case list == nil:
		return nd2.InvalidParameter1
	}
	list.Address = sockaddrs
	return nd2.Success
}

// fileOf returns a client's file, or nil if it is closed or not the adapter's.
func (a *adapter) fileOf(file nd2.OverlappedFile) *nic.File {
	f, _ := file.(*nic.File)
	if f == nil || f.Device() != a.device || f.Closed() {
		return nil
	}
	return f
}
