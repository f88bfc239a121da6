package drive

import (
	"runtime"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// here returns a call on a queue pair that is connected.
func here(call func(x caller, pair nd2.QueuePair) nd2.Status) func(x caller) nd2.Status {
	return func(x caller) nd2.Status {
		if pair, ok := x.d.pair(x.c); ok {
			return call(x, pair)
		}
		return unmade
	}
}

// withRoom returns a request on a queue pair that is connected and has room for it.
func withRoom(call func(x caller, pair nd2.QueuePair) nd2.Status) func(x caller) nd2.Status {
	return here(func(x caller, pair nd2.QueuePair) nd2.Status {
		if !x.d.world.HasPlace(x.c.Connection, x.c.End) || !x.d.world.MayInitiate(x.c.Connection, x.c.End) {
			return unmade
		}
		return call(x, pair)
	})
}

// loose returns a request on a queue pair that was never connected: a prepared queue pair, or a new one.
func loose(call func(x caller, pair nd2.QueuePair) nd2.Status) func(x caller) nd2.Status {
	return func(x caller) nd2.Status {
		if x.d.world.IsPrepared(x.c.Connection) {
			return call(x, x.d.links[x.c.Connection].pair[x.c.End])
		}
		pair, err := x.s.unconnected(x.s.queues[x.c.Queue])
		if err != nil {
			return unmade
		}
		defer pair.Release()
		return call(x, pair)
	}
}

// unconnected creates a queue pair with room for one request, which sends all results to q.
func (s *side) unconnected(q nd2.CompletionQueue) (nd2.QueuePair, error) {
	return create[nd2.QueuePair](s.QueuePair(ndclient.Pair1(q)))
}

// pair returns the queue pair of a call, and whether its connection is up.
func (d *driver) pair(c *model.Call) (nd2.QueuePair, bool) {
	return d.links[c.Connection].pair[c.End], d.world.Connected(c.Connection)
}

// flag chooses one of some flags.
func (x caller) flag(flags ...nd2.OpFlags) nd2.OpFlags {
	return flags[x.c.Choice>>40%uint64(len(flags))]
}

// nobodys is the context of a request that the model does not know of.
const nobodys = uintptr(1) << 62

var refusedRequests = []refusal{
	{what: "a completion queue resized beyond the adapter's depth", call: func(x caller) nd2.Status {
		if x.s.Info.MaxCompletionQueueDepth == unlimited || x.s.Info.AdapterFlags&nd2.AdapterCQResize == 0 {
			return unmade
		}
		return x.s.queues[x.c.Queue].Resize(x.beyond(x.s.Info.MaxCompletionQueueDepth))
	}},
	{what: "a shared receive queue modified beyond the adapter's depth", call: func(x caller) nd2.Status {
		if x.s.shared == nil || x.s.Info.MaxSharedReceiveQueueDepth == unlimited {
			return unmade
		}
		return x.s.shared.Modify(x.beyond(x.s.Info.MaxSharedReceiveQueueDepth), 0)
	}},
	{what: "a Send with a flag of others", call: withRoom(func(x caller, pair nd2.QueuePair) nd2.Status {
		return pair.Send(nobodys, nil, x.flag(nd2.AllowRead, nd2.AllowWrite))
	})},
	{what: "a Write with a flag of others", call: withRoom(func(x caller, pair nd2.QueuePair) nd2.Status {
		return pair.Write(nobodys, nil, 0, 0, x.flag(nd2.SendAndSolicitEvent, nd2.AllowRead, nd2.AllowWrite))
	})},
	{what: "a Send of a queue pair that is not connected", call: loose(func(_ caller, pair nd2.QueuePair) nd2.Status {
		return pair.Send(nobodys, nil, 0)
	})},
	{what: "a Write of a queue pair that is not connected", call: loose(func(_ caller, pair nd2.QueuePair) nd2.Status {
		return pair.Write(nobodys, nil, 0, 0, 0)
	})},
	{what: "a Read of a queue pair that is not connected", call: loose(func(x caller, pair nd2.QueuePair) nd2.Status {
		if x.s.Info.MaxOutboundReadLimit == 0 {
			return unmade
		}
		return pair.Read(nobodys, nil, 0, 0, 0)
	})},
	{what: "a Bind of a queue pair that is not connected", call: loose(func(x caller, pair nd2.QueuePair) nd2.Status {
		if x.c.Window < 0 {
			return unmade
		}
		r := x.s.regions[0]
		return pair.Bind(nobodys, r.MemoryRegion, x.s.windows[x.c.Window], r.bytes, nd2.AllowRead)
	})},
	{what: "an Invalidate of a queue pair that is not connected", call: loose(func(x caller, p nd2.QueuePair) nd2.Status {
		if len(x.s.windows) == 0 {
			return unmade
		}
		return p.Invalidate(nobodys, x.s.windows[x.c.Choice>>40%uint64(len(x.s.windows))], 0)
	})},
	{"a Bind to a region that is not registered", bindUnregistered, "qp.bind.unregistered-region"},
	{"a Deregister of a region with a window bound to it", func(x caller) nd2.Status {
		n := x.d.world.Bound(x.c.End)
		if n < 0 {
			return unmade
		}
		r := x.s.bound[x.s.windows[n]]
		return x.ends(r, r.Deregister)
	}, "mr.deregister.busy-while-bound mr.deregister.nd-device-busy"},
	{what: "a Register of a region that is registered", call: func(x caller) nd2.Status {
		r := x.s.regions[x.c.Choice>>32%uint64(len(x.s.regions))]
		half := r.bytes[:(len(r.bytes)+1)/2]
		return x.ends(r, func(o *nd2.Overlapped) nd2.Status { return r.Register(half, nd2.AllowLocalWrite, o) })
	}},
	{what: "a Register of no bytes", call: func(x caller) nd2.Status {
		r, err := create[nd2.MemoryRegion](x.s.MemoryRegion())
		if err != nil {
			return unmade
		}
		defer r.Release()
		st := x.ends(r, func(o *nd2.Overlapped) nd2.Status { return r.Register(nil, rights, o) })
		if st == nd2.Success { // which is for the specs to judge
			x.ends(r, r.Deregister)
		}
		return st
	}},
}

// bindUnregistered binds a window to a region that has been registered and deregistered, while
// nothing else is on its way. A provider may look at the region only later; then the result fails,
// and that ends the connection.
func bindUnregistered(x caller) nd2.Status {
	d, s, c := x.d, x.s, x.c
	pair, ok := d.pair(c)
	if !ok || c.Window < 0 || !d.world.MayInitiate(c.Connection, c.End) || !d.world.Quiescent() ||
		len(d.world.PendingNotifies(c.End, d.world.InitiatorQueue(c.Connection, c.End))) > 0 { // its result would end them
		return unmade
	}
	r, err := create[nd2.MemoryRegion](s.MemoryRegion())
	if err != nil {
		return unmade
	}
	defer r.Release()
	bytes := s.regions[0].bytes
	register := func(o *nd2.Overlapped) nd2.Status { return r.Register(bytes, rights, o) }
	if x.ends(r, register) != nd2.Success || x.ends(r, r.Deregister) != nd2.Success {
		return unmade
	}
	if st := pair.Bind(nobodys, r, s.windows[c.Window], bytes, nd2.AllowRead); st != nd2.Success {
		return st
	}
	if st := d.resultOfNobodys(s, c); !st.Failed() {
		return st
	}
	if caught(func() { d.finish(&model.Call{End: c.End, Connection: c.Connection}, program.Flush) }) != nil {
		return nd2.Success
	}
	return unmade // the specs judge what the result says
}

// resultOfNobodys waits for the result of a request that the model does not know of.
func (d *driver) resultOfNobodys(s *side, c *model.Call) nd2.Status {
	q := s.queues[d.world.InitiatorQueue(c.Connection, c.End)]
	for waited := timeout.New(d.Limit); !waited.Over(); runtime.Gosched() {
		if q.GetResults(d.buf[:1]) == 1 {
			return d.buf[0].Status
		}
	}
	return nd2.Pending
}
