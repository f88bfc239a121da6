package ref

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
)

// ND1 implements [providers.V1].
func (i *instance) ND1() nd1.Provider {
	p := &nd1Provider{provider: newProvider(i)}
	p.Begin(p, func() {}, nd1.IIDProvider)
	return p
}

// A nd1Provider implements [nd1.Provider].
type nd1Provider struct {
	object.Object
	provider *provider
}

// QueryAddressList implements [nd1.Provider].
func (p *nd1Provider) QueryAddressList(list *nd2.SocketAddressList, size *uintptr) nd2.Status {
	return withSize(size, nd2.InvalidParameter2, func(size *uint32) nd2.Status {
		return p.provider.QueryAddressList(list, size)
	})
}

// OpenAdapter implements [nd1.Provider].
func (p *nd1Provider) OpenAdapter(address []byte, out *nd1.Adapter) nd2.Status {
	if out == nil {
		return nd2.InvalidParameter3
	}
	*out = nil
	var id uint64
	if s := p.provider.ResolveAddress(address, &id); s != nd2.Success {
		return s
	}
	h := p.provider.instance.adapter(id)
	d, m := h.present()
	if d == nil {
		return nd2.DeviceRemoved
	}
	if s := d.Check("INDProvider::OpenAdapter"); s != nd2.Success {
		return s
	}
	a, _ := h.parse(address)
	*out = newND1Adapter(h, d, m, a.Addr())
	return nd2.Success
}

// withSize calls a v2 function, whose sizes have 32 bits. If size is nil, it returns
// missing.
func withSize(size *uintptr, missing nd2.Status, call func(size *uint32) nd2.Status) nd2.Status {
	if size == nil {
		return missing
	}
	short := uint32(min(*size, 1<<31))
	s := call(&short)
	*size = uintptr(short)
	return s
}
