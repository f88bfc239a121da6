package drive

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
)

// refusedConnected returns a call on a connector that is connected, which must leave the connection alone.
func refusedConnected(what, rules string,
	call func(d *driver, s *side, c *model.Call, connector nd2.Connector) nd2.Status,
) refusal {
	return refusal{what, rules, func(d *driver, s *side, c *model.Call) (nd2.Status, bool) {
		if !d.world.Connected(c.Connection) {
			return 0, false
		}
		return call(d, s, c, d.links[c.Connection].connector[c.End]), true
	}}
}

// withPair makes a request with a queue pair that is not connected.
func (d *driver) withPair(s *side, c *model.Call, connector nd2.Connector,
	request func(pair nd2.QueuePair, o *nd2.Overlapped) nd2.Status,
) nd2.Status {
	pair, err := s.unconnected(s.queues[c.Queue])
	if err != nil {
		return nd2.InsufficientResources
	}
	defer pair.Release()
	return d.ended(s, connector, func(o *nd2.Overlapped) nd2.Status { return request(pair, o) })
}

var refusedConnectors = []refusal{
	refusedConnected("a Connect of a connector that is connected", "connector.connect.one-queue-pair",
		func(d *driver, s *side, c *model.Call, connector nd2.Connector) nd2.Status {
			to := d.side[1-c.End].listeners[0].address
			return d.withPair(s, c, connector, func(pair nd2.QueuePair, o *nd2.Overlapped) nd2.Status {
				return connector.Connect(pair, to, 0, 0, nil, o)
			})
		}),
	refusedConnected("an Accept of a connector that is connected", "connector.accept.no-request",
		func(d *driver, s *side, c *model.Call, connector nd2.Connector) nd2.Status {
			return d.withPair(s, c, connector, func(pair nd2.QueuePair, o *nd2.Overlapped) nd2.Status {
				return connector.Accept(pair, 0, 0, nil, o)
			})
		}),
	refusedUnconnected("an Accept of a connector that holds no request", "connector.accept.no-request",
		func(d *driver, s *side, c nd2.Connector) nd2.Status {
			return d.withPair(s, &model.Call{}, c, func(pair nd2.QueuePair, o *nd2.Overlapped) nd2.Status {
				return c.Accept(pair, 0, 0, nil, o)
			})
		}),
	refusedUnconnected("a CompleteConnect of a connector that does not connect",
		"connector.completeconnect.nd-connection-invalid", func(d *driver, s *side, c nd2.Connector) nd2.Status {
			return d.ended(s, c, c.CompleteConnect)
		}),
	refusedUnconnected("a Reject of a connector that holds nothing", "connector.reject.nothing-to-reject",
		func(_ *driver, _ *side, c nd2.Connector) nd2.Status { return c.Reject(nil) }),
	refusedUnconnected("a connector at an address that is not the adapter's", "connector.bind.foreign-address",
		func(_ *driver, s *side, c nd2.Connector) nd2.Status { return c.Bind(s.unassigned()) }),
	refusedUnconnected("a second connector at an address and port", "connector.bind.nd-sharing-violation",
		func(d *driver, s *side, c nd2.Connector) nd2.Status {
			other, ok := s.boundConnector()
			if !ok {
				return nd2.InsufficientResources
			}
			defer other.Release()
			address := make([]byte, nd2.SockaddrIn6Size)
			size := uint32(len(address))
			if st := other.GetLocalAddress(address, &size); st != nd2.Success {
				return st
			}
			return c.Bind(address[:size])
		}),
	refusedListener("a listener at an address that is not the adapter's", "listener.bind.foreign-address",
		func(s *side, l nd2.Listener) nd2.Status { return l.Bind(s.unassigned()) }),
	refusedUnconnected("a Connect of something else than a queue pair", "connector.connect.foreign-queue-pair",
		func(d *driver, s *side, c nd2.Connector) nd2.Status {
			if c.Bind(s.Sockaddr()) != nd2.Success {
				return nd2.InsufficientResources
			}
			to := d.side[0].listeners[0].address
			if s == d.side[0] {
				to = d.side[1].listeners[0].address
			}
			return d.ended(s, c, func(o *nd2.Overlapped) nd2.Status { return c.Connect(s.queues[0], to, 0, 0, nil, o) })
		}),
}
