package drive

import (
	"net/netip"

	"github.com/ndconform/ndconform/nd2"
)

// unassigned returns an address of the end's family that nobody has, with a port. Source: RFC 5737 (TEST-NET-3), RFC
// 9637; the engine's adapters are in the other blocks for documentation.
func (s *side) unassigned() []byte {
	at := netip.AddrFrom4([4]byte{203, 0, 113, 77})
	if s.Address.Is6() {
		at = netip.MustParseAddr("3fff::77")
	}
	return nd2.Sockaddr(netip.AddrPortFrom(at, 0))
}

// onProvider returns a call on a provider.
func onProvider(call func(x caller, p nd2.Provider) nd2.Status) func(x caller) nd2.Status {
	return func(x caller) nd2.Status {
		p := x.s.ND2()
		defer p.Release()
		return call(x, p)
	}
}

// shortly calls a listing with less room than it needs.
func shortly(list listing) nd2.Status {
	size := uint32(shortList)
	return list(&nd2.SocketAddressList{}, &size)
}

// placeless asks for an affinity with no place for one of the answers.
func (x caller) placeless(q affine) nd2.Status {
	if x.c.Choice>>40&1 == 0 {
		return q.GetNotifyAffinity(nil, new(uint64))
	}
	return q.GetNotifyAffinity(new(uint16), nil)
}

var refusedAnswers = []refusal{
	{"a Query with too little room", func(x caller) nd2.Status {
		info, size := nd2.AdapterInfo{InfoVersion: nd2.Version2}, uint32(8)
		return x.s.Adapter.Query(&info, &size)
	}, "adapter.query.nd-buffer-overflow"},
	{what: "an adapter's addresses with too little room", call: func(x caller) nd2.Status {
		return shortly(x.s.Adapter.QueryAddressList)
	}},
	{what: "a provider's addresses with too little room", call: onProvider(func(_ caller, p nd2.Provider) nd2.Status {
		return shortly(p.QueryAddressList)
	})},
	{what: "a listener's address with too little room", call: func(x caller) nd2.Status {
		return addressOf(x.s.listeners[0].GetLocalAddress, shortAddress)
	}},
	{what: "a connector's address with too little room", call: onConnected(func(_ caller, k nd2.Connector) nd2.Status {
		return addressOf(k.GetLocalAddress, shortAddress)
	})},
	{what: "a peer's address with too little room", call: onConnected(func(_ caller, k nd2.Connector) nd2.Status {
		return addressOf(k.GetPeerAddress, shortAddress)
	})},
	{"private data with too little room", onConnected(func(_ caller, k nd2.Connector) nd2.Status {
		data, _, st := privateData(k) // what there is of a connection that is up, no page says
		if st != nd2.Success || len(data) == 0 {
			return unmade
		}
		size := uint32(0)
		if st = k.GetPrivateData(nil, &size); size == 0 {
			return unmade
		}
		return st
	}), "connector.getprivatedata.nd-buffer-overflow"},
	{what: "the affinity of a completion queue without a place for it", call: func(x caller) nd2.Status {
		return x.placeless(x.s.queues[x.c.Queue])
	}},
	{what: "the affinity of a shared receive queue without a place for it", call: func(x caller) nd2.Status {
		if x.s.shared == nil {
			return unmade
		}
		return x.placeless(x.s.shared)
	}},
	{what: "an adapter by an interface of another kind", call: onProvider(func(x caller, p nd2.Provider) nd2.Status {
		var object nd2.Unknown
		return p.OpenAdapter(foreign, x.s.ID, &object)
	})},
	{"an adapter that does not exist", onProvider(func(x caller, p nd2.Provider) nd2.Status {
		var object nd2.Unknown
		return p.OpenAdapter(nd2.IIDAdapter, ^x.s.ID, &object)
	}), "provider.openadapter.nd-invalid-parameter"},
	{"the adapter of an address that nobody has", onProvider(func(x caller, p nd2.Provider) nd2.Status {
		return p.ResolveAddress(x.s.unassigned(), new(uint64))
	}), "provider.resolveaddress.nd-invalid-address"},
}
