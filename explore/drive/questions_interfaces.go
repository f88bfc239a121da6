package drive

import (
	"fmt"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
)

// inherits are the rules that objects have the interface IND2Overlapped.
const inherits = ".inherits-overlapped"

var askedInterfaces = []question{
	askedInterface("a provider", "provider.interfaces", func(_ *driver, s *side, _ *model.Call) nd2.Unknown {
		return s.ND2()
	}, nd2.IIDProvider),
	askedInterface("an adapter", "adapter.interfaces", func(_ *driver, s *side, _ *model.Call) nd2.Unknown {
		return again(s.Adapter)
	}, nd2.IIDAdapter),
	askedInterface("a completion queue", "adapter.createcompletionqueue"+inherits,
		func(_ *driver, s *side, c *model.Call) nd2.Unknown {
			return again(s.queues[c.Queue])
		}, nd2.IIDCompletionQueue, nd2.IIDOverlapped),
	askedInterface("a shared receive queue", "adapter.createsharedreceivequeue"+inherits,
		func(_ *driver, s *side, _ *model.Call) nd2.Unknown {
			if s.shared == nil {
				return nil
			}
			return again(s.shared)
		}, nd2.IIDSharedReceiveQueue, nd2.IIDOverlapped),
	askedInterface("a memory region", "adapter.creatememoryregion"+inherits,
		func(_ *driver, s *side, _ *model.Call) nd2.Unknown {
			return again(s.regions[0].MemoryRegion)
		}, nd2.IIDMemoryRegion, nd2.IIDOverlapped),
	askedInterface("a memory window", "adapter.creatememorywindow.interfaces",
		func(_ *driver, s *side, c *model.Call) nd2.Unknown {
			if c.Window < 0 {
				return nil
			}
			return again(s.windows[c.Window])
		}, nd2.IIDMemoryWindow),
	askedInterface("a listener", "adapter.createlistener"+inherits, func(_ *driver, s *side, _ *model.Call) nd2.Unknown {
		return again(s.listeners[0].Listener)
	}, nd2.IIDListener, nd2.IIDOverlapped),
	askedInterface("a connector", "adapter.createconnector"+inherits, func(d *driver, _ *side, c *model.Call) nd2.Unknown {
		if !d.world.Connected(c.Connection) {
			return nil
		}
		return again(d.links[c.Connection].connector[c.End])
	}, nd2.IIDConnector, nd2.IIDOverlapped),
	askedPair("a queue pair", "adapter.createqueuepair.interfaces", false),
	askedPair("a queue pair with a shared receive queue", "adapter.createqueuepairwithsrq.interfaces", true),
}

// askedPair asks for the interfaces of a queue pair.
func askedPair(what, rules string, shared bool) question {
	return askedInterface(what, rules, func(d *driver, s *side, c *model.Call) nd2.Unknown {
		pair, ok := d.pair(c)
		if !ok || shared != (s.shared != nil && c.Connection%2 == 1) {
			return nil
		}
		return again(pair)
	}, nd2.IIDQueuePair)
}

// again returns an object with another reference, which the caller releases.
func again(object nd2.Unknown) nd2.Unknown {
	object.AddRef()
	return object
}

// undefined is an interface that nobody has defined.
var undefined = nd2.GUID{Data1: 1}

// askedInterface asks an object, if there is one, for its interfaces and for one more, which it may have or not.
func askedInterface(what, rules string, of func(d *driver, s *side, c *model.Call) nd2.Unknown,
	iids ...nd2.GUID,
) question {
	return question{"the interfaces of " + what, func(d *driver, s *side, c *model.Call) *model.Violation {
		object := of(d, s, c)
		if object == nil {
			return nil
		}
		defer object.Release()
		for _, iid := range append(iids, nd2.IIDUnknown) {
			var same nd2.Unknown
			if st := object.QueryInterface(iid, &same); st != nd2.Success || same == nil {
				return model.Violates(rules, fmt.Sprintf("%s to have the interface %v", what, iid),
					"QueryInterface returned %v, and %v", st, same)
			}
			same.Release()
		}
		var other nd2.Unknown
		if st := object.QueryInterface(undefined, &other); st.Failed() != (other == nil) {
			return model.Violates(rules, fmt.Sprintf("QueryInterface of %s to fail, or to return an object", what),
				"it returned %v, and %v", st, other)
		}
		release(other)
		return nil
	}}
}
