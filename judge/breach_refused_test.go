package judge_test

import (
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
)

// connectTo asks twice how a Connect to b's listener ends.
func (s *setup) connectTo(k nd2.Connector, pair nd2.Unknown, b *end) {
	address, size := make([]byte, 28), uint32(28)
	s.listener.GetLocalAddress(address, &size)
	asks(k, func(o *nd2.Overlapped) nd2.Status { return k.Connect(pair, address[:size], 0, 0, nil, o) })
}

// notifyDisconnect asks how a NotifyDisconnect ends.
func notifyDisconnect(k nd2.Connector) { asks(k, k.NotifyDisconnect) }

// succeeds makes the n-th call of a method succeed that the provider refuses.
func succeeds(method string, n int) fault { return nth(method, n, status(nd2.Success)) }

// refusedBreaches are calls that must be refused.
func refusedBreaches() []breach {
	room := func(what, method string, call func(s *setup, a *end)) breach {
		return breach{
			"no room for " + what, map[string]string{
				calls.AdapterQueryAddressList:  "adapter.queryaddresslist",
				calls.ProviderQueryAddressList: "provider.queryaddresslist",
				calls.ConnectorGetPeerAddress:  "connector.getpeeraddress",
			}[method] + ".nd-buffer-overflow",
			false, after(method, func(_ *calls.Call, s nd2.Status) nd2.Status {
				if s == nd2.BufferOverflow {
					return nd2.Success
				}
				return s
			}), func(s *setup, a, _ *end) { call(s, a) },
		}
	}
	listing := func(list func(*nd2.SocketAddressList, *uint32) nd2.Status) {
		size := uint32(3)
		list(new(nd2.SocketAddressList), &size)
	}
	asking := func(what, rule, method string, call func(a *end)) breach {
		canceled := nth(method, 1, status(nd2.Canceled))
		return breach{what + " whose request waits", rule, true, canceled, func(s *setup, a, b *end) {
			connect, _ := s.ask(a, b)
			call(a)
			s.answer(connect, a, b)
		}}
	}
	return []breach{
		room("addresses", calls.AdapterQueryAddressList, func(_ *setup, a *end) { listing(a.QueryAddressList) }),
		room("addresses", calls.ProviderQueryAddressList, func(s *setup, _ *end) { listing(s.provider.QueryAddressList) }),
		room("an address", calls.ConnectorGetPeerAddress, func(_ *setup, a *end) { addressOf(a.conn.GetPeerAddress, 4) }),
		{
			"a connected queue pair connected again", "connector.connect.nd-connection-active", false,
			succeeds(calls.ConnectorConnect, 2), func(s *setup, a, b *end) {
				k := make1[nd2.Connector](s, a.Connector())
				s.ok("Bind", k.Bind(a.at.Sockaddr()))
				s.connectTo(k, a.pair, b)
				k.Release()
				s.message()
			},
		},
		{
			"a connector that connects two queue pairs", "connector.connect.one-queue-pair", false,
			succeeds(calls.ConnectorConnect, 2), func(s *setup, a, b *end) {
				other := make1[nd2.QueuePair](s, a.QueuePair(ndclient.Pair1(a.queue)))
				s.connectTo(a.conn, other, b)
				other.Release()
				s.message()
			},
		},
		{
			"a request that is accepted twice", "connector.accept.no-request", false, succeeds(calls.ConnectorAccept, 2),
			func(s *setup, a, b *end) {
				other := make1[nd2.QueuePair](s, b.QueuePair(ndclient.Pair1(b.queue)))
				asks(b.conn, func(o *nd2.Overlapped) nd2.Status { return b.conn.Accept(other, 0, 0, nil, o) })
				other.Release()
				s.message()
			},
		},
		asking("a NotifyDisconnect", "connector.notifydisconnect.nd-connection-invalid", calls.ConnectorNotifyDisconnect,
			func(a *end) { notifyDisconnect(a.conn) }),
		asking("a Disconnect", "connector.disconnect.nd-connection-invalid", calls.ConnectorDisconnect,
			func(a *end) { asks(a.conn, a.conn.Disconnect) }),
		{
			"a NotifyDisconnect of a request that is held", "connector.notifydisconnect.nd-connection-invalid", true,
			succeeds(calls.ConnectorNotifyDisconnect, 1), func(s *setup, a, b *end) {
				connect, _ := s.ask(a, b)
				notifyDisconnect(b.conn)
				s.answer(connect, a, b)
			},
		},
		{
			"a Disconnect after a Connect that was refused", "connector.disconnect.nd-connection-invalid", true,
			succeeds(calls.ConnectorDisconnect, 1), func(s *setup, a, b *end) {
				connect, _ := s.ask(a, b)
				b.conn.Reject(nil)
				connect.Await(limit)
				asks(a.conn, a.conn.Disconnect)
			},
		},
		{
			"a Disconnect that is refused as canceled", "connector.disconnect.nd-connection-invalid", true,
			returns(calls.ConnectorDisconnect, nd2.Canceled),
			func(_ *setup, a, _ *end) { asks(a.conn, a.conn.Disconnect) },
		},
		{
			"an end of what has not begun", "connector.notifydisconnect.not-before-established", true,
			succeeds(calls.ConnectorNotifyDisconnect, 1), func(s *setup, a, b *end) {
				connect, _ := s.ask(a, b)
				accept := ndclient.Start(b.conn, func(o *nd2.Overlapped) nd2.Status { return b.conn.Accept(b.pair, 4, 4, nil, o) })
				s.fine(connect.Succeed("Connect", limit))
				notifyDisconnect(a.conn)
				s.fine(ndclient.Start(a.conn, a.conn.CompleteConnect).Succeed("CompleteConnect", limit))
				s.fine(accept.Succeed("Accept", limit))
			},
		},
	}
}

// TestRefusedBeside: a second Connect that is refused changes nothing that is known of the first.
func TestRefusedBeside(t *testing.T) {
	s := open(t, "ref,adapters=2")
	a, b := s.ends[0], s.ends[1]
	other := make1[nd2.QueuePair](s, a.QueuePair(ndclient.Pair1(a.queue)))
	connect, _ := s.ask(a, b)
	accept := ndclient.Start(b.conn, func(o *nd2.Overlapped) nd2.Status { return b.conn.Accept(b.pair, 4, 4, nil, o) })
	s.fine(connect.Succeed("Connect", limit))
	s.connectTo(a.conn, other, b)
	s.fine(ndclient.Start(a.conn, a.conn.CompleteConnect).Succeed("CompleteConnect", limit))
	s.fine(accept.Succeed("Accept", limit))
	s.connectTo(a.conn, other, b)
	s.message()
	s.fine(ndclient.Start(a.conn, a.conn.Disconnect).Succeed("Disconnect", limit))
	s.fine(ndclient.Start(b.conn, b.conn.Disconnect).Succeed("Disconnect", limit))
	other.Release()
	for _, f := range s.close() {
		if f.Of == judge.Provider {
			t.Errorf("%v\n%v", f, f.Calls)
		}
	}
}
