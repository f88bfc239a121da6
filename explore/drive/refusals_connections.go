package drive

import "github.com/ndconform/ndconform/nd2"

// shortAddress is less than any address takes, and shortList less than the count of a list does, in bytes.
const shortAddress, shortList = 4, 3

// onNew returns a call on a new connector.
func onNew(call func(x caller, k nd2.Connector) nd2.Status) func(x caller) nd2.Status {
	return func(x caller) nd2.Status {
		k, err := x.s.connector()
		if err != nil {
			return unmade
		}
		defer k.Release()
		return call(x, k)
	}
}

// onBound returns a call on a connector that is bound.
func onBound(call func(x caller, k nd2.Connector) nd2.Status) func(x caller) nd2.Status {
	return func(x caller) nd2.Status {
		k, ok := x.s.boundConnector()
		if !ok {
			return unmade
		}
		defer k.Release()
		return call(x, k)
	}
}

// onConnected returns a call on a connector that is connected, which must leave the connection alone.
func onConnected(call func(x caller, k nd2.Connector) nd2.Status) func(x caller) nd2.Status {
	return func(x caller) nd2.Status {
		if !x.d.world.Connected(x.c.Connection) {
			return unmade
		}
		return call(x, x.d.links[x.c.Connection].connector[x.c.End])
	}
}

// onListener returns a call on a listener that is not bound.
func onListener(call func(x caller, l nd2.Listener) nd2.Status) func(x caller) nd2.Status {
	return func(x caller) nd2.Status {
		l, err := create[nd2.Listener](x.s.Listener())
		if err != nil {
			return unmade
		}
		defer l.Release()
		return call(x, l)
	}
}

// addressOf calls a method that tells an address, or private data.
func addressOf(get copyOut, room uint32) nd2.Status { return get(make([]byte, room), &room) }

// connects calls Connect to the other end.
func (x caller) connects(k nd2.Connector, pair nd2.Unknown, data []byte) nd2.Status {
	to := x.d.side[1-x.c.End].listeners[0].address
	return x.ends(k, func(o *nd2.Overlapped) nd2.Status { return k.Connect(pair, to, 0, 0, data, o) })
}

// withPair makes a call with a queue pair that is not connected.
func withPair(call func(x caller, k nd2.Connector, p nd2.QueuePair) nd2.Status) stateCall {
	return func(x caller, k nd2.Connector) nd2.Status {
		pair, err := x.s.unconnected(x.s.queues[x.c.Queue])
		if err != nil {
			return unmade
		}
		defer pair.Release()
		return call(x, k, pair)
	}
}

func connectsAnother(x caller, k nd2.Connector, p nd2.QueuePair) nd2.Status {
	return x.connects(k, p, nil)
}

func accepts(x caller, k nd2.Connector, p nd2.QueuePair) nd2.Status {
	return x.ends(k, func(o *nd2.Overlapped) nd2.Status { return k.Accept(p, 0, 0, nil, o) })
}

var refusedConnections = []refusal{
	{what: "a second CompleteConnect", call: onConnected(completes)},
	{what: "a Connect of a queue pair that is connected", call: onBound(func(x caller, k nd2.Connector) nd2.Status {
		if pair, ok := x.d.pair(x.c); ok {
			return x.connects(k, pair, nil)
		}
		return unmade
	})},
	{what: "a Connect of a connector that is connected", call: onConnected(withPair(connectsAnother))},
	{what: "a Connect of something else than a queue pair", call: onBound(func(x caller, k nd2.Connector) nd2.Status {
		return x.connects(k, x.s.queues[0], nil)
	})},
	{what: "a Connect with more private data than the adapter has", call: onBound(withPair(
		func(x caller, k nd2.Connector, p nd2.QueuePair) nd2.Status {
			if x.s.Info.MaxCallerData > manyEntries {
				return unmade
			}
			return x.connects(k, p, make([]byte, x.s.Info.MaxCallerData+1))
		}))},
	{what: "an Accept of a connector that is connected", call: onConnected(withPair(accepts))},
	{what: "an Accept of a connector that holds no request", call: onNew(withPair(accepts))},
	{what: "a CompleteConnect of a connector that does not connect", call: onNew(completes)},
	{what: "a NotifyDisconnect of no connection", call: onNew(notifies)},
	{what: "a Disconnect of a connector that is not connected", call: onNew(disconnects)},
	{what: "a Reject of a connector that holds nothing", call: onNew(func(_ caller, k nd2.Connector) nd2.Status {
		return k.Reject(nil)
	})},
	{what: "private data of no connection", call: onNew(privateDataOf)},
	{what: "read limits of no connection", call: onNew(readLimits)},
	{what: "the peer's address of no connection", call: onNew(peerOf)},
	{what: "the address of a connector that is not bound", call: onNew(func(_ caller, k nd2.Connector) nd2.Status {
		return addressOf(k.GetLocalAddress, nd2.SockaddrIn6Size)
	})},
	{what: "the address of a listener that is not bound", call: onListener(func(_ caller, l nd2.Listener) nd2.Status {
		return addressOf(l.GetLocalAddress, nd2.SockaddrIn6Size)
	})},
	{what: "a second listener at an address and port", call: onListener(func(x caller, l nd2.Listener) nd2.Status {
		return l.Bind(x.s.listeners[0].address)
	})},
	{what: "a second connector at an address and port", call: onNew(func(x caller, k nd2.Connector) nd2.Status {
		return onBound(func(_ caller, other nd2.Connector) nd2.Status {
			address, size := make([]byte, nd2.SockaddrIn6Size), uint32(nd2.SockaddrIn6Size)
			if st := other.GetLocalAddress(address, &size); st != nd2.Success {
				return st
			}
			return k.Bind(address[:size])
		})(x)
	})},
	{"a connector at an address that is not the adapter's", onNew(func(x caller, k nd2.Connector) nd2.Status {
		return k.Bind(x.s.unassigned())
	}), "connector.bind.foreign-address"},
	{"a listener at an address that is not the adapter's", onListener(func(x caller, l nd2.Listener) nd2.Status {
		return l.Bind(x.s.unassigned())
	}), "listener.bind.foreign-address"},
}
