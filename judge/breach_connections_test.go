package judge_test

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// limitsOf asks a connector for its limits of Reads.
func limitsOf(k nd2.Connector) {
	var in, out uint32
	k.GetReadLimits(&in, &out)
}

// answer makes b accept and both ends finish what s.ask has begun.
func (s *setup) answer(connect *ndclient.Request, a, b *end) {
	accept := ndclient.Start(b.conn, func(o *nd2.Overlapped) nd2.Status { return b.conn.Accept(b.pair, 4, 4, nil, o) })
	s.fine(connect.Succeed("Connect", limit))
	s.fine(ndclient.Start(a.conn, a.conn.CompleteConnect).Succeed("CompleteConnect", limit))
	s.fine(accept.Succeed("Accept", limit))
}

// connectionBreaches break rules of connectors and listeners.
func connectionBreaches() []breach {
	return []breach{
		{
			"an Accept without a request", "connector.accept.no-request", true, returns(calls.ConnectorAccept, nd2.Success),
			func(_ *setup, a, _ *end) { a.conn.Accept(a.pair, 0, 0, nil, new(nd2.Overlapped)) },
		},
		{
			"a CompleteConnect without a Connect", "connector.completeconnect.nd-connection-invalid", true,
			returns(calls.ConnectorCompleteConnect, nd2.Success),
			func(_ *setup, a, _ *end) { a.conn.CompleteConnect(new(nd2.Overlapped)) },
		},
		{
			"an Accept that ends before CompleteConnect", "connector.accept.nd-success", true, func() fault {
				done := false
				return func(c *calls.Call) nd2.Status {
					s := c.Proceed()
					if c.Method == calls.GetOverlappedResult && c.Kind == "IND2Connector" && s == nd2.Pending && !done {
						done = true
						return nd2.Success
					}
					return s
				}
			}(), func(s *setup, a, b *end) {
				connect, _ := s.ask(a, b)
				o := &nd2.Overlapped{Event: new(ndclient.Event)}
				b.conn.Accept(b.pair, 4, 4, nil, o)
				s.fine(connect.Succeed("Connect", limit))
				b.conn.GetOverlappedResult(o, false)
				s.fine(ndclient.Start(a.conn, a.conn.CompleteConnect).Succeed("CompleteConnect", limit))
				b.conn.GetOverlappedResult(o, true)
			},
		},
		{
			"a queue pair that a failed Connect has spoiled", "connector.connect.failure-spares-queue-pair", true,
			nth(calls.ConnectorConnect, 2, status(nd2.ConnectionActive)), func(s *setup, a, b *end) {
				connect, _ := s.ask(a, b)
				b.conn.Reject(nil)
				connect.Await(limit)
				k := make1[nd2.Connector](s, a.Connector())
				s.ok("Bind", k.Bind(a.at.Sockaddr()))
				asks(k, func(o *nd2.Overlapped) nd2.Status { return k.Connect(a.pair, b.at.Sockaddr(), 0, 0, nil, o) })
				k.Release()
			},
		},
		{
			"private data of another", "connector.connect.private-data", true,
			after(calls.ConnectorGetPrivateData, func(c *calls.Call, s nd2.Status) nd2.Status {
				*c.Size = 1
				return s
			}), func(s *setup, a, b *end) {
				connect, _ := s.ask(a, b)
				addressOf(b.conn.GetPrivateData, 512)
				s.answer(connect, a, b)
			},
		},
		{
			"another address than the request came to", "connector.getlocaladdress.requested", true,
			wrongPort(calls.ConnectorGetLocalAddress), func(s *setup, a, b *end) {
				connect, _ := s.ask(a, b)
				addressOf(b.conn.GetLocalAddress, 28)
				s.answer(connect, a, b)
			},
		},
		{
			"limits before there are any", "connector.getreadlimits.nd-connection-invalid", true,
			returns(calls.ConnectorGetReadLimits, nd2.Success), func(s *setup, a, b *end) {
				connect, _ := s.ask(a, b)
				limitsOf(a.conn)
				s.answer(connect, a, b)
			},
		},
		{
			"limits that the one who asks does not have", "connector.getreadlimits.passive", true,
			after(calls.ConnectorGetReadLimits, func(c *calls.Call, s nd2.Status) nd2.Status {
				*c.InboundLimit = 5
				return s
			}), func(s *setup, a, b *end) {
				connect, _ := s.ask(a, b)
				limitsOf(b.conn)
				s.answer(connect, a, b)
			},
		},
		{
			"a connection that is unknown after Disconnect", "connector.notifydisconnect.after-own-disconnect", false,
			at(calls.ConnectorNotifyDisconnect, status(nd2.ConnectionInvalid)), func(s *setup, a, b *end) {
				disconnect := ndclient.Start(a.conn, a.conn.Disconnect)
				ndclient.Start(a.conn, a.conn.NotifyDisconnect).Await(limit)
				s.fine(disconnect.Succeed("Disconnect", limit))
				a.keeps[a.conn], b.keeps[b.conn] = true, true
				a.conn.Release()
				b.conn.Release()
			},
		},
		{
			"a request for what is no connector", "listener.getconnectionrequest.no-connector", false,
			nth(calls.ListenerGetConnectionRequest, 2, status(nd2.Success)), func(s *setup, _, b *end) {
				s.listener.GetConnectionRequest(b.queue, new(nd2.Overlapped))
			},
		},
		{
			"an address of a listener that has none", "listener.getlocaladdress.nd-invalid-device-state", true,
			returns(calls.ListenerGetLocalAddress, nd2.Success), func(s *setup, a, _ *end) {
				l := make1[nd2.Listener](s, a.Listener())
				addressOf(l.GetLocalAddress, 28)
				l.Release()
			},
		},
		{
			"no address of a listener that listens", "listener.getlocaladdress.nd-success", false,
			nth(calls.ListenerGetLocalAddress, 2, status(nd2.InvalidDeviceState)),
			func(s *setup, _, _ *end) { addressOf(s.listener.GetLocalAddress, 28) },
		},
	}
}
