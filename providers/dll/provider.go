//go:build windows && (amd64 || arm64)

package dll

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

var _ = providers.Complete[
	*provider, *adapter, *completionQueue, *sharedReceiveQueue, *memoryRegion, *memoryWindow,
	*queuePair, *connector, *listener,
]

// QueryAddressList implements [nd2.Provider]. The list begins with the chosen adapter.
func (p *provider) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	s := addressList(p.object, 3, list, size)
	if s == nd2.Success && list != nil && p.options.adapter > 0 {
		p.rotate(list)
	}
	return s
}

// OpenAdapter implements [nd2.Provider]. It is where a client is told of the DLL's
// writes to OVERLAPPEDs whose requests were over, since opening an adapter begins
// something new.
func (p *provider) OpenAdapter(iid nd2.GUID, adapterID uint64, out *nd2.Unknown) nd2.Status {
	if err := p.proxies.inspect(); err != nil {
		panic(err)
	}
	return p.create("OpenAdapter", 5, iid, nil, out, uintptr(adapterID))
}
