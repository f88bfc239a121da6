package ref

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// An adapter implements [nd2.Adapter]: a device as one client has opened it. Its
// objects keep it alive.
type adapter struct {
	object.Object
	hardware *hardware
	// device and manager are the hardware's at the time of opening.
	device  *nic.Device
	manager *nic.ConnectionManager
	domain  *nic.Domain
}

func newAdapter(h *hardware, d *nic.Device, m *nic.ConnectionManager) *adapter {
	a := &adapter{hardware: h, device: d, manager: m, domain: d.NewDomain()}
	a.Begin(a, func() {}, nd2.IIDAdapter)
	return a
}

// open returns an adapter object: a new one, unless the quirk oneObject is set.
func (h *hardware) open(d *nic.Device, m *nic.ConnectionManager) *adapter {
	if !h.oneObject {
		return newAdapter(h, d, m)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if a := h.opened; a == nil || a.device != d || !a.Hold() {
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
	return object.PutInfo(a.hardware.info, info, size)
}

// QueryAddressList implements [nd2.Adapter].
func (a *adapter) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	if s := a.device.Check("IND2Adapter::QueryAddressList"); s != nd2.Success {
		return s
	}
	return object.PutAddresses(a.hardware.sockaddrs(), list, size)
}

// fileOf returns a client's file, or nil if it is closed or not the adapter's.
func (a *adapter) fileOf(file nd2.OverlappedFile) *nic.File {
	f, _ := file.(*nic.File)
	if f == nil || f.Device() != a.device || f.Closed() {
		return nil
	}
	return f
}
