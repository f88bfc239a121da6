//go:build linux && cgo && verbs

package verbs

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/verbs/internal/async"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// An adapter implements [nd2.Adapter]: a device as one client has opened it, with a
// protection domain. Objects that are created from it keep it alive.
type adapter struct {
	object.Object
	device *device
	domain *ib.PD

	// windows guards all windows, and bindings: those that exist or may exist.
	windows  sync.Mutex
	bindings map[*binding]struct{}
}

func newAdapter(d *device) (*adapter, nd2.Status) {
	pd, err := d.context.NewPD()
	if err != nil {
		return nil, statusOfError(err, nd2.NoMemory)
	}
	a := &adapter{device: d, domain: pd, bindings: map[*binding]struct{}{}}
	handle := d.resources.add(ofDomains, a, pd.Free)
	a.Begin(a, func() { d.resources.end(handle) }, nd2.IIDAdapter)
	return a, nd2.Success
}

// CreateOverlappedFile implements [nd2.Adapter].
func (a *adapter) CreateOverlappedFile(file *nd2.OverlappedFile) nd2.Status {
	if file == nil {
		return nd2.InvalidParameter1
	}
	*file = nil
	if a.device.removed.Load() {
		return nd2.DeviceRemoved
	}
	*file = async.NewFile()
	return nd2.Success
}

// Query implements [nd2.Adapter].
func (a *adapter) Query(info *nd2.AdapterInfo, size *uint32) nd2.Status {
	if a.device.removed.Load() {
		return nd2.DeviceRemoved
	}
	return object.PutInfo(func() nd2.AdapterInfo { return a.device.info }, info, size)
}

// QueryAddressList implements [nd2.Adapter].
func (a *adapter) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	if a.device.removed.Load() {
		return nd2.DeviceRemoved
	}
	return object.PutAddresses(a.device.sockaddrs(), list, size)
}
