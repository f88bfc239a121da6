package ndclient

import (
	"time"

	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// A Connection is a connection between two ends: a queue pair and a connector at each. End 0 is the active side.
type Connection struct {
	Pair      [2]nd2.QueuePair
	Connector [2]nd2.Connector
}

// Connect connects the ends, from an address to the other end's listener, with a limit of reads Reads each way. Each
// step may take limit.
func (c *Connection) Connect(from []byte, l nd2.Listener, to []byte, reads uint32, limit time.Duration) *Failure {
	active, passive := c.Connector[0], c.Connector[1]
	if f := Step("Bind", func() nd2.Status { return active.Bind(from) }); f != nil {
		return f
	}
	get := Insist(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(passive, o) })
	connect := Insist(active, func(o *nd2.Overlapped) nd2.Status {
		return active.Connect(c.Pair[0], to, reads, reads, nil, o)
	})
	if s := connect.Returned; s != nd2.Pending && s != nd2.Success {
		return &Failure{Method: "Connect", Status: s}
	}
	if f := arrive(get, connect, limit); f != nil {
		return f
	}
	accept := Insist(passive, func(o *nd2.Overlapped) nd2.Status {
		return passive.Accept(c.Pair[1], reads, reads, nil, o)
	})
	if f := connect.Succeed("Connect", limit); f != nil {
		return f
	}
	if f := Insist(active, active.CompleteConnect).Succeed("CompleteConnect", limit); f != nil {
		return f
	}
	return accept.Succeed("Accept", limit)
}

// arrive waits for a connection request, unless its Connect fails. Then the GetConnectionRequest pends.
func arrive(get, connect *Request, limit time.Duration) *Failure {
	refused := func() bool { return connect.Ended() && connect.Final().Failed() }
	timeout.Until(limit, get.Event.Signaled, func() bool { return get.Ended() || refused() })
	if !get.Ended() && refused() {
		return succeeded("Connect", connect.Final())
	}
	return succeeded("GetConnectionRequest", get.Final())
}

// Rejected makes a connection request that the other end rejects, without a queue pair there. It ignores how Connect
// ends.
func (c *Connection) Rejected(from []byte, l nd2.Listener, to []byte, limit time.Duration) *Failure {
	active, passive := c.Connector[0], c.Connector[1]
	if f := Step("Bind", func() nd2.Status { return active.Bind(from) }); f != nil {
		return f
	}
	get := Insist(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(passive, o) })
	connect := Insist(active, func(o *nd2.Overlapped) nd2.Status { return active.Connect(c.Pair[0], to, 0, 0, nil, o) })
	if s := connect.Returned; s.Failed() {
		return &Failure{Method: "Connect", Status: s}
	}
	if f := arrive(get, connect, limit); f != nil {
		return f
	}
	if s := passive.Reject(nil); s.Failed() {
		return &Failure{Method: "Reject", Status: s}
	}
	if !connect.Await(limit) {
		return &Failure{Method: "Connect", Status: nd2.Pending}
	}
	return nil
}

// Leave ends connections. A pending Disconnect may wait for the other end's, whose outcome is unknown; a connector at
// end 1 may belong to another connection in the list.
func Leave(list []*Connection, limit time.Duration) *Failure {
	leaving := make([]*Request, 0, 2*len(list))
	waits := false
	for _, c := range list {
		leaving = append(leaving, Insist(c.Connector[0], c.Connector[0].Disconnect))
	}
	for _, r := range leaving {
		waits = waits || !r.Ended()
	}
	if waits {
		for _, c := range list {
			leaving = append(leaving, Insist(c.Connector[1], c.Connector[1].Disconnect))
		}
	}
	for i, r := range leaving {
		if f := r.Succeed("Disconnect", limit); f != nil && (i < len(list) || f.Status == nd2.Pending) {
			return f
		}
	}
	return nil
}

// Disconnect ends the connection, and flushes its queue pairs.
func (c *Connection) Disconnect(limit time.Duration) *Failure {
	if f := Leave([]*Connection{c}, limit); f != nil {
		return f
	}
	for _, pair := range c.Pair {
		if f := succeeded("Flush", pair.Flush()); f != nil {
			return f
		}
	}
	return nil
}

// Release releases the connection's objects, as far as they exist.
func (c *Connection) Release() {
	for e := range c.Pair {
		if c.Pair[e] != nil {
			c.Pair[e].Release()
		}
		if c.Connector[e] != nil {
			c.Connector[e].Release()
		}
	}
}
