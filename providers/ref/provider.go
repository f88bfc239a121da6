package ref

import (
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
	instance *instance
}

func newProvider(i *instance) *provider {
	p := &provider{instance: i}
	p.Begin(p, func() {}, nd2.IIDProvider)
	return p
}

// QueryAddressList implements [nd2.Provider].
func (p *provider) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	var all [][]byte
	for _, h := range p.instance.adapters {
		if d, _ := h.present(); d == nil {
			continue
		}
		all = append(all, h.sockaddrs()...)
	}
	return object.PutAddresses(all, list, size)
}

// ResolveAddress implements [nd2.Provider].
func (p *provider) ResolveAddress(address []byte, adapterID *uint64) nd2.Status {
	if adapterID == nil {
		return nd2.InvalidParameter3
	}
	for _, h := range p.instance.adapters {
		d, _ := h.present()
		if a, ok := h.parse(address); d == nil || !ok || !h.has(a.Addr()) {
			continue
		}
		if s := d.Check("IND2Provider::ResolveAddress"); s != nd2.Success {
			return s
		}
		*adapterID = h.id
		return nd2.Success
	}
	return nd2.InvalidAddress
}

// OpenAdapter implements [nd2.Provider].
func (p *provider) OpenAdapter(iid nd2.GUID, adapterID uint64, out *nd2.Unknown) nd2.Status {
	if out == nil {
		return nd2.InvalidParameter
	}
	*out = nil
	if !object.Known(iid, nd2.IIDAdapter) {
		return object.NoInterface
	}
	h := p.instance.adapter(adapterID)
	if h == nil {
		return nd2.InvalidParameter
	}
	d, m := h.present()
	if d == nil {
		return nd2.InvalidParameter
	}
	if s := d.Check("IND2Provider::OpenAdapter"); s != nd2.Success {
		return s
	}
	*out = h.open(d, m)
	return nd2.Success
}
