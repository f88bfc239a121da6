package judge_test

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// quietStates are states that a ruling decides, or in which a page leaves open how a call or a request ends.
var quietStates = []quietState{
	{"qp.read.no-read-limit", calls.CQGetResults, nd2.RequestRead, true, func(s *setup, a, b *end) {
		s.reads = -1
		s.connect()
		s.message()
		s.ok("Read", a.pair.Read(1, a.entry(0, 8), memory.Address(b.memory), b.region.GetRemoteToken(), 0))
		s.take(a.queue, 1)
	}},
	{"cq.getresults.send.nd-remote-error", calls.CQGetResults, nd2.RequestSend, false, tooLong},
	{"cq.getresults.receive.nd-buffer-overflow", calls.CQGetResults, nd2.RequestReceive, false, tooLong},
	{"mr.bounds.read", calls.CQGetResults, nd2.RequestRead, false, func(s *setup, a, b *end) {
		a.reads(s, b.memory[size-32:], b.region.GetRemoteToken())
	}},
	{"cq.getresults.remote-access", calls.CQGetResults, nd2.RequestWrite, false, func(s *setup, a, b *end) {
		s.ok("Write", a.pair.Write(1, a.entry(0, 64), memory.Address(b.memory[size-32:]), b.region.GetRemoteToken(), 0))
		s.take(a.queue, 1)
	}},
	{"cq.getresults.send.nd-access-violation", calls.CQGetResults, nd2.RequestSend, false, func(s *setup, a, _ *end) {
		a.fail()
		s.take(a.queue, 1)
	}},
	{"cq.getresults.receive.nd-canceled", calls.CQGetResults, nd2.RequestReceive, false, func(s *setup, a, _ *end) {
		s.ok("Receive", a.pair.Receive(1, a.entry(0, 8)))
		s.ok("Flush", a.pair.Flush())
		s.take(a.queue, 1)
	}},
	{"qp.flush.later-requests", calls.QPSend, 0, false, func(s *setup, a, _ *end) {
		s.ok("Flush", a.pair.Flush())
		a.pair.Send(1, nil, 0)
	}},
	{"qp.read.invalid-flags", calls.QPRead, 0, false, func(s *setup, a, b *end) {
		s.message()
		a.pair.Read(1, a.entry(0, 8), memory.Address(b.memory), b.region.GetRemoteToken(), nd2.Inline)
		a.pair.Flush()
	}},
	{"qp.bind.no-access-flag", calls.QPBind, 0, false, func(s *setup, a, _ *end) {
		a.pair.Bind(1, a.region, a.window, a.memory[:8], 0)
		a.pair.Flush()
		a.keeps[a.region] = true
	}},
	{"connector.getprivatedata.connected", calls.ConnectorGetPrivateData, 0, false, func(_ *setup, a, _ *end) {
		addressOf(a.conn.GetPrivateData, 512)
	}},
	{"connector.getreadlimits.connected", calls.ConnectorGetReadLimits, 0, false, func(_ *setup, a, _ *end) {
		limitsOf(a.conn)
	}},
	{"connector.connect.not-reusable", calls.ConnectorConnect, 0, true, func(s *setup, a, b *end) {
		connectsAndAsks(s, a, b)
		a.conn.Connect(a.pair, b.at.Sockaddr(), 0, 0, nil, new(nd2.Overlapped))
	}},
	{"connector.connect.not-reusable", calls.ConnectorConnect, 0, true, func(s *setup, a, b *end) {
		connectsAndAsks(s, a, b)
		a.conn.Connect(a.pair, b.at.Sockaddr(), 0, 0, make([]byte, 512), new(nd2.Overlapped))
	}},
	{"connector.connect.after-disconnect", calls.ConnectorConnect, 0, false, func(s *setup, a, b *end) {
		s.fine(s.connection.Disconnect(limit))
		pair := make1[nd2.QueuePair](s, a.QueuePair(ndclient.Pair1(a.queue)))
		a.conn.Connect(pair, b.at.Sockaddr(), 0, 0, nil, new(nd2.Overlapped))
		pair.Release()
	}},
	{"cq.notify.nd-canceled", calls.GetOverlappedResult, 0, false, func(_ *setup, a, _ *end) { asks(a.queue, a.notify) }},
	{"connector.notifydisconnect.nd-canceled", calls.GetOverlappedResult, 0, false, func(_ *setup, a, _ *end) {
		asks(a.conn, a.conn.NotifyDisconnect)
	}},
	{"connector.notifydisconnect.own-disconnect", calls.GetOverlappedResult, 0, false, func(s *setup, a, _ *end) {
		r := ndclient.NewRequest(a.conn)
		r.Start(a.conn.NotifyDisconnect)
		s.fine(s.connection.Disconnect(limit))
		r.Await(limit)
	}},
	{"mr.register.after-deregister", calls.MRRegister, 0, true, func(s *setup, a, _ *end) {
		s.deregister(a.region)
		s.register(a.region, a.memory, everything)
	}},
	{"adapter.createqueuepair.maxima-together", calls.AdapterCreateQueuePair, 0, true, func(_ *setup, a, _ *end) {
		i := a.at.Info
		pair, f := ndclient.Create[nd2.QueuePair](a.QueuePair(ndclient.Pair{
			Receives: a.queue, Initiated: a.queue, ReceiveDepth: i.MaxReceiveQueueDepth,
			InitiatorDepth: i.MaxInitiatorQueueDepth, ReceiveEntries: i.MaxReceiveSGE, InitiatorEntries: i.MaxInitiatorSGE,
			Inline: i.MaxInlineDataSize,
		}))
		if f == nil {
			pair.Release()
		}
	}},
	{"srq.receive.own-depth", calls.SRQReceive, 0, true, func(s *setup, a, _ *end) {
		q := make1[nd2.SharedReceiveQueue](s, a.SharedReceiveQueue(1, 1, 0))
		for n := range uintptr(3) {
			q.Receive(n, nil)
		}
		q.Release()
	}},
}

// tooLong sends more than the Receive has room for.
func tooLong(s *setup, a, b *end) {
	s.ok("Receive", b.pair.Receive(1, b.entry(0, 9)))
	s.ok("Send", a.pair.Send(2, a.entry(0, 64), 0))
	s.take(b.queue, 1)
	s.take(a.queue, 1)
}
