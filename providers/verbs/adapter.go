//go:build linux && cgo && verbs

package verbs

import (
	"net/netip"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/async"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// An adapter implements [nd2.Adapter]: a device as one client has opened it, with a
// protection domain. Objects that are created from it keep it alive.
type adapter struct {
	object
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
	a.begin(a, func() { d.resources.end(handle) }, []nd2.GUID{nd2.IIDAdapter})
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
	*info = a.device.info
	return nd2.Success
}

// QueryAddressList implements [nd2.Adapter].
func (a *adapter) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	if a.device.removed.Load() {
		return nd2.DeviceRemoved
	}
	return putAddresses(a.device.addresses, list, size)
}

// putAddresses is QueryAddressList. The size is that of a SOCKET_ADDRESS_LIST with its
// addresses behind it, on 64-bit systems.
func putAddresses(addresses []netip.Addr, list *nd2.SocketAddressList, size *uint32) nd2.Status {
	if size == nil {
		return nd2.InvalidParameter2
	}
	const countSize, entrySize = 8, 16
	need := uint32(countSize)
	sockaddrs := make([][]byte, len(addresses))
	for i, a := range addresses {
		sockaddrs[i] = nd2.Sockaddr(netip.AddrPortFrom(a, 0))
		need += entrySize + uint32(len(sockaddrs[i]))
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
