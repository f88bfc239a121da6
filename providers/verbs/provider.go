//go:build linux && cgo && verbs

package verbs

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/providers/object"
)

var _ = providers.Complete[
	*provider, *adapter, *completionQueue, *sharedReceiveQueue, *memoryRegion, *memoryWindow,
	*queuePair, *connector, *listener,
]

// A provider implements [nd2.Provider].
type provider struct {
	object.Object
	device *device
}

func newProvider(d *device) *provider {
	p := &provider{device: d}
	p.Begin(p, func() {}, nd2.IIDProvider)
	return p
}

// QueryAddressList implements [nd2.Provider].
func (p *provider) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	return object.PutAddresses(p.device.sockaddrs(), list, size)
}

// ResolveAddress implements [nd2.Provider].
func (p *provider) ResolveAddress(address []byte, adapterID *uint64) nd2.Status {
	if adapterID == nil {
		return nd2.InvalidParameter3
	}
	a, ok := nd2.ParseSockaddr(address)
	if !ok || !slices.Contains(p.device.addresses, a.Addr().Unmap()) || p.device.removed.Load() {
		return nd2.InvalidAddress
	}
	*adapterID = p.device.info.AdapterID
	return nd2.Success
}

// OpenAdapter implements [nd2.Provider].
func (p *provider) OpenAdapter(iid nd2.GUID, adapterID uint64, out *nd2.Unknown) nd2.Status {
	if out == nil {
		return nd2.InvalidParameter
	}
	*out = nil
	switch {
	case iid != nd2.IIDAdapter && iid != nd2.IIDUnknown:
		return object.NoInterface
	case adapterID != p.device.info.AdapterID || p.device.removed.Load():
		return nd2.InvalidParameter
	}
	a, s := newAdapter(p.device)
	if s == nd2.Success {
		*out = a
	}
	return s
}
