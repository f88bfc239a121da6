package mutant

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// worn are mutants whose queues lose places with use.
func worn() []Stateful {
	refused := func(c *interpose.Call, s nd2.Status) *interpose.Object {
		if initiates(c) && s != nd2.Success && s != nd2.NoMoreEntries {
			return c.Object
		}
		return nil
	}
	overrun := func(c *interpose.Call, s nd2.Status) *interpose.Object {
		if initiates(c) && s == nd2.NoMoreEntries {
			return c.Object
		}
		return nil
	}
	flushed := func(c *interpose.Call, s nd2.Status) *interpose.Object {
		if c.Method == interpose.QPFlush && s == nd2.Success && c.OnQP().SRQ != nil {
			return &c.OnQP().SRQ.Object
		}
		return nil
	}
	shared := func(c *interpose.Call) bool { return c.Method == interpose.SRQReceive }
	return []Stateful{
		stateful(Lifetime, "flush-leaks-place", "Each Flush takes a place of the shared receive queue forever.", leakingPlaces(flushed, shared), "srq.receive.flush-spares-untaken", "srq.receive.nd-success"),
		stateful(Lifetime, "refused-takes-place", "Each initiator request that is refused takes a place of the queue forever.", leakingPlaces(refused, initiates), "qp.send.refused-posts-nothing", "qp.initiator.place-after-result"),
		stateful(Lifetime, "full-takes-place", "Each initiator request that a full queue refuses takes a place of it forever.", leakingPlaces(overrun, initiates), "qp.initiator.place-after-result"),
	}
}

// initiates reports whether a call posts an initiator request.
func initiates(c *interpose.Call) bool {
	switch c.Method {
	case interpose.QPSend, interpose.QPRead, interpose.QPWrite, interpose.QPBind, interpose.QPInvalidate:
		return true
	}
	return false
}

// leakingPlaces makes a defect by which a queue that such posts go to has a place less
// after each call that leaks, which names the queue's object. Silent requests take none.
func leakingPlaces(leaks func(c *interpose.Call, s nd2.Status) *interpose.Object, posts func(c *interpose.Call) bool) defect {
	return func() interpose.Hooks {
		var depth, lost, taken interpose.Record[int]
		full := func(o *interpose.Object) bool {
			n := lost.Get(o)
			return n > 0 && taken.Get(o)+n >= depth.Get(o)
		}
		return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
			post := posts(c)
			if post && full(c.Object) {
				return nd2.NoMoreEntries
			}
			counted := post && c.Flags&nd2.SilentSuccess == 0
			if counted {
				c.OnResult(func(o *interpose.Outcome) { taken.Update(o.Of.Object, func(n int) int { return n - 1 }) })
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
func createdQueue(c *interpose.Call, s nd2.Status) (*interpose.Object, int) {
	if s != nd2.Success {
		return nil, 0
	}
	switch c.Method {
	case interpose.AdapterCreateQueuePair, interpose.AdapterCreateQueuePairWithSrq:
		return interpose.ObjectOf(*c.Out), int(c.InitiatorDepth)
	case interpose.AdapterCreateSharedReceiveQueue:
		return interpose.ObjectOf(*c.Out), int(c.Depth)
	}
	return nil, 0
}
