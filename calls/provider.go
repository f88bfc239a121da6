package calls

import "github.com/ndconform/ndconform/nd2"

// A Provider wraps an IND2Provider.
type Provider struct {
	Object
	inner nd2.Provider
}

// QueryAddressList implements [nd2.Provider].
func (p *Provider) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	return p.do(&Call{Method: ProviderQueryAddressList, List: list, Size: size}, func(c *Call) nd2.Status {
		return p.inner.QueryAddressList(c.List, c.Size)
	})
}

// ResolveAddress implements [nd2.Provider].
func (p *Provider) ResolveAddress(address []byte, adapterID *uint64) nd2.Status {
	return p.do(&Call{Method: ProviderResolveAddress, Buffer: address, FoundID: adapterID}, func(c *Call) nd2.Status {
		return p.inner.ResolveAddress(c.Buffer, c.FoundID)
	})
}

// OpenAdapter implements [nd2.Provider].
func (p *Provider) OpenAdapter(iid nd2.GUID, adapterID uint64, out *nd2.Unknown) nd2.Status {
	return p.do(&Call{Method: ProviderOpenAdapter, IID: iid, AdapterID: adapterID, Out: out}, func(c *Call) nd2.Status {
		s := p.inner.OpenAdapter(c.IID, c.AdapterID, c.Out)
		if s == nd2.Success && c.Out != nil {
			if open := p.layer.wrapperOf(*c.Out); open != nil {
				*c.Out = open
				return s
			}
			a := &Adapter{Inner: (*c.Out).(nd2.Adapter)}
			a.begin("IND2Adapter", a.Inner, a)
			a.layer, a.exempt = p.layer, p.exempt
			p.layer.add(&a.Object)
			*c.Out = a
		}
		return s
	})
}
