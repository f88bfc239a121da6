package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// worn are mutants whose queues lose places with use.
func worn() []Stateful {
	refused := func(c *calls.Call, s nd2.Status) *calls.Object {
		if initiates(c) && s != nd2.Success && s != nd2.NoMoreEntries {
			return c.Object
		}
		return nil
	}
	overrun := func(c *calls.Call, s nd2.Status) *calls.Object {
		if initiates(c) && s == nd2.NoMoreEntries {
			return c.Object
		}
		return nil
	}
	flushed := func(c *calls.Call, s nd2.Status) *calls.Object {
		if c.Method == calls.QPFlush && s == nd2.Success && c.OnQP().SRQ != nil {
			return &c.OnQP().SRQ.Object
		}
		return nil
	}
	shared := func(c *calls.Call) bool { return c.Method == calls.SRQReceive }
	return []Stateful{
		stateful(Lifetime, "flush-leaks-place", "Each Flush takes a place of the shared receive queue forever.", leakingPlaces(flushed, shared), "srq.receive.flush-spares-untaken", "srq.receive.nd-success"),
		stateful(Lifetime, "refused-takes-place", "Each initiator request that is refused takes a place of the queue forever.", leakingPlaces(refused, initiates), "qp.send.refused-posts-nothing", "qp.initiator.place-after-result"),
		stateful(Lifetime, "full-takes-place", "Each initiator request that a full queue refuses takes a place of it forever.", leakingPlaces(overrun, initiates), "qp.initiator.place-after-result"),
	}
}

// initiates reports whether a call posts an initiator request.
func initiates(c *calls.Call) bool {
	switch c.Method {
	case calls.QPSend, calls.QPRead, calls.QPWrite, calls.QPBind, calls.QPInvalidate:
		return true
	}
	return false
}

// leakingPlaces makes a defect by which a queue that such posts go to has a place less
// after each call that leaks, which names the queue's object. Silent requests take none.
func leakingPlaces(leaks func(c *calls.Call, s nd2.Status) *calls.Object, posts func(c *calls.Call) bool) defect {
	return func() calls.Hooks {
		var depth, lost, taken calls.Record[int]
		full := func(o *calls.Object) bool {
			n := lost.Get(o)
			return n > 0 && taken.Get(o)+n >= depth.Get(o)
		}
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			post := posts(c)
			if post && full(c.Object) {
				return nd2.NoMoreEntries
			}
			counted := post && c.Flags&nd2.SilentSuccess == 0
			if counted {
				c.OnResult(func(o *calls.Outcome) { taken.Update(o.Of.Object, func(n int) int { return n - 1 }) })
			}
			s := c.Proceed()
			if counted && s == nd2.Success {
				taken.Update(c.Object, increment)
			}
			if o, n := createdQueue(c, s); o != nil {
				depth.Set(o, n)
			}
			if o := leaks(c, s); o != nil {
				lost.Update(o, increment)
			}
			return s
		}}
	}
}

// createdQueue returns the queue pair or shared receive queue that a call has created, and
// how deep its initiator or receive queue is; nil of any other call.
func createdQueue(c *calls.Call, s nd2.Status) (*calls.Object, int) {
	if s != nd2.Success {
		return nil, 0
	}
	switch c.Method {
	case calls.AdapterCreateQueuePair, calls.AdapterCreateQueuePairWithSrq:
		return calls.ObjectOf(*c.Out), int(c.InitiatorDepth)
	case calls.AdapterCreateSharedReceiveQueue:
		return calls.ObjectOf(*c.Out), int(c.Depth)
	}
	return nil, 0
}
