package drive

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// refusedRequest returns a request on a queue pair that was never connected: a prepared queue pair, or a new one.
func refusedRequest(what, rules string,
	post func(s *side, c *model.Call, pair nd2.QueuePair) (nd2.Status, bool),
) refusal {
	return refusal{what, rules, func(d *driver, s *side, c *model.Call) (nd2.Status, bool) {
		if d.world.IsPrepared(c.Connection) {
			return post(s, c, d.links[c.Connection].pair[c.End])
		}
		pair, err := s.unconnected(s.queues[c.Queue])
		if err != nil {
			return 0, false
		}
		defer pair.Release()
		return post(s, c, pair)
	}}
}

// unconnected creates a queue pair with room for one request, which sends all results to q.
func (s *side) unconnected(q nd2.CompletionQueue) (nd2.QueuePair, error) {
	return create[nd2.QueuePair](s.QueuePair(ndclient.Pair1(q)))
}

var refusedUnconnectedRequests = []refusal{
	refusedRequest("a Send of a queue pair that is not connected",
		"qp.send.nd-connection-invalid qp.send.refused-posts-nothing",
		func(_ *side, _ *model.Call, pair nd2.QueuePair) (nd2.Status, bool) {
			return pair.Send(nobodys, nil, 0), true
		}),
	refusedRequest("a Write of a queue pair that is not connected",
		"qp.write.nd-connection-invalid qp.write.refused-posts-nothing",
		func(_ *side, _ *model.Call, pair nd2.QueuePair) (nd2.Status, bool) {
			return pair.Write(nobodys, nil, 0, 0, 0), true
		}),
	refusedRequest("a Bind of a queue pair that is not connected",
		"qp.bind.nd-connection-invalid qp.bind.refused-posts-nothing",
		func(s *side, c *model.Call, pair nd2.QueuePair) (nd2.Status, bool) {
			if c.Window < 0 {
				return 0, false
			}
			return pair.Bind(nobodys, s.regions[0].MemoryRegion, s.windows[c.Window], s.regions[0].bytes, nd2.AllowRead), true
		}),
	{
		"a Receive of more entries than any queue pair has", "qp.receive.nd-data-overrun qp.receive.refused-posts-nothing",
		func(d *driver, s *side, c *model.Call) (nd2.Status, bool) {
			pair, ok := d.pair(c)
			list := entriesBeyond(s.Info.MaxReceiveSGE)
			if !ok || list == nil || s.shared != nil && c.Connection%2 == 1 { // whose Receives are of the shared queue
				return 0, false
			}
			return pair.Receive(nobodys, list), true
		},
	},
	{
		"a Receive of more entries than any shared receive queue has",
		"srq.receive.nd-data-overrun srq.receive.refused-posts-nothing",
		func(_ *driver, s *side, _ *model.Call) (nd2.Status, bool) {
			list := entriesBeyond(s.Info.MaxReceiveSGE)
			if s.shared == nil || list == nil {
				return 0, false
			}
			return s.shared.Receive(nobodys, list), true
		},
	},
	{
		"a queue pair with more inline data than the adapter has", "adapter.createqueuepair.nd-invalid-parameter-9",
		func(_ *driver, s *side, c *model.Call) (nd2.Status, bool) {
			if s.Info.MaxInlineDataSize == unlimited {
				return 0, false
			}
			var object nd2.Unknown
			q := s.queues[c.Queue]
			return s.Adapter.CreateQueuePair(nd2.IIDQueuePair, q, q, 0, 1, 1, 1, 1, s.Info.MaxInlineDataSize+1, &object), true
		},
	},
}
