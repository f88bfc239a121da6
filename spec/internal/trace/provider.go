package trace

import "github.com/ndconform/ndconform/nd2"

type provider struct {
	unknown
	inner nd2.Provider
}

func (p *provider) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	call := p.begin(p.label, "QueryAddressList", "")
	s := p.inner.QueryAddressList(list, size)
	call.end(s)
	return s
}

func (p *provider) ResolveAddress(address []byte, adapterID *uint64) nd2.Status {
	call := p.begin(p.label, "ResolveAddress", "_", sockaddr(address))
	s := call.made(func() nd2.Status {
		return p.inner.ResolveAddress(address, adapterID)
	})
	call.end(s, "id", value(adapterID))
	return s
}

func (p *provider) OpenAdapter(iid nd2.GUID, adapterID uint64, adapter *nd2.Unknown) nd2.Status {
	call := p.begin(p.label, "OpenAdapter", "id", adapterID)
	s := call.made(func() nd2.Status {
		return p.inner.OpenAdapter(iid, adapterID, adapter)
	})
	call.end(s)
	p.wrap(adapter)
	return s
}

// Provider returns p with every call on it, and on what comes out of it, noted
// in r. Whose it is says of which end of a connection.
func Provider(r *Recorder, p nd2.Provider, whose string) nd2.Provider {
	return &provider{unknown{r, r.provider("provider", whose), p}, p}
}
