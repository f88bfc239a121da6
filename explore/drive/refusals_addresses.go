package drive

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
)

// shortAddress is less than any address takes, in bytes.
const shortAddress = 4

// refusedListener returns a call on a listener that is not bound.
func refusedListener(what, rules string, call func(s *side, l nd2.Listener) nd2.Status) refusal {
	return refusal{what, rules, func(_ *driver, s *side, _ *model.Call) (nd2.Status, bool) {
		l, err := create[nd2.Listener](s.Listener())
		if err != nil {
			return 0, false
		}
		defer l.Release()
		return call(s, l), true
	}}
}

var refusedAddresses = []refusal{
	refusedListener("the address of a listener that is not bound", "listener.getlocaladdress.nd-invalid-device-state",
		func(_ *side, l nd2.Listener) nd2.Status {
			size := uint32(nd2.SockaddrIn6Size)
			return l.GetLocalAddress(make([]byte, size), &size)
		}),
	refusedListener("a second listener at an address and port", "listener.bind.nd-sharing-violation",
		func(s *side, l nd2.Listener) nd2.Status {
			return l.Bind(s.listeners[0].address)
		}),
	refusedUnconnected("the address of a connector that is not bound", "connector.getlocaladdress.nd-connection-invalid",
		func(_ *driver, _ *side, c nd2.Connector) nd2.Status {
			size := uint32(nd2.SockaddrIn6Size)
			return c.GetLocalAddress(make([]byte, size), &size)
		}),
	refusedUnconnected("a Disconnect of a connector that is not connected", "connector.disconnect.nd-connection-invalid",
		func(d *driver, s *side, c nd2.Connector) nd2.Status {
			return d.ended(s, c, c.Disconnect)
		}),
	{
		"a listener's address with too little room", "listener.getlocaladdress.nd-buffer-overflow",
		func(_ *driver, s *side, _ *model.Call) (nd2.Status, bool) {
			size := uint32(shortAddress)
			return s.listeners[0].GetLocalAddress(make([]byte, size), &size), true
		},
	},
	{
		"a connector's address with too little room", "connector.getlocaladdress.nd-buffer-overflow",
		func(d *driver, _ *side, c *model.Call) (nd2.Status, bool) {
			if !d.world.Connected(c.Connection) {
				return 0, false
			}
			size := uint32(shortAddress)
			return d.links[c.Connection].connector[c.End].GetLocalAddress(make([]byte, size), &size), true
		},
	},
	{
		"a peer's address with too little room", "connector.getpeeraddress.nd-buffer-overflow",
		func(d *driver, _ *side, c *model.Call) (nd2.Status, bool) {
			if !d.world.Connected(c.Connection) {
				return 0, false
			}
			size := uint32(shortAddress)
			return d.links[c.Connection].connector[c.End].GetPeerAddress(make([]byte, size), &size), true
		},
	},
	{
		"an adapter that does not exist", "provider.openadapter.nd-invalid-parameter",
		func(_ *driver, s *side, _ *model.Call) (nd2.Status, bool) {
			provider := s.ND2()
			defer provider.Release()
			var object nd2.Unknown
			return provider.OpenAdapter(nd2.IIDAdapter, ^s.ID, &object), true
		},
	},
	{
		"a Connect with more private data than the adapter has", "connector.connect.nd-invalid-buffer-size",
		func(d *driver, s *side, c *model.Call) (nd2.Status, bool) {
			pair, err := s.unconnected(s.queues[c.Queue])
			if err != nil || s.Info.MaxCallerData > manyEntries {
				return 0, false
			}
			defer pair.Release()
			connector, ok := s.boundConnector()
			if !ok {
				return 0, false
			}
			defer connector.Release()
			return d.ended(s, connector, func(o *nd2.Overlapped) nd2.Status {
				return connector.Connect(pair, d.side[1-c.End].listeners[0].address, 0, 0, make([]byte, s.Info.MaxCallerData+1), o)
			}), true
		},
	},
}
