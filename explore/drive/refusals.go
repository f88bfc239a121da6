package drive

import (
	"slices"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
)

var refusals = slices.Concat(refusedCreations, refusedRequests, refusedUnconnectedRequests, refusedConnections,
	refusedAddresses, refusedObjects, refusedRegistrations, refusedAnswers, refusedConnectors, refusedFlags)

// refusedPair returns the creation of a queue pair that an adapter can't have, since
// one number is beyond its limit.
func refusedPair(what, rules string, limit func(nd2.AdapterInfo) uint32, place int) refusal {
	return refusal{what, rules, func(d *driver, s *side, c *model.Call) (nd2.Status, bool) {
		most := limit(s.Info)
		numbers := [5]uint32{1, 1, 1, 1, 0}
		numbers[place] = beyond(most, c.Choice)
		q := s.queues[c.Queue]
		var object nd2.Unknown
		if most == unlimited {
			return 0, false
		}
		return s.Adapter.CreateQueuePair(nd2.IIDQueuePair, q, q, 0, numbers[0], numbers[1], numbers[2], numbers[3],
			numbers[4], &object), true
	}}
}

// foreign is an interface of providers, which no object that is created has.
var foreign = nd2.IIDProvider

// refusedInterface returns a call that asks for an object by an interface of another kind.
func refusedInterface(what, rules string, create func(s *side, o *nd2.Unknown) nd2.Status) refusal {
	return refusal{what, rules, func(_ *driver, s *side, _ *model.Call) (nd2.Status, bool) {
		var object nd2.Unknown
		return create(s, &object), true
	}}
}

var refusedCreations = []refusal{
	{
		"a completion queue deeper than the adapter has", "adapter.createcompletionqueue.nd-invalid-parameter-3",
		func(_ *driver, s *side, c *model.Call) (nd2.Status, bool) {
			var object nd2.Unknown
			if s.Info.MaxCompletionQueueDepth == unlimited {
				return 0, false
			}
			return s.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, s.File,
				beyond(s.Info.MaxCompletionQueueDepth, c.Choice), 0, 0, &object), true
		},
	},
	{
		"a shared receive queue deeper than the adapter has", "adapter.createsharedreceivequeue.nd-invalid-parameter-3",
		func(_ *driver, s *side, c *model.Call) (nd2.Status, bool) {
			var object nd2.Unknown
			if s.shared == nil || s.Info.MaxSharedReceiveQueueDepth == unlimited {
				return 0, false
			}
			st := s.Adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, s.File,
				beyond(s.Info.MaxSharedReceiveQueueDepth, c.Choice), 1, 0, 0, 0, &object)
			release(object) // an adapter may support more than it says
			return st, true
		},
	},
	refusedPair("a queue pair with a longer receive queue than the adapter has",
		"adapter.createqueuepair.nd-invalid-parameter-5", func(i nd2.AdapterInfo) uint32 {
			return i.MaxReceiveQueueDepth
		}, 0),
	refusedPair("a queue pair with a longer initiator queue than the adapter has",
		"adapter.createqueuepair.nd-invalid-parameter-6", func(i nd2.AdapterInfo) uint32 {
			return i.MaxInitiatorQueueDepth
		}, 1),
	refusedPair("a queue pair with longer lists of Receives than the adapter has",
		"adapter.createqueuepair.nd-invalid-parameter-7", func(i nd2.AdapterInfo) uint32 { return i.MaxReceiveSGE }, 2),
	refusedPair("a queue pair with longer lists of requests than the adapter has",
		"adapter.createqueuepair.nd-invalid-parameter-8", func(i nd2.AdapterInfo) uint32 { return i.MaxInitiatorSGE }, 3),
	refusedInterface("a completion queue by an interface of another kind", "adapter.createcompletionqueue.unknown-iid",
		func(s *side, o *nd2.Unknown) nd2.Status {
			return s.Adapter.CreateCompletionQueue(foreign, s.File, 1, 0, 0, o)
		}),
	refusedInterface("a region by an interface of another kind", "adapter.creatememoryregion.unknown-iid",
		func(s *side, o *nd2.Unknown) nd2.Status {
			return s.Adapter.CreateMemoryRegion(foreign, s.File, o)
		}),
	{
		"a window by an interface of another kind", "adapter.creatememorywindow.unknown-iid",
		func(d *driver, s *side, c *model.Call) (nd2.Status, bool) {
			if !d.hasWindows(c.End) {
				return 0, false
			}
			var object nd2.Unknown
			return s.Adapter.CreateMemoryWindow(foreign, &object), true
		},
	},
	refusedInterface("a connector by an interface of another kind", "adapter.createconnector.unknown-iid",
		func(s *side, o *nd2.Unknown) nd2.Status {
			return s.Adapter.CreateConnector(foreign, s.File, o)
		}),
	refusedInterface("a listener by an interface of another kind", "adapter.createlistener.unknown-iid",
		func(s *side, o *nd2.Unknown) nd2.Status {
			return s.Adapter.CreateListener(foreign, s.File, o)
		}),
	{
		"a Query with too little room", "adapter.query.nd-buffer-overflow",
		func(_ *driver, s *side, _ *model.Call) (nd2.Status, bool) {
			info, size := nd2.AdapterInfo{InfoVersion: s.Info.InfoVersion}, uint32(8)
			return s.Adapter.Query(&info, &size), true
		},
	},
}

var refusedRequests = []refusal{
	{
		"a completion queue resized beyond the adapter's depth",
		"cq.resize.nd-invalid-parameter cq.resize.unchanged-on-failure",
		func(_ *driver, s *side, c *model.Call) (nd2.Status, bool) {
			if s.Info.MaxCompletionQueueDepth == unlimited || s.Info.AdapterFlags&nd2.AdapterCQResize == 0 {
				return 0, false
			}
			return s.queues[c.Queue].Resize(beyond(s.Info.MaxCompletionQueueDepth, c.Choice)), true
		},
	},
	{
		"a shared receive queue modified beyond the adapter's depth",
		"srq.modify.nd-invalid-parameter srq.modify.unchanged-on-failure",
		func(_ *driver, s *side, c *model.Call) (nd2.Status, bool) {
			if s.shared == nil || s.Info.MaxSharedReceiveQueueDepth == unlimited {
				return 0, false
			}
			return s.shared.Modify(beyond(s.Info.MaxSharedReceiveQueueDepth, c.Choice), 0), true
		},
	},
	{
		"a Send of more entries than any queue pair has", "qp.send.nd-data-overrun qp.send.refused-posts-nothing",
		func(d *driver, s *side, c *model.Call) (nd2.Status, bool) {
			pair, ok := d.pair(c)
			list := entriesBeyond(s.Info.MaxInitiatorSGE)
			if !ok || list == nil {
				return 0, false
			}
			return pair.Send(0, list, 0), true
		},
	},
	{
		"a Write of more entries than any queue pair has", "qp.write.nd-data-overrun",
		func(d *driver, s *side, c *model.Call) (nd2.Status, bool) {
			pair, ok := d.pair(c)
			list := entriesBeyond(s.Info.MaxInitiatorSGE)
			if !ok || list == nil {
				return 0, false
			}
			return pair.Write(0, list, 0, 0, 0), true
		},
	},
	{bindUnregistered, "qp.bind.unregistered-region", func(d *driver, s *side, c *model.Call) (nd2.Status, bool) {
		if _, ok := d.pair(c); !ok || c.Window < 0 || !d.world.MayInitiate(c.Connection, c.End) || !d.world.Quiescent() {
			return 0, false
		}
		// its result would complete them
		if len(d.world.PendingNotifies(c.End, d.world.InitiatorQueue(c.Connection, c.End))) > 0 {
			return 0, false
		}
		return d.bindUnregistered(s, c)
	}},
	{
		"a Deregister of a region with a window bound to it", "mr.deregister.busy-while-bound mr.deregister.nd-device-busy",
		func(d *driver, s *side, c *model.Call) (nd2.Status, bool) {
			n := d.world.Bound(c.End)
			if n < 0 {
				return 0, false
			}
			r := s.bound[s.windows[n]]
			return d.ended(s, r, r.Deregister), true
		},
	},
}

// refusedUnconnected returns a call on a connector that is not connected.
func refusedUnconnected(what, rules string, call func(d *driver, s *side, c nd2.Connector) nd2.Status) refusal {
	return refusal{what, rules, func(d *driver, s *side, _ *model.Call) (nd2.Status, bool) {
		connector, err := s.connector()
		if err != nil {
			return 0, false
		}
		defer connector.Release()
		return call(d, s, connector), true
	}}
}

var refusedConnections = []refusal{
	{
		"a second CompleteConnect", "connector.completeconnect.nd-connection-invalid",
		func(d *driver, s *side, c *model.Call) (nd2.Status, bool) {
			if !d.world.Connected(c.Connection) {
				return 0, false
			}
			connector := d.links[c.Connection].connector[c.End]
			return d.ended(s, connector, connector.CompleteConnect), true
		},
	},
	{
		"a Connect of a queue pair that is connected", "connector.connect.nd-connection-active",
		func(d *driver, s *side, c *model.Call) (nd2.Status, bool) {
			pair, ok := d.pair(c)
			if !ok {
				return 0, false
			}
			connector, ok := s.boundConnector()
			if !ok {
				return 0, false
			}
			defer connector.Release()
			return d.ended(s, connector, func(o *nd2.Overlapped) nd2.Status {
				return connector.Connect(pair, d.side[1-c.End].listeners[0].address, 1, 1, nil, o)
			}), true
		},
	},
	refusedUnconnected("private data of no connection", "connector.getprivatedata.nd-connection-invalid",
		func(_ *driver, _ *side, c nd2.Connector) nd2.Status {
			size := uint32(8)
			return c.GetPrivateData(make([]byte, size), &size)
		}),
	refusedUnconnected("read limits of no connection", "connector.getreadlimits.nd-connection-invalid",
		func(_ *driver, _ *side, c nd2.Connector) nd2.Status {
			var in, out uint32
			return c.GetReadLimits(&in, &out)
		}),
	refusedUnconnected("the peer's address of no connection", "connector.getpeeraddress.nd-connection-invalid",
		func(_ *driver, _ *side, c nd2.Connector) nd2.Status {
			size := uint32(nd2.SockaddrIn6Size)
			return c.GetPeerAddress(make([]byte, size), &size)
		}),
	refusedUnconnected("a NotifyDisconnect of no connection", "connector.notifydisconnect.nd-connection-invalid",
		func(d *driver, s *side, c nd2.Connector) nd2.Status {
			return d.ended(s, c, c.NotifyDisconnect)
		}),
}
