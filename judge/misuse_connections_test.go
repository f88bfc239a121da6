package judge_test

import (
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// connectionMisuses misuse connectors.
var connectionMisuses = []misuse{
	{"a queue pair connected again after Disconnect", "client.queue-pair.after-disconnect", false, func(s *setup, a,
		b *end,
	) {
		s.fine(s.connection.Disconnect(limit))
		k := make1[nd2.Connector](s, a.Connector())
		s.ok("Bind", k.Bind(a.at.Sockaddr()))
		s.ended(k, func(o *nd2.Overlapped) nd2.Status { return k.Connect(a.pair, b.at.Sockaddr(), 0, 0, nil, o) })
		k.Release()
	}},
	{"CompleteConnect without Connect", "client.connector.not-connecting", true, func(s *setup, a, b *end) {
		s.ended(a.conn, a.conn.CompleteConnect)
	}},
	{"CompleteConnect on the passive side", "client.connector.not-connecting", false, func(s *setup, a, b *end) {
		s.ended(b.conn, b.conn.CompleteConnect)
	}},
	{"CompleteConnect twice", "client.connector.not-connecting", false, func(s *setup, a, b *end) {
		s.ended(a.conn, a.conn.CompleteConnect)
	}},
	{"an Accept after a canceled one", "client.connector.reused", true, func(s *setup, a, b *end) {
		connect, _ := s.ask(a, b)
		accept := ndclient.Start(b.conn, func(o *nd2.Overlapped) nd2.Status { return b.conn.Accept(b.pair, 4, 4, nil, o) })
		b.conn.CancelOverlappedRequests()
		accept.Await(limit)
		s.ended(b.conn, func(o *nd2.Overlapped) nd2.Status { return b.conn.Accept(b.pair, 4, 4, nil, o) })
		a.conn.CancelOverlappedRequests()
		connect.Await(limit)
	}},
	{"a connector whose Connect was canceled", "client.connector.reused", true, func(s *setup, a, b *end) {
		connect, _ := s.ask(a, b)
		a.conn.CancelOverlappedRequests()
		connect.Await(limit)
		s.ended(a.conn, func(o *nd2.Overlapped) nd2.Status {
			return a.conn.Connect(a.pair, b.at.Sockaddr(), 0, 0, nil, o)
		})
	}},
	{"a second Accept of one request", "client.connector.no-request", false, func(s *setup, a, b *end) {
		s.ended(b.conn, func(o *nd2.Overlapped) nd2.Status { return b.conn.Accept(b.pair, 4, 4, nil, o) })
	}},
	{"a Reject after Accept", "client.connector.reject-connected", false, func(s *setup, a, b *end) {
		b.conn.Reject(nil)
	}},
	{"a Reject after CompleteConnect", "client.connector.reject-connected", false, func(s *setup, a, b *end) {
		a.conn.Reject(nil)
	}},
	{"a Reject with private data that are too long", "client.private-data.too-long", true, func(s *setup, a, b *end) {
		connect, _ := s.ask(a, b)
		b.conn.Reject(make([]byte, b.at.Info.MaxCalleeData+1))
		a.conn.CancelOverlappedRequests()
		connect.Await(limit)
	}},
	{"a queue pair connected that was released", "client.object.used-after-release", true, func(s *setup, a, b *end) {
		pair := make1[nd2.QueuePair](s, a.QueuePair(ndclient.Pair1(a.queue)))
		pair.Release()
		s.ok("Bind", a.conn.Bind(a.at.Sockaddr()))
		s.ended(a.conn, func(o *nd2.Overlapped) nd2.Status {
			return a.conn.Connect(pair, b.at.Sockaddr(), 0, 0, nil, o)
		})
	}},
	{"a request for a connector that was released", "client.object.used-after-release", true, func(s *setup, a, b *end) {
		l, k := make1[nd2.Listener](s, b.Listener()), make1[nd2.Connector](s, b.Connector())
		_, f := b.at.Listen(l)
		s.fine(f)
		k.Release()
		s.ended(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(k, o) })
		l.Release()
	}},
	{"a Connect without a queue pair", "client.object.wrong", true, func(s *setup, a, b *end) {
		s.ok("Bind", a.conn.Bind(a.at.Sockaddr()))
		s.ended(a.conn, func(o *nd2.Overlapped) nd2.Status { return a.conn.Connect(nil, b.at.Sockaddr(), 0, 0, nil, o) })
	}},
	{"a request without a connector", "client.object.wrong", true, func(s *setup, a, b *end) {
		l := make1[nd2.Listener](s, b.Listener())
		_, f := b.at.Listen(l)
		s.fine(f)
		s.ended(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(nil, o) })
		l.Release()
	}},
}
