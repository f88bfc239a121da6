package drive

import (
	"net/netip"

	"github.com/ndconform/ndconform/explore/model"
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

// tooSmall returns the call of a listing with less room than it needs.
func tooSmall(what, rules string, of func(s *side) (list listing, done func())) refusal {
	return refusal{what, rules, func(_ *driver, s *side, _ *model.Call) (nd2.Status, bool) {
		list, done := of(s)
		defer done()
		size := uint32(shortAddress)
		return list(&nd2.SocketAddressList{}, &size), true
	}}
}

// withoutPlace returns a question about an affinity with no place for one of the answers.
func withoutPlace(what, rules string, of func(s *side, c *model.Call) affine) refusal {
	return refusal{what, rules, func(_ *driver, s *side, c *model.Call) (nd2.Status, bool) {
		q := of(s, c)
		switch {
		case q == nil:
			return 0, false
		case c.Choice>>40&1 == 0:
			return q.GetNotifyAffinity(nil, new(uint64)), true
		}
		return q.GetNotifyAffinity(new(uint16), nil), true
	}}
}

var refusedAnswers = []refusal{
	tooSmall("an adapter's addresses with too little room", "adapter.queryaddresslist.nd-buffer-overflow",
		func(s *side) (listing, func()) { return s.Adapter.QueryAddressList, func() {} }),
	tooSmall("a provider's addresses with too little room", "provider.queryaddresslist.nd-buffer-overflow",
		func(s *side) (listing, func()) {
			p := s.ND2()
			return p.QueryAddressList, func() { p.Release() }
		}),
	withoutPlace("the affinity of a completion queue without a place for it", "cq.getnotifyaffinity.nd-invalid-parameter",
		func(s *side, c *model.Call) affine { return s.queues[c.Queue] }),
	withoutPlace("the affinity of a shared receive queue without a place for it",
		"srq.getnotifyaffinity.nd-invalid-parameter", func(s *side, _ *model.Call) affine {
			if s.shared == nil {
				return nil
			}
			return s.shared
		}),
	{
		"the adapter of an address that nobody has", "provider.resolveaddress.nd-invalid-address",
		func(_ *driver, s *side, _ *model.Call) (nd2.Status, bool) {
			p := s.ND2()
			defer p.Release()
			return p.ResolveAddress(s.unassigned(), new(uint64)), true
		},
	},
	{
		"an adapter by an interface of another kind", "provider.openadapter.unknown-iid",
		func(_ *driver, s *side, _ *model.Call) (nd2.Status, bool) {
			p := s.ND2()
			defer p.Release()
			var object nd2.Unknown
			return p.OpenAdapter(foreign, s.ID, &object), true
		},
	},
	{
		"private data with too little room", "connector.getprivatedata.nd-buffer-overflow",
		func(d *driver, s *side, c *model.Call) (nd2.Status, bool) {
			if !d.world.Connected(c.Connection) {
				return 0, false
			}
			connector := d.links[c.Connection].connector[c.End]
			data, _, st := privateData(connector) // what there is of a connection that is up, no page says
			if st != nd2.Success || len(data) == 0 {
				return 0, false
			}
			size := uint32(0)
			if st = connector.GetPrivateData(nil, &size); size == 0 {
				return 0, false
			}
			return st, true
		},
	},
}
