package judge_test

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// ndclientPair is a queue pair of four requests of each kind, of one entry.
func ndclientPair(receives, initiated nd2.CompletionQueue) ndclient.Pair {
	return ndclient.Pair{
		Receives: receives, Initiated: initiated, ReceiveDepth: depth, InitiatorDepth: depth, ReceiveEntries: 1,
		InitiatorEntries: 1,
	}
}

// sharing uses a shared receive queue of b's; its only queue pair has Receives and messages.
func sharing(use func(s *setup, from nd2.QueuePair, to nd2.SharedReceiveQueue, results nd2.CompletionQueue),
) func(s *setup, a, b *end) {
	return func(s *setup, a, b *end) {
		q := make1[nd2.SharedReceiveQueue](s, b.SharedReceiveQueue(depth, 1, 2))
		results := make1[nd2.CompletionQueue](s, b.CompletionQueue(2*depth))
		p := ndclientPair(results, b.queue)
		p.Shared = q
		l := make1[nd2.Listener](s, b.Listener())
		to, f := b.at.Listen(l)
		s.fine(f)
		c := ndclient.Connection{
			Pair: [2]nd2.QueuePair{
				make1[nd2.QueuePair](s, a.QueuePair(ndclientPair(a.queue, a.queue))), make1[nd2.QueuePair](s, b.QueuePair(p)),
			},
			Connector: [2]nd2.Connector{
				make1[nd2.Connector](s, a.Connector()), make1[nd2.Connector](s, b.Connector()),
			},
		}
		s.fine(c.Connect(a.at.Sockaddr(), l, to, 4, limit))
		for n := range uintptr(2) {
			if q.Receive(n, b.entry(0, 64)) != nd2.Success {
				break
			}
		}
		use(s, c.Pair[0], q, results)
		s.fine(c.Disconnect(limit))
		results.GetResults(make([]nd2.Result, 8))
		b.poll()
		a.poll()
		l.Release()
		c.Release()
		q.Release()
		results.Release()
	}
}

// sent sends two messages to the shared queue, and takes the results wherever they come.
func sent(s *setup, from nd2.QueuePair, _ nd2.SharedReceiveQueue, results nd2.CompletionQueue) {
	a, b := s.ends[0], s.ends[1]
	for n := range uintptr(2) {
		s.ok("Send", from.Send(n, a.entry(0, 32), 0))
	}
	s.take(a.queue, 2)
	results.GetResults(make([]nd2.Result, 4))
	b.poll()
}

// asksShared asks for a notification of the shared queue.
func asksShared(_ *setup, _ nd2.QueuePair, q nd2.SharedReceiveQueue, _ nd2.CompletionQueue) {
	asks(q, q.Notify)
}

// sharedBreaches break rules of shared receive queues.
func sharedBreaches() []breach {
	return []breach{
		{
			"a place that is left", "srq.receive.nd-no-more-entries", true, returns(calls.SRQReceive, nd2.NoMoreEntries),
			sharing(asksShared),
		},
		{
			"a Receive before there is a queue pair", "srq.receive.before-connecting", true,
			returns(calls.SRQReceive, nd2.ConnectionInvalid), func(s *setup, a, _ *end) {
				q := make1[nd2.SharedReceiveQueue](s, a.SharedReceiveQueue(depth, 1, 0))
				q.Receive(1, a.entry(0, 9))
				q.Release()
			},
		},
		{
			"a Notify that nobody has canceled", "srq.notify.nd-success", true, canceledUnasked(calls.SRQNotify),
			sharing(asksShared),
		},
		{"a Receive that is overtaken", "srq.receive.order", true, late(nd2.RequestReceive), sharing(sent)},
		{
			"a Receive that is passed over", "srq.receive.order", true, lost(nd2.RequestReceive, 1), sharing(sent),
		},
		{
			"the context of no queue pair", "srq.receive.queue-pair-context", true,
			result(nd2.RequestReceive, func(r *nd2.Result) { r.QueuePairContext ^= 1 << 40 }), sharing(sent),
		},
		{
			"results in the other queue", "srq.receive.receive-completion-queue", true,
			at(calls.AdapterCreateQueuePairWithSrq, func(c *calls.Call) nd2.Status {
				c.ReceiveCQ = c.InitiatorCQ
				return c.Proceed()
			}), sharing(sent),
		},
		{
			"more messages than were sent", "srq.receive.shared-among-queue-pairs", true, func() fault {
				posted := []uintptr{}
				return func(c *calls.Call) nd2.Status {
					s := c.Proceed()
					switch {
					case c.Method == calls.SRQReceive:
						posted = append(posted, c.Context)
					case c.Method == calls.CQGetResults && c.Count == 1 && c.Results[0].RequestType == nd2.RequestReceive &&
						len(c.Results) > 1 && len(posted) > 1:
						c.Results[1] = c.Results[0]
						c.Results[1].RequestContext, c.Count, posted = posted[1], 2, nil
					}
					return s
				}
			}(), sharing(func(s *setup, from nd2.QueuePair, _ nd2.SharedReceiveQueue, results nd2.CompletionQueue) {
				s.ok("Send", from.Send(1, s.ends[0].entry(0, 32), 0))
				s.take(s.ends[0].queue, 1)
				results.GetResults(make([]nd2.Result, 4))
			}),
		},
	}
}
