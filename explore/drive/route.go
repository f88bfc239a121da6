package drive

import (
	"time"

	"github.com/ndconform/ndconform/nd2"
)

// routePatience is how long a route from one end to the other may take to show that it
// leads there.
const routePatience = time.Second

// reaches reports whether a connection can be requested from one adapter to another.
func reaches(from, to End) bool {
	ends := [2]*side{{End: from, port: newPort()}, {End: to, port: newPort()}}
	defer func() {
		for _, s := range ends {
			s.free()
		}
	}()
	for _, s := range ends {
		if s.open() != nil {
			return false
		}
	}
	if ends[1].listen() != nil {
		return false
	}
	q, err := ends[0].queue(1)
	if err != nil {
		return false
	}
	defer q.Release()
	pair, err := create[nd2.QueuePair]("CreateQueuePair", func(o *nd2.Unknown) nd2.Status {
		return ends[0].adapter.CreateQueuePair(nd2.IIDQueuePair, q, q, 0, 1, 1, 1, 1, 0, o)
	})
	if err != nil {
		return false
	}
	defer pair.Release()
	return asks(ends, pair)
}

// asks reports whether a connection request of one end reaches the other.
func asks(ends [2]*side, pair nd2.QueuePair) bool {
	var connectors [2]nd2.Connector
	for e, s := range ends {
		c, err := s.connector()
		if err != nil {
			return false
		}
		defer c.Release()
		connectors[e] = c
	}
	if connectors[0].Bind(ends[0].Sockaddr()) != nd2.Success {
		return false
	}
	at := ends[1].listeners[0]
	getting, asking := newTicket(at, ends[1].port), newTicket(connectors[0], ends[0].port)
	getting.start(func(o *nd2.Overlapped) nd2.Status { return at.GetConnectionRequest(connectors[1], o) })
	asking.start(func(o *nd2.Overlapped) nd2.Status {
		return connectors[0].Connect(pair, at.address, 0, 0, nil, o)
	})
	if asking.ended() && asking.status != nd2.Success || !getting.await(routePatience) || getting.status != nd2.Success {
		return false
	}
	connectors[1].Reject(nil)
	asking.await(routePatience)
	return true
}
