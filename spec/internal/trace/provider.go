package trace

import "github.com/ndconform/ndconform/nd2"

type provider struct {
	unknown
	inner nd2.Provider
}

func (p *provider) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	s := p.inner.QueryAddressList(list, size)
	p.note(p.label, "QueryAddressList", s)
	return s
}

func (p *provider) ResolveAddress(address []byte, adapterID *uint64) nd2.Status {
	s := p.inner.ResolveAddress(address, adapterID)
	p.note(p.label, "ResolveAddress", s, address)
	return s
}

func (p *provider) OpenAdapter(iid nd2.GUID, adapterID uint64, adapter *nd2.Unknown) nd2.Status {
	s := p.inner.OpenAdapter(iid, adapterID, adapter)
	p.note(p.label, "OpenAdapter", s, adapterID)
	p.wrap(adapter)
	return s
}

// Provider gives p with every call on it, and on what comes out of it, noted
// in r.
func Provider(r *Recorder, p nd2.Provider) nd2.Provider {
	return &provider{unknown{r, r.name("Provider"), p}, p}
}
