package drive

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
)

// A pairOf creates a queue pair from objects that may not be what it takes, with other numbers being 1 or 0.
type pairOf = func(s *side, receives, initiated nd2.Unknown, o *nd2.Unknown) nd2.Status

func plainPair(s *side, receives, initiated nd2.Unknown, o *nd2.Unknown) nd2.Status {
	return s.Adapter.CreateQueuePair(nd2.IIDQueuePair, receives, initiated, 0, 1, 1, 1, 1, 0, o)
}

func sharedPair(s *side, receives, initiated nd2.Unknown, o *nd2.Unknown) nd2.Status {
	return s.Adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, receives, initiated, s.shared, 0, 1, 1, 0, o)
}

// refusedQueue returns the creation of a queue pair with something else in the place of one of its completion
// queues: a region, or a queue of another adapter.
func refusedQueue(what, rules string, create pairOf, initiated, shared bool) refusal {
	return refusal{what, rules, func(d *driver, s *side, c *model.Call) (nd2.Status, bool) {
		var wrong, object nd2.Unknown = s.regions[0].MemoryRegion, nil
		if o := d.side[1-c.End]; c.Choice>>40&1 == 0 && (o.Instance != s.Instance || o.ID != s.ID) {
			wrong = o.queues[0]
		}
		q := s.queues[c.Queue]
		switch {
		case shared && s.shared == nil:
			return 0, false
		case initiated:
			return create(s, q, wrong, &object), true
		}
		return create(s, wrong, q, &object), true
	}}
}

// refusedWithShared returns a creation that must fail, where there is a shared receive queue.
func refusedWithShared(what, rules string,
	create func(s *side, q nd2.CompletionQueue, object *nd2.Unknown) nd2.Status,
) refusal {
	return refusal{what, rules, func(_ *driver, s *side, c *model.Call) (nd2.Status, bool) {
		var object nd2.Unknown
		if s.shared == nil {
			return 0, false
		}
		return create(s, s.queues[c.Queue], &object), true
	}}
}

// refusedSharedPair returns the creation of a queue pair with a shared receive queue, with one number beyond the
// adapter's limit.
func refusedSharedPair(what, rules string, limit func(nd2.AdapterInfo) uint32, place int) refusal {
	return refusal{what, rules, func(_ *driver, s *side, c *model.Call) (nd2.Status, bool) {
		most := limit(s.Info)
		if s.shared == nil || most == unlimited {
			return 0, false
		}
		numbers := [3]uint32{1, 1, 0}
		numbers[place] = beyond(most, c.Choice)
		var object nd2.Unknown
		q := s.queues[c.Queue]
		return s.Adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, q, q, s.shared, 0, numbers[0], numbers[1], numbers[2],
			&object), true
	}}
}

// beyond returns a number beyond a limit: half the time the next number, otherwise a number far beyond it, which may
// overflow in a product or a sum.
func beyond(most uint32, choice uint64) uint32 {
	far := []uint32{1 << 26, 1 << 31, 1<<31 + 1, ^uint32(0)}[choice>>42&3]
	if choice>>41&1 == 0 || far <= most {
		return most + 1
	}
	return far
}

var refusedObjects = []refusal{
	{
		"a completion queue of no depth", "adapter.createcompletionqueue.nd-invalid-parameter-3",
		func(_ *driver, s *side, _ *model.Call) (nd2.Status, bool) {
			var object nd2.Unknown
			return s.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, s.File, 0, 0, 0, &object), true
		},
	},
	{
		"a shared receive queue with longer lists than the adapter has",
		"adapter.createsharedreceivequeue.nd-invalid-parameter-4",
		func(_ *driver, s *side, c *model.Call) (nd2.Status, bool) {
			var object nd2.Unknown
			if s.shared == nil || s.Info.MaxReceiveSGE == unlimited {
				return 0, false
			}
			st := s.Adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, s.File, 1,
				beyond(s.Info.MaxReceiveSGE, c.Choice), 0, 0, 0, &object)
			release(object)
			return st, true
		},
	},
	refusedWithShared("a shared receive queue by an interface of another kind",
		"adapter.createsharedreceivequeue.unknown-iid", func(s *side, q nd2.CompletionQueue, object *nd2.Unknown) nd2.Status {
			return s.Adapter.CreateSharedReceiveQueue(foreign, s.File, 1, 1, 0, 0, 0, object)
		}),
	{
		"a queue pair by an interface of another kind", "adapter.createqueuepair.unknown-iid",
		func(_ *driver, s *side, c *model.Call) (nd2.Status, bool) {
			var object nd2.Unknown
			q := s.queues[c.Queue]
			return s.Adapter.CreateQueuePair(foreign, q, q, 0, 1, 1, 1, 1, 0, &object), true
		},
	},
	refusedWithShared("a queue pair with a shared receive queue by an interface of another kind",
		"adapter.createqueuepairwithsrq.unknown-iid", func(s *side, q nd2.CompletionQueue, object *nd2.Unknown) nd2.Status {
			return s.Adapter.CreateQueuePairWithSrq(foreign, q, q, s.shared, 0, 1, 1, 0, object)
		}),
	refusedQueue("a queue pair with something else for its Receives' queue",
		"adapter.createqueuepair.nd-invalid-parameter-2",
		plainPair, false, false),
	refusedQueue("a queue pair with something else for its requests' queue",
		"adapter.createqueuepair.nd-invalid-parameter-3",
		plainPair, true, false),
	refusedQueue("a queue pair of a shared receive queue with something else for its Receives' queue",
		"adapter.createqueuepairwithsrq.nd-invalid-parameter-2", sharedPair, false, true),
	refusedQueue("a queue pair of a shared receive queue with something else for its requests' queue",
		"adapter.createqueuepairwithsrq.nd-invalid-parameter-3", sharedPair, true, true),
	refusedWithShared("a queue pair with something else for its shared receive queue",
		"adapter.createqueuepairwithsrq.nd-invalid-parameter-4",
		func(s *side, q nd2.CompletionQueue, object *nd2.Unknown) nd2.Status {
			return s.Adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, q, q, q, 0, 1, 1, 0, object)
		}),
	refusedSharedPair("a queue pair of a shared receive queue with a longer initiator queue than the adapter has",
		"adapter.createqueuepairwithsrq.nd-invalid-parameter-6", func(i nd2.AdapterInfo) uint32 {
			return i.MaxInitiatorQueueDepth
		}, 0),
	refusedSharedPair("a queue pair of a shared receive queue with longer lists than the adapter has",
		"adapter.createqueuepairwithsrq.nd-invalid-parameter-7", func(i nd2.AdapterInfo) uint32 {
			return i.MaxInitiatorSGE
		}, 1),
	refusedSharedPair("a queue pair of a shared receive queue with more inline data than the adapter has",
		"adapter.createqueuepairwithsrq.nd-invalid-parameter-8", func(i nd2.AdapterInfo) uint32 {
			return i.MaxInlineDataSize
		}, 2),
}
