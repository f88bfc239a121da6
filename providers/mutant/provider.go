package mutant

import "github.com/ndconform/ndconform/nd2"

type provider struct {
	object
	inner nd2.Provider
}

// QueryAddressList implements [nd2.Provider].
func (p *provider) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	return p.do(&call{method: "IND2Provider::QueryAddressList", list: list, size: size}, func(c *call) nd2.Status {
		return p.inner.QueryAddressList(c.list, c.size)
	})
}

// ResolveAddress implements [nd2.Provider].
func (p *provider) ResolveAddress(address []byte, adapterID *uint64) nd2.Status {
	return p.do(&call{method: "IND2Provider::ResolveAddress", buffer: address, foundID: adapterID}, func(c *call) nd2.Status {
		return p.inner.ResolveAddress(c.buffer, c.foundID)
	})
}

// OpenAdapter implements [nd2.Provider].
func (p *provider) OpenAdapter(iid nd2.GUID, adapterID uint64, out *nd2.Unknown) nd2.Status {
	return p.do(&call{method: "IND2Provider::OpenAdapter", iid: iid, adapterID: adapterID, out: out}, func(c *call) nd2.Status {
		s := p.inner.OpenAdapter(c.iid, c.adapterID, c.out)
		if s == nd2.Success && c.out != nil {
			a := &adapter{inner: (*c.out).(nd2.Adapter)}
			a.begin("IND2Adapter", a.inner, a)
			a.world, a.sound = p.world, p.sound
			p.world.add(a.base())
			*c.out = a
		}
		return s
	})
}
